import * as z from 'zod/mini';
import { parseConfig } from '../../send/src/destinations/parse-config.ts';
import {
  headersSetting,
  keyFieldSetting,
  optionalRouteSetting,
  recordTimeSetting,
} from '../../send/src/destinations/setting.ts';
import { messagesOf } from '../../engine/src/model/issue.ts';
import type { Schema } from '../../engine/src/model/schema.ts';
import type { Side } from '../../engine/src/rows/batch.ts';
import { withSides } from '../../engine/src/rows/sides.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { sidesFor, type SidesReading } from '../src/sides.ts';

const fault = (text: string): string | undefined => (text.includes('+') ? 'Must not contain +' : undefined);

/** A destination with all that may travel beside rows. A plus is wrong, `..` must not stand in a topic, and a space becomes a `_`. */
const destination = {
  config: z.object({
    keyField: keyFieldSetting({ label: 'Key field' }),
    topic: optionalRouteSetting({
      label: 'Topic',
      fault,
      encode: (value) => (value === '..' ? undefined : value.replaceAll(' ', '_')),
    }),
    headers: headersSetting({ label: 'Headers' }, fault),
    recordTime: recordTimeSetting('record'),
  }),
};

/** Settings of that destination. */
export interface SideSettings {
  readonly keyField?: string;
  readonly topic?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly recordTime?: 'event' | 'send';
}

/** What these settings put beside rows of a schema. */
export function readSides(schema: Schema, settings: SideSettings): SidesReading {
  const parsed = parseConfig(destination, { ...settings });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return sidesFor({ destination, nameOf: (name) => `--${name}` }, schema, parsed.config);
}

/** Rows of a schema with what these settings put beside them. Their event times are computed. */
export function sidedRows(schema: Schema, settings: SideSettings, seed: number): RowWriter {
  const read = readSides(schema, settings);
  if (!read.ok) throw new Error(messagesOf(read.issues).join('\n'));
  return withSides(compile(schema, { seed }), read.sides, { seed, isTimed: true });
}

/** What is beside a row, without what is not. */
export const plainSide = (side: Side | undefined): Side =>
  Object.fromEntries(Object.entries(side ?? {}).filter(([, value]) => value !== undefined));
