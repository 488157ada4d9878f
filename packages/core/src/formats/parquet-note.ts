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

/** Values that JSON lacks become an object with this name. */
const NAME = '$';

function withoutLoss(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { [NAME]: String(value) };
  if (Object.is(value, -0)) return { [NAME]: '-0' };
  return value instanceof Uint8Array ? { [NAME]: [...value] } : value;
}

function asBefore(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(NAME in value)) return value;
  const written = value[NAME];
  if (Array.isArray(written)) return Uint8Array.from(written);
  return written === '-0' ? -0 : BigInt(String(written));
}
