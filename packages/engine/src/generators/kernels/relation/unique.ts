import { inversePermutation, orderKey, orderWords, permutation } from '../../../numeric/permutation.ts';
import { draw, draw53, drawKey, type Subject, UNIT53 } from '../../../numeric/random.ts';
import type { Cell, Chunk, Place, Values } from '../engine/cell.ts';
import { jsonText } from '../engine/json-text.ts';
import { fromTexts } from '../engine/value.ts';
import { entryCell } from '../engine/write.ts';

/**
 * Writes one of several names, each with its exact count in every block of rows, in an order of the block's own. Journeys that follow
 * the same order find the kinds of their starts by it.
 *
 * @param counts how many rows of a block each name has
 */
export function kindOf(names: readonly string[], counts: readonly number[], place: Place): Cell {
  const size = counts.reduce((sum, count) => sum + count, 0);
  const kinds = Uint16Array.from(counts.flatMap((count, kind) => new Array<number>(count).fill(kind)));
  const rankOf = inversePermutation(size);
  const key = orderKey(place.path);
  const make: Values['make'] = ({ rows, index, seed }, _, numbers) => {
    let known = -1;
    let [a, b] = [0, 0];
    for (let r = 0; r < rows; r++) {
      const block = Math.floor(index[r] / size);
      if (block !== known) ({ a, b } = orderWords(block, key, seed));
      known = block;
      numbers[r] = kinds[rankOf(index[r] - block * size, a, b)];
    }
  };
  return { ...entryCell(names, make, place.lead), usesIndex: true };
}

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
  const number = numbering(values, path);
  const textsOf = (chunk: Chunk, subject: Subject): readonly string[] =>
    Array.from({ length: chunk.rows }, (_, r) => jsonText(values.value(number(chunk, subject, r))));
  return { ...fromTexts(textsOf, lead), usesIndex: true };
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
