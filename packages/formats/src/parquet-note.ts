import type { ParquetWriter } from 'hyparquet-writer';

/** Row groups, as the foot of a file lists them. */
type Groups = ParquetWriter['row_groups'];

/** Row groups as text, from which `groupsIn` makes them again. */
export const noteOf = (groups: Groups): string => JSON.stringify(groups, withoutLoss);

/** The row groups of a note. */
export function groupsIn(note: string): Groups {
  const groups: Groups = JSON.parse(note, asBefore);
  return groups;
}

/** Values that JSON lacks become an object with this name, whose value says what they are. */
const NAME = '$';

function withoutLoss(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { [NAME]: `n${value}` };
  if (Object.is(value, -0)) return { [NAME]: '-0' };
  if (!(value instanceof Uint8Array)) return value;
  return { [NAME]: `b${Array.from(value, (byte) => String.fromCharCode(byte)).join('')}` };
}

function asBefore(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(NAME in value)) return value;
  const written = String(value[NAME]);
  if (written === '-0') return -0;
  const rest = written.slice(1);
  return written.startsWith('n')
    ? BigInt(rest)
    : Uint8Array.from({ length: rest.length }, (_, i) => rest.charCodeAt(i));
}
