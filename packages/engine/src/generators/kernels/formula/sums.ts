import type { ListValues } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Evaluate } from './formula.ts';
import type { Vector } from './vector.ts';

/** Sums of the numbers in each row's list. Null and other values count as 0. */
export function sumsOf(list: ListValues): Vector {
  const { counts, numbers } = list;
  const table = tableOf(list);
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run({ selection, rows }) {
      result.fill(0, 0, rows);
      for (let n = 0, most = mostOf(counts, selection, rows); n < most; n++)
        add(result, numbers(n), table, counts, n, selection, rows);
      return result;
    },
  };
}

function mostOf(counts: Int32Array, selection: Int32Array, rows: number): number {
  let most = 0;
  for (let r = 0; r < rows; r++) most = Math.max(most, counts[selection[r]]);
  return most;
}

/** Adds the n-th element of each row that has one. Whether it does is random, so most are added without a branch to mispredict. */
function add(
  sums: Float64Array,
  numbers: Float64Array,
  table: Float64Array | undefined,
  counts: Int32Array,
  n: number,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const place = selection[r];
    // Of a row without the element, it is a number of another row.
    const number = table === undefined ? numbers[place] : table[numbers[place]];
    const isThere = n < counts[place];
    if (number - number === 0) sums[r] += number * Number(isThere);
    else if (number === number && isThere) sums[r] += number;
  }
}

/** The numbers among the entries of a table; undefined if the values are numbers themselves. */
const tableOf = (list: ListValues): Float64Array | undefined =>
  list.kind === 'number'
    ? undefined
    : Float64Array.from(list.table, (value) => (typeof value === 'number' ? value : NaN));

/** The sum of the numbers in the list of one row. */
export function sumIn(list: ListValues): Evaluate {
  const { counts, numbers } = list;
  const table = tableOf(list);
  const sum = new Float64Array(1);
  return ({ selection }, r) => {
    sum[0] = 0;
    for (let n = 0; n < counts[selection[r]]; n++)
      add(sum, numbers(n), table, counts, n, selection.subarray(r, r + 1), 1);
    return sum[0];
  };
}
