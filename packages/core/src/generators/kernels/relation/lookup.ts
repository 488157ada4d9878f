import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Cell } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import type { Choice } from '../structure/variants.ts';
import { entryOf } from './by-entry.ts';
import { newMatcher, numbersOfEntries, type Known } from './matcher.ts';

/** Chooses the variant of each row by a field's value. @param otherwise variant for values that are not known */
export function byValue(known: readonly Known[], column: Column, otherwise: number): Choice {
  const { values } = column;
  if (values?.kind === 'entry') {
    const ofEntry = Int32Array.from(numbersOfEntries(known, values.table, otherwise));
    return byEntry(ofEntry, values.numbers);
  }
  const match = newMatcher(known, column);
  const found = new Float64Array(CHUNK_ROWS);
  return (chunk, _, chosen) => {
    match(chunk, found);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = found[r] < 0 ? otherwise : found[r];
  };
}

/**
 * Writes a value for each value of a field. Undefined if the field's are not from a short table.
 *
 * @param results one for each known value, and one for all others
 */
export function ofValue(
  known: readonly Known[],
  { values }: Column,
  results: readonly unknown[],
  lead: string,
): Cell | undefined {
  if (values?.kind !== 'entry') return undefined;
  const ofEntry = numbersOfEntries(known, values.table, results.length - 1);
  return entryOf([{ numbers: values.numbers, unit: 1 }], results, ofEntry, lead);
}

/** Chooses the variant of each row by a field's entry in a table. @param ofEntry the variant of each entry */
function byEntry(ofEntry: Int32Array, entries: Float64Array): Choice {
  return ({ origin, rows }, _, chosen) => {
    for (let r = 0; r < rows; r++) chosen[r] = ofEntry[entries[origin[r]]];
  };
}
