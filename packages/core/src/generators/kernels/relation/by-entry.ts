import { newSubject } from '../../../numeric/random.ts';
import type { Cell, Chunk, ColumnValues } from '../engine/cell.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Column } from '../engine/column.ts';
import { NO_STEPS } from '../engine/event-times.ts';
import { entries } from '../engine/entries.ts';
import { jsonText } from '../engine/json.ts';
import { knownText } from '../choice/chosen-text.ts';

/** Makes the cell of an expression. */
type CellOf = (columnOf: (name: string) => Column) => Cell;

/**
 * The cell of an expression that reads nothing but columns of short tables: its value for each combination of entries is computed
 * once. Undefined for other columns and values, and for too many combinations.
 *
 * @param read the columns by the names of their fields
 */
export function byEntries(read: ReadonlyMap<string, Column>, cellOf: CellOf, lead: string): Cell | undefined {
  const tables = [...read].flatMap(([name, { values }]) =>
    values?.kind === 'entry' ? [{ name, ...values }] : [],
  );
  const count = tables.reduce((product, { table }) => product * table.length, 1);
  if (tables.length === 0 || tables.length < read.size || count > CHUNK_ROWS) return undefined;
  const sources = combined(tables);
  const made = cellOf((name) => combinationsOf(name, read, sources)).values?.();
  if (made?.kind !== 'entry') return undefined;
  const places = new Float64Array(CHUNK_ROWS);
  made.make(chunkOf(count), newSubject(0), places);
  return entryOf(sources, made.table, places.subarray(0, count), lead);
}

type Table = ColumnValues & { readonly kind: 'entry'; readonly name: string };

/** A column whose entry is a digit of the number of the combination. */
interface Source extends Table {
  /** Size of a step of the digit. */
  readonly unit: number;
}

function combined(tables: readonly Table[]): readonly Source[] {
  let unit = 1;
  return tables.map((table) => {
    const source = { ...table, unit };
    unit *= table.table.length;
    return source;
  });
}

/** A column that has its entry of the n-th combination in row n. */
function combinationsOf(name: string, read: ReadonlyMap<string, Column>, sources: readonly Source[]): Column {
  const column = read.get(name);
  const source = sources.find((each) => each.name === name);
  if (column === undefined || source === undefined) throw new Error(`The expression does not read ${name}`);
  const { table, unit } = source;
  const numbers = Float64Array.from(EVERY_ROW, (n) => Math.floor(n / unit) % table.length);
  return { ...column, values: { kind: 'entry', table, numbers, of: () => numbers } };
}

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

/** Rows that are only counted. */
export const chunkOf = (rows: number): Chunk => ({
  rows,
  seed: { s0: 0, s1: 0 },
  bytes: new Uint8Array(0),
  view: new DataView(new ArrayBuffer(0)),
  at: new Int32Array(0),
  selection: EVERY_ROW,
  ms: new Float64Array(0),
  fromMs: NaN,
  index: new Float64Array(0),
  steps: NO_STEPS,
});
