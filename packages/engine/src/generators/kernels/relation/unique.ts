import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { jsonText } from '../engine/json.ts';
import { pool, putWords } from '../engine/pool.ts';
import { putText } from '../engine/value.ts';
import { permutation } from '../../../numeric/permutation.ts';
import { draw, draw53, drawKey, UNIT53, type Subject } from '../../../numeric/random.ts';

/** The values to write, and for how many rows. */
export interface UniqueValues {
  /** Indexes of rows are below this, from 1 to 2^30. */
  readonly rows: number;
  /** Number of values, at least `rows`. */
  readonly size: number;
  /** The n-th value. Different numbers give different values. */
  value(n: number): unknown;
}

/** The largest number of rows whose order can be permuted. */
export const MOST_UNIQUE = 2 ** 30;

/** Writes a different value for each index, in an order drawn from the seed and the path. */
export function uniqueValue(values: UniqueValues, { path, lead }: Place): Cell {
  const before = pool([lead]);
  const number = numbering(values, path);
  let texts: string[] = [];
  return {
    maxBytes: before.stride * 8,
    usesIndex: true,
    measure(chunk, subject) {
      texts = [];
      let longest = 0;
      for (let r = 0; r < chunk.rows; r++) {
        const text = jsonText(values.value(number(chunk, subject, r)));
        texts.push(text);
        longest = Math.max(longest, text.length);
      }
      // UTF-8 needs at most three bytes per UTF-16 unit.
      return longest * 3;
    },
    column({ bytes, view, at, rows }) {
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], before.words, 0, before.stride);
        at[r] = putText(bytes, at[r] + before.lengths[0], texts[r]);
      }
      texts = [];
    },
  };
}

/**
 * The number of the value for each index. Few values are permuted. Of many, each index has its own stratum, in permuted order, and
 * draws within it; all are rotated, so that the remainder after the last stratum is not left out.
 */
function numbering(
  { rows, size }: UniqueValues,
  path: string,
): (chunk: Chunk, subject: Subject, r: number) => number {
  const [first, second] = [drawKey(`${path}\nunique`, 0), drawKey(`${path}\nunique`, 1)];
  const within = drawKey(`${path}\nunique`, 2);
  const isFew = size <= MOST_UNIQUE;
  const permuted = permutation(isFew ? size : rows);
  const width = isFew ? 1 : Math.floor(size / rows);
  return ({ index, seed: { s0, s1 } }, { a, b }, r) => {
    const place = permuted(
      index[r],
      draw(s0, s1, first.key, first.odd),
      draw(s0, s1, second.key, second.odd),
    );
    if (isFew) return place;
    const offset = Math.floor(draw53(s0, s1, first.key, first.odd) * UNIT53 * size);
    const number = place * width + Math.floor(draw53(a[r], b[r], within.key, within.odd) * UNIT53 * width);
    return number >= size - offset ? number - (size - offset) : number + offset;
  };
}
