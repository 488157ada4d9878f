import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Cell, Values } from '../engine/cell.ts';
import { entries } from '../engine/entries.ts';
import { writerOf } from '../engine/write.ts';
import type { Choice } from '../structure/variants.ts';
import { draw, drawKey, UNIT32 } from '../../../numeric/random.ts';
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

/** Draws from the columns of all lists, which follow one another. */
function drawing(lists: readonly WeightedList[], choose: Choice): Values['make'] {
  const columns = lists.map(({ weights }) => columnsByWeight(weights));
  const drawKeys = lists.map(({ path }) => drawKey(path, 0));
  const keys = Int32Array.from(drawKeys, ({ key }) => key);
  const odds = Int32Array.from(drawKeys, ({ odd }) => odd);
  const scales = Float64Array.from(columns, ({ limits }) => limits.length * UNIT32);
  const begins = startsOf(columns.map(({ limits }) => limits.length));
  const firsts = startsOf(lists.map(({ values }) => values.length));
  const own = Int32Array.from(columns.flatMap((each, i) => Array.from(each.own, (n) => n + firsts[i])));
  const other = Int32Array.from(columns.flatMap((each, i) => Array.from(each.other, (n) => n + firsts[i])));
  const limits = Float64Array.from(columns.flatMap((each) => [...each.limits]));
  const chosen = new Int32Array(CHUNK_ROWS);
  return (chunk, subject, numbers) => {
    choose(chunk, subject, chosen);
    const { a, b } = subject;
    for (let r = 0; r < chunk.rows; r++) {
      const list = chosen[r];
      const x = (draw(a[r], b[r], keys[list], odds[list]) >>> 0) * scales[list];
      const column = x | 0;
      const n = begins[list] + column;
      numbers[r] = x - column < limits[n] ? own[n] : other[n];
    }
  };
}

/** Where each of several pieces starts if they follow one another. */
function startsOf(sizes: readonly number[]): Int32Array {
  let end = 0;
  return Int32Array.from(sizes, (size) => {
    end += size;
    return end - size;
  });
}
