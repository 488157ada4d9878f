import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Cell } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import type { Choice } from '../structure/variants.ts';
import { newMatcher, numbersOfEntries, type Known } from './matcher.ts';
import { entries } from '../engine/entries.ts';
import { jsonText } from '../engine/json.ts';
import { knownText } from '../choice/chosen-text.ts';

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

/** What a lookup gives: a result for each known value, and one more for all others, unless they stay the same. */
export interface Results {
  readonly results: readonly unknown[];
  /** Values that are not known are results themselves. */
  readonly isSame: boolean;
}

/** Writes a value for each value of a field. Undefined if the field's are not from a short table. */
export function ofValue(
  known: readonly Known[],
  { values }: Column,
  { results, isSame }: Results,
  lead: string,
): Cell | undefined {
  if (values?.kind !== 'entry') return undefined;
  const { table, numbers } = values;
  const ofEntry = numbersOfEntries(known, table, isSame ? NaN : results.length - 1);
  const places = ofEntry.map((place, entry) => (Number.isNaN(place) ? results.length + entry : place));
  return entryOf([{ numbers, unit: 1 }], isSame ? [...results, ...table] : results, places, lead);
}

/** Chooses the variant of each row by a field's entry in a table. @param ofEntry the variant of each entry */
function byEntry(ofEntry: Int32Array, entries: Float64Array): Choice {
  return ({ selection, rows }, _, chosen) => {
    putEntries(ofEntry, entries, selection, rows, chosen);
  };
}

/** A function of its own, because V8 reads what a closure uses once per row. */
function putEntries(
  ofEntry: Int32Array,
  entries: Float64Array,
  selection: Int32Array,
  rows: number,
  chosen: Int32Array,
): void {
  for (let r = 0; r < rows; r++) chosen[r] = ofEntry[entries[selection[r]] | 0];
}

/**
 * Writes a value that the entries of other fields determine. Undefined if there are too many combinations.
 *
 * @param sources the other fields' entries, indexed by `selection`
 * @param places the place in the table for each combination
 */
function entryOf(
  sources: readonly { readonly numbers: Float64Array; readonly unit: number }[],
  table: readonly unknown[],
  places: Float64Array,
  lead: string,
): Cell | undefined {
  const texts = Array.from(places, (place) => lead + jsonText(table[place]));
  const cell = knownText(texts, sources);
  const [first, ...others] = sources;
  const values = entries(table, ({ selection, rows }, _, made) => {
    if (first === undefined) made.fill(places[0], 0, rows);
    else if (others.length === 0) putPlaces(places, first.numbers, selection, rows, made);
    else {
      made.fill(0, 0, rows);
      for (const { numbers, unit } of sources) addEntries(made, numbers, unit, selection, rows);
      putPlaces(places, made, EVERY_ROW, rows, made);
    }
  });
  return cell && { ...cell, values };
}

/** Sets the places of combinations. */
function putPlaces(
  places: Float64Array,
  numbers: Float64Array,
  selection: Int32Array,
  rows: number,
  made: Float64Array,
): void {
  for (let r = 0; r < rows; r++) made[r] = places[numbers[selection[r]] | 0];
}

function addEntries(
  sums: Float64Array,
  numbers: Float64Array,
  unit: number,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) sums[r] += numbers[selection[r]] * unit;
}
