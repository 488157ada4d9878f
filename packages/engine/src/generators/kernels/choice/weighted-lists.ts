import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Cell, Values } from '../engine/cell.ts';
import { entries } from '../engine/entries.ts';
import { writerOf } from '../engine/write.ts';
import { putOthers } from '../structure/division.ts';
import type { Choice } from '../structure/variants.ts';
import { draw, drawKey, UNIT32, type Subject } from '../../../numeric/random.ts';
import { eitherOf } from './alias-table.ts';
import { columnsByWeight } from './choice.ts';

/** Values to choose from by weight. */
export interface WeightedList {
  readonly values: readonly unknown[];
  /** One for each value. */
  readonly weights: readonly number[];
  /** Keys the draw. */
  readonly path: string;
}

/** Writes a value of one of several lists: what `pickWeighted` would write with the list that each row chooses. */
export function pickFromLists(lists: readonly WeightedList[], choose: Choice, lead: string): Cell {
  const known: Values = entries(
    lists.flatMap(({ values }) => values),
    drawing(lists, choose),
  )();
  const { maxBytes, put } = writerOf(known, lead);
  const numbers = new Float64Array(CHUNK_ROWS);
  return {
    maxBytes,
    isPure: true,
    values: () => known,
    column(chunk, subject) {
      known.make(chunk, subject, numbers);
      put(chunk, numbers);
    },
  };
}

/** From this share of the rows on, drawing from one list for all rows takes less than looking up the list of each. */
const MAIN_SHARE = 1 / 2;

/** Draws from the columns of all lists. */
function drawing(lists: readonly WeightedList[], choose: Choice): Values['make'] {
  const chosen = new Int32Array(CHUNK_ROWS);
  const others = new Int32Array(CHUNK_ROWS);
  const columns = columnsOf(lists);
  // Mostly that of all values that are not known.
  let main = lists.length - 1;
  return (chunk, subject, numbers) => {
    const { rows } = chunk;
    choose(chunk, subject, chosen);
    const count = putOthers(others, chosen, rows, main);
    if (count <= rows * (1 - MAIN_SHARE)) {
      drawFromOne(columns, main, subject, rows, numbers);
      drawFromEach(columns, chosen, subject, others, count, numbers);
    } else {
      drawFromEach(columns, chosen, subject, EVERY_ROW, rows, numbers);
      main = majority(chosen, rows);
    }
  };
}

/** The columns of several lists, one after another. */
interface Columns {
  /** For each list: its draw, columns × 2^-32, and first column. */
  readonly keys: Int32Array;
  readonly odds: Int32Array;
  readonly scales: Float64Array;
  readonly begins: Int32Array;
  /** For each column: see `eitherOf`. */
  readonly limits: Float64Array;
  readonly either: Int32Array;
  /** For each list: its entries, if all columns have one only. */
  readonly tables: readonly (Int32Array | undefined)[];
}

function columnsOf(lists: readonly WeightedList[]): Columns {
  const columns = lists.map(({ weights }) => columnsByWeight(weights));
  const draws = lists.map(({ path }) => drawKey(path, 0));
  const firsts = startsOf(lists.map(({ values }) => values.length));
  const either = columns.map((each, i) => eitherOf(each).map((n) => n + firsts[i]));
  return {
    keys: Int32Array.from(draws, ({ key }) => key),
    odds: Int32Array.from(draws, ({ odd }) => odd),
    scales: Float64Array.from(columns, ({ limits }) => limits.length * UNIT32),
    begins: startsOf(columns.map(({ limits }) => limits.length)),
    limits: Float64Array.from(columns.flatMap((each) => [...each.limits])),
    either: Int32Array.from(either.flatMap((each) => [...each])),
    tables: columns.map(({ limits }, i) =>
      limits.every((limit) => limit === 1) ? either[i].filter((_, n) => n % 2 === 0) : undefined,
    ),
  };
}

/** Draws from a list for all rows. */
function drawFromOne(
  { keys, odds, scales, begins, limits, either, tables }: Columns,
  list: number,
  { a, b }: Subject,
  rows: number,
  numbers: Float64Array,
): void {
  const k = keys[list] | 0;
  const o = odds[list] | 0;
  const scale = scales[list];
  const table = tables[list];
  if (table !== undefined) {
    for (let r = 0; r < rows; r++) numbers[r] = table[((draw(a[r], b[r], k, o) >>> 0) * scale) | 0];
    return;
  }
  const begin = begins[list] | 0;
  for (let r = 0; r < rows; r++) {
    const x = (draw(a[r], b[r], k, o) >>> 0) * scale;
    const column = x | 0;
    const n = begin + column;
    numbers[r] = either[2 * n + Number(x - column >= limits[n])];
  }
}

/** Draws from the list that each row chose, for the first `count` of the listed rows. */
function drawFromEach(
  { keys, odds, scales, begins, limits, either }: Columns,
  chosen: Int32Array,
  { a, b }: Subject,
  listed: Int32Array,
  count: number,
  numbers: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const r = listed[i];
    const list = chosen[r];
    const x = (draw(a[r], b[r], keys[list], odds[list]) >>> 0) * scales[list];
    const column = x | 0;
    const n = begins[list] + column;
    numbers[r] = either[2 * n + Number(x - column >= limits[n])];
  }
}

/** What more than half of the rows chose, or what some did (Boyer and Moore, "MJRTY", 1991). */
function majority(chosen: Int32Array, rows: number): number {
  let [candidate, votes] = [chosen[0], 0];
  for (let r = 0; r < rows; r++) {
    if (votes === 0) candidate = chosen[r];
    votes += chosen[r] === candidate ? 1 : -1;
  }
  return candidate;
}

/** Where each of several pieces starts if they follow one another. */
function startsOf(sizes: readonly number[]): Int32Array {
  let end = 0;
  return Int32Array.from(sizes, (size) => {
    end += size;
    return end - size;
  });
}
