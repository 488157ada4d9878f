import * as z from 'zod/mini';
import { messagesByPath, type Issue, filledWith } from '@catbird/engine';
import { textCheck, originFault } from './http-address.ts';
import type { Destination, SettingMeta } from './destination.ts';

/** The flag of a setting, without leading hyphens: `api-key` for `apiKey`. */
export const flagName = (setting: string): string =>
  setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The environment variable of a setting: `CATBIRD_AWS_SNS_TOPIC_ARN`. */
export const environmentName = ({ command }: Pick<Destination, 'command'>, setting: string): string =>
  `CATBIRD_${command}_${flagName(setting)}`.replaceAll('-', '_').toUpperCase();

const metas = z.registry<SettingMeta>();

/** Attaches the metadata of a setting to the schema of its value. */
export function customSetting<Schema extends z.ZodMiniType>(schema: Schema, meta: SettingMeta): Schema {
  metas.add(schema, meta);
  return schema;
}

/** The metadata that `customSetting` attached; undefined for other schemas. */
export const metaOf = (schema: z.core.$ZodType): SettingMeta | undefined => metas.get(schema);

type TextCheck = z.core.$ZodCheck<string> | z.core.CheckFn<string>;

/** A required text. */
export const textSetting = (meta: SettingMeta, ...checks: TextCheck[]): z.ZodMiniString<string> =>
  customSetting(z.string(MISSING).check(z.minLength(1, { error: MISSING, abort: true }), ...checks), meta);

/** An optional text. With `meta.needed` it is required while it is shown. */
export const optionalTextSetting = (
  meta: SettingMeta,
  ...checks: TextCheck[]
): z.ZodMiniOptional<z.ZodMiniString<string>> =>
  customSetting(z.optional(z.string('Must be text').check(...checks)), meta);

/** A required address, to which paths are appended. */
export const addressSetting = (meta: SettingMeta): z.ZodMiniString<string> =>
  textSetting(meta, textCheck(originFault));

/** An optional address, to which paths are appended. */
export const optionalAddressSetting = (meta: SettingMeta): z.ZodMiniOptional<z.ZodMiniString<string>> =>
  optionalTextSetting(meta, textCheck(originFault));

/** Checks a text that is sent as a header value. */
export const singleWord: z.core.$ZodCheck<string> = z.regex(
  /^[\x21-\x7e]*$/,
  'Must not contain spaces or non-ASCII characters',
);

/** One of several choices, with their labels. The first is the default. */
export function choiceSetting<Value extends string>(
  meta: SettingMeta & { readonly choices: Readonly<Record<Value, string>> },
): z.ZodMiniPrefault<z.ZodMiniType<Value, Value>> {
  const values = Object.keys(meta.choices);
  const isValue = (value: unknown): value is Value => typeof value === 'string' && values.includes(value);
  const schema = z.custom<Value>(isValue, `Must be one of: ${values.join(', ')}`);
  const [first] = values;
  return customSetting(z.prefault(schema, isValue(first) ? first : () => z.NEVER), meta);
}

/** A boolean that defaults to false. Also accepts `true`, `yes`, `on`, `1` and their opposites as text. */
export const flagSetting = (meta: SettingMeta): z.ZodMiniPrefault<z.ZodMiniType<boolean>> =>
  customSetting(
    z.prefault(
      z.union([z.boolean(), z.pipe(z.transform(flagOf), z.boolean())], 'Must be true or false'),
      false,
    ),
    meta,
  );

const YES = /^(?:true|yes|y|on|1|enabled)$/i;
const NO = /^(?:false|no|n|off|0|disabled)$/i;

/** The boolean that a text stands for. Smaller in the page than zod's own `stringbool`. */
const flagOf = (value: unknown): unknown =>
  typeof value !== 'string' || !(YES.test(value) || NO.test(value)) ? value : YES.test(value);

