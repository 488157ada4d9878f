import { fixed, onText, type Hypothesis } from './cause.ts';

const isNone = (value: unknown): boolean => value === null || value === undefined;
const fromNull =
  (to: unknown) =>
  (value: unknown): unknown =>
    isNone(value) ? to : value;

/** Ways in which values get lost or appear. */
export const absences: readonly Hypothesis[] = [
  fixed('missing', 'the value is missing', 1, () => undefined),
  fixed('null', 'null in place of a value', 1, () => null),
  fixed('empty', 'an empty text in place of a value', 2, () => ''),
  fixed(
    'empty to null',
    'null in place of an empty text',
    1,
    onText((text) => (text === '' ? null : text)),
  ),
  fixed(
    'empty to null',
    'no value in place of an empty text',
    1,
    onText((text) => (text === '' ? undefined : text)),
  ),
  fixed('null to empty', 'an empty text in place of null', 1, fromNull('')),
  fixed('null to zero', '0 in place of null', 1, fromNull(0)),
  fixed('null to text', 'the text “null” in place of null', 1, fromNull('null')),
  fixed('null to text', 'the text “NULL” in place of null', 2, fromNull('NULL')),
  fixed('null to text', 'the text “None” in place of null', 2, fromNull('None')),
  fixed('null to false', 'false in place of null', 1, fromNull(false)),
  fixed('null to missing', 'no value in place of null', 1, (value) => (value === null ? undefined : value)),
  fixed('missing to null', 'null in place of no value', 1, (value) => (value === undefined ? null : value)),
  fixed('boolean as number', '1 and 0 in place of true and false', 1, (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ),
  fixed('boolean as text', 'a text in place of true and false', 1, (value) =>
    typeof value === 'boolean' ? String(value) : value,
  ),
  fixed('boolean as text', '“t” and “f” in place of true and false', 2, (value) =>
    value === true ? 't' : value === false ? 'f' : value,
  ),
  fixed('boolean as text', '“True” and “False” in place of true and false', 2, (value) =>
    value === true ? 'True' : value === false ? 'False' : value,
  ),
  fixed('list as text', 'a list or an object as text', 2, (value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ),
  fixed('first of list', 'only the first of a list', 2, (value) =>
    Array.isArray(value) ? ((value as readonly unknown[])[0] ?? null) : value,
  ),
];
