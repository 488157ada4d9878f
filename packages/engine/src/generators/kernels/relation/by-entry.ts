import { entries } from '../engine/entries.ts';
import type { Cell } from '../engine/cell.ts';
import { EVERY_ROW } from '../engine/chunk-rows.ts';
import { jsonText } from '../engine/json.ts';
import { knownText } from '../choice/chosen-text.ts';

/**
 * Writes a value that the entries of other fields determine. Undefined if there are too many combinations.
 *
 * @param sources the other fields' entries, indexed by `selection`
 * @param places the place in the table for each combination
 */
export function entryOf(
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
