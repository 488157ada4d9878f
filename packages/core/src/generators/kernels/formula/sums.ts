import type { ListValues } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Evaluate } from './formula.ts';
import type { Vector } from './vector.ts';

/** Sums of the numbers in each row's list. */
export function sumsOf(list: ListValues): Vector {
  const { counts } = list;
  const numberOf = reading(list);
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run({ origin, rows }) {
      result.fill(0, 0, rows);
      for (let n = 0, isMore = true; isMore; n++) {
        isMore = false;
        for (let r = 0; r < rows; r++) {
          const place = origin[r];
          if (n >= counts[place]) continue;
          isMore = true;
          result[r] += numberOf(n, place);
        }
      }
      return result;
    },
  };
}

/** The sum of the numbers in the list of one row. */
export function sumIn(list: ListValues): Evaluate {
  const numberOf = reading(list);
  return ({ origin }, r) => {
    const place = origin[r];
    let sum = 0;
    for (let n = 0; n < list.counts[place]; n++) sum += numberOf(n, place);
    return sum;
  };
}

/** The number of an element; 0 if it is something else. */
function reading(list: ListValues): (n: number, place: number) => number {
  const { numbers } = list;
  if (list.kind === 'number') {
    return (n, place) => {
      const number = numbers(n)[place];
      return number === number ? number : 0;
    };
  }
  const table = Float64Array.from(list.table, (value) => (typeof value === 'number' ? value : 0));
  return (n, place) => table[numbers(n)[place]];
}