/** User and password, for an `auth` of `basic`. */
export const basicShape = {
  username: optionalTextSetting(
    { label: 'User name', literal: true, when: { auth: 'basic' }, needed: true },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  password: optionalTextSetting({ label: 'Password', secret: true, when: { auth: 'basic' }, needed: true }),
};

/** A token, for an `auth` of `bearer`. */
export const bearerShape = {
  bearerToken: optionalTextSetting(
    { label: 'Bearer token', secret: true, when: { auth: 'bearer' }, needed: true },
    singleWord,
  ),
};

/** An optional object, or its JSON text. */
export const jsonSetting = <Value>(
  meta: SettingMeta,
  schema: z.ZodMiniType<Value>,
): z.ZodMiniOptional<z.ZodMiniType<Value>> =>
  customSetting(z.optional(z.pipe(z.transform(parseJson), schema)), meta);

const parseJson = (value: unknown, payload: z.core.ParsePayload): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    const [, name, own] = /^([\w.-]+) *[:=] *([^{}[\]"]*)$/.exec(value.trim()) ?? [];
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      name === undefined ? `: ${reason}` : `. Write {${JSON.stringify(name)}: ${JSON.stringify(own)}}`;
    payload.issues.push({ code: 'custom', message: `Invalid JSON${advice}`, input: value });
    return z.NEVER;
  }
};

/** Whether a setting is shown, given the values of the others. */
export const isSettingShown = (
  { when }: { readonly when?: SettingMeta['when'] | undefined },
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(when ?? {}).every(([name, value]) => values[name] === value);

/** Says that a required setting is not there. */
export const MISSING = 'Required';

/**
 * An issue for each setting that has some, whose message begins with the setting.
 *
 * @param nameOf its name for people
 * @param adviceOf how to give one that is missing, after a space. Default: not said
 */
export const settingIssues = (
  issues: readonly Issue[],
  nameOf: (setting: string) => string = String,
  adviceOf: (setting: string) => string = () => '',
): readonly Issue[] =>
  Object.entries(messagesByPath(issues)).map(([setting, messages]) => ({
    path: [setting],
    message: `${nameOf(setting)}: ${messages.map((each) => (each === MISSING ? each + adviceOf(setting) : each)).join(', ')}`,
  }));

type Fault = (text: string) => string | undefined;

/** A valid value of any field. */
const ANY_VALUE = 'x';

/** Checks a text in which `{{field}}` may stand for values: that around them, and the whole of one without. */
const filledCheck = (fault: Fault): z.core.$ZodCheck<string> =>
  textCheck((text) => fault(filledWith(text, ANY_VALUE)));

/** Of a setting that says where rows go, in which `{{field}}` stands for a value of the row. */
type RouteMeta = SettingMeta & { readonly fault: Fault };

const routeMeta = (meta: RouteMeta): SettingMeta => ({ ...meta, side: 'route', literal: true });

/** A required text that says where each row goes. `fault` checks it, and what it is for a row. */
export const routeSetting = (
  meta: RouteMeta,
  ...checks: z.core.$ZodCheck<string>[]
): z.ZodMiniString<string> => textSetting(routeMeta(meta), filledCheck(meta.fault), ...checks);

/** An optional text that says where each row goes. */
export const optionalRouteSetting = (meta: RouteMeta): z.ZodMiniOptional<z.ZodMiniString<string>> =>
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
export const keyFieldSetting = (
  meta: Omit<SettingMeta, 'side'>,
): z.ZodMiniOptional<z.ZodMiniString<string>> => optionalTextSetting({ ...meta, side: 'key' });

/** The setting of the time that goes with each row. */
export const recordTimeSetting = (what: string) =>
  choiceSetting({
    label: 'Record time',
    help: `Timestamp of each ${what}. event: its event time if times are computed, with from or rate, else when it is sent. send: when it is sent.`,
    side: 'time',
    choices: { event: 'Event time', send: 'Time of sending' },
  });
