import type { Cell } from '../engine/cell.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';

/** The rows of a chunk, divided among variants. */
export interface Division {
  /** Rows grouped by variant, but for those of `main`: those of variant v are `picked[begins[v]]` … `picked[begins[v + 1] − 1]`. */
  readonly picked: Int32Array;
  /** One more than the variants: the last is the number of picked rows. */
  readonly begins: Int32Array;
  /** The variant to run in place, on the whole chunk, and first: it is pure, and most rows chose it. −1: none. */
  readonly main: number;
  /** Divides a chunk. @param chosen the variant of each row */
  divide(chosen: Int32Array, rows: number): void;
}

/** From this share of the rows on, running a variant in place takes less than selecting its rows. */
const MAIN_SHARE = 3 / 4;
/** The same for a variant that only chooses a text. It stays in place down to the second share, so as not to change with every chunk. */
const CHOICE_SHARE = 2 / 5;
const STAYING_SHARE = 3 / 10;

/** Divides rows among cells. */
export function newDivision(cells: readonly Cell[]): Division {
  const begins = new Int32Array(cells.length + 1);
  // One more: when all rows are picked, a row that is not is written behind them.
  const picked = new Int32Array(CHUNK_ROWS + 1);
  const others = new Int32Array(CHUNK_ROWS);
  const pure = [...cells.keys()].filter((v) => cells[v].isPure === true);
  const isChoice = cells.map(({ output }) => output?.kind === 'choice');
  // Mostly that of the chunk before, so that the rows need not be counted.
  let main = -1;
  return {
    picked,
    begins,
    get main() {
      return main;
    },
    divide(chosen, rows) {
      if (main >= 0) {
        const count = putOthers(others, chosen, rows, main);
        if (count <= rows * (1 - (isChoice[main] ? STAYING_SHARE : MAIN_SHARE)))
          return sort(chosen, others, count, begins, picked);
      }
      sort(chosen, EVERY_ROW, rows, begins, picked);
      const isMain = (v: number): boolean =>
        begins[v + 1] - begins[v] >= rows * (isChoice[v] ? CHOICE_SHARE : MAIN_SHARE);
      main = pure.find(isMain) ?? -1;
      if (main >= 0) sort(chosen, others, putOthers(others, chosen, rows, main), begins, picked);
    },
  };
}

/** Lists the rows that chose another variant than `main`, and returns their number. */
export function putOthers(others: Int32Array, chosen: Int32Array, rows: number, main: number): number {
  let count = 0;
  for (let r = 0; r < rows; r++) {
    // Without a branch, which the processor would mispredict: the next one is written over a row that chose `main`.
    others[count] = r;
    count += Number(chosen[r] !== main);
  }
  return count;
}

/** Up to so many variants, a pass for each takes less than counting their rows. */
const FEW = 4;

/** Groups listed rows by variant, keeping their order. */
function sort(
  chosen: Int32Array,
  list: Int32Array,
  count: number,
  begins: Int32Array,
  picked: Int32Array,
): void {
  if (begins.length <= FEW + 1) pick(chosen, list, count, begins, picked);
  else countAndSort(chosen, list, count, begins, picked);
}

function pick(
  chosen: Int32Array,
  list: Int32Array,
  count: number,
  begins: Int32Array,
  picked: Int32Array,
): void {
  let end = 0;
  for (let v = 0; v < begins.length - 1; v++) {
    begins[v] = end;
    for (let i = 0; i < count; i++) {
      const r = list[i];
      picked[end] = r;
      end += Number(chosen[r] === v);
    }
  }
  begins[begins.length - 1] = end;
}

function countAndSort(
  chosen: Int32Array,
  list: Int32Array,
  count: number,
  begins: Int32Array,
  picked: Int32Array,
): void {
  begins.fill(0);
  for (let i = 0; i < count; i++) begins[chosen[list[i]]]++;
  for (let v = 1; v < begins.length; v++) begins[v] += begins[v - 1];
  for (let i = count - 1; i >= 0; i--) picked[--begins[chosen[list[i]]]] = list[i];
}
