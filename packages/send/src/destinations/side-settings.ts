import * as z from 'zod/mini';
import { filledWith } from '@catbird/engine';
import type { SettingMeta } from './destination.ts';
import { choiceSetting, jsonSetting, optionalTextSetting, textSetting } from './setting.ts';

type Fault = (text: string) => string | undefined;

/** A valid value of any field. */
const ANY_VALUE = 'x';

/** Checks a text in which `{{field}}` may stand for values: that around them, and the whole of one without. */
const filledCheck = (fault: Fault): z.core.$ZodCheck<string> =>
  z.superRefine<string>((text, context) => {
    const message = fault(filledWith(text, ANY_VALUE));
    if (message !== undefined) context.addIssue({ code: 'custom', message, input: text });
  });

/** Of a setting that says where rows go, in which `{{field}}` stands for a value of the row. */
type RouteMeta = SettingMeta & { readonly fault: Fault };

const routeMeta = (meta: RouteMeta): SettingMeta => ({ ...meta, side: 'route', literal: true });

/** A required text that says where each row goes. `fault` checks it, and what it is for a row. */
export const routeSetting = (meta: RouteMeta, ...checks: z.core.$ZodCheck<string>[]): z.ZodMiniString =>
  textSetting(routeMeta(meta), filledCheck(meta.fault), ...checks);

/** An optional text that says where each row goes. */
export const optionalRouteSetting = (meta: RouteMeta): z.ZodMiniOptional<z.ZodMiniString> =>
  optionalTextSetting(routeMeta(meta), filledCheck(meta.fault));

/** Headers of each row, by name. @param fault what is wrong with the text of a header @param nameFault with a name */
export const headersSetting = (
  meta: Omit<SettingMeta, 'side' | 'fault'>,
  fault: Fault = () => undefined,
  nameFault: Fault = () => undefined,
) =>
  jsonSetting(
    {
      help: 'JSON. {{field}} stands for a value of the event. One with a value that is null or missing is left out.',
      example: '{"trace-id": "{{trace_id}}"}',
      ...meta,
      side: 'headers',
      literal: true,
      fault,
    },
    z
      .record(z.string(), z.string('Each value must be text').check(filledCheck(fault)), {
        error: 'Must be an object of texts',
      })
      .check(
        z.superRefine((headers, context) => {
          for (const name of Object.keys(headers)) {
            const message = nameFault(name);
            if (message !== undefined) context.addIssue({ code: 'custom', message, input: name });
          }
        }),
      ),
  );

/** The setting that names the field with the key of each row. */
export const keyFieldSetting = (meta: Omit<SettingMeta, 'side'>): z.ZodMiniOptional<z.ZodMiniString> =>
  optionalTextSetting({ ...meta, side: 'key' });

/** The setting of the time that goes with each row. */
export const recordTimeSetting = (what: string) =>
  choiceSetting({
    label: 'Record time',
    help: `Timestamp of each ${what}. event: its event time if times are computed, with from or rate, else when it is sent. send: when it is sent.`,
    side: 'time',
    choices: { event: 'Event time', send: 'Time of sending' },
  });
