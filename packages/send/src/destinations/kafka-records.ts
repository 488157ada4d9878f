import { jsonOf } from '@catbird/engine';
import { optionalTextSetting } from './setting.ts';

/** The setting that names the field with the message's value. */
export const valueField = optionalTextSetting({
  label: 'Value field',
  help: 'Field to use as the message’s value in place of the whole event. Null becomes a tombstone: with a key, it deletes the key from a compacted topic.',
  example: 'change',
});

/** A member of a row as JSON; null if it is null or missing. A row that is no JSON stays as it is. */
export function valueIn(row: string, name: string): string | null {
  const read = jsonOf(row);
  // Malformed on purpose, by a fault.
  if (read === undefined) return row;
  const value = new Map<string, unknown>(Object.entries(read ?? {})).get(name) ?? null;
  return value === null ? null : JSON.stringify(value);
}

/** The topic in the settings; undefined: it has fields, so there are several. */
export const topicIn = ({ topic }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof topic !== 'string' || topic.includes('{{') ? undefined : topic.trim();

/** https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/internals/Topic.java */
export const topicFault = (topic: string): string | undefined =>
  /^(?!\.{1,2}$)[a-zA-Z0-9._-]{1,249}$/.test(topic)
    ? undefined
    : 'Must be 1–249 letters, digits, dots, hyphens or underscores, and not only dots';
