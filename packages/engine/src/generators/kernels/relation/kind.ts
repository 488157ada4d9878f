import { inversePermutation, orderKey, orderWords } from '../../../numeric/permutation.ts';
import { encode } from '../choice/choice.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { entries } from '../engine/entries.ts';
import { putWords } from '../engine/pool.ts';

/**
 * Writes one of several names, each with its exact count in every block of rows, in an order of the block's own. Journeys that follow
 * the same order find the kinds of their starts by it.
 *
 * @param counts how many rows of a block each name has
 */
export function kindOf(names: readonly string[], counts: readonly number[], place: Place): Cell {
  const { words, lengths, stride } = encode(names, place);
  const size = counts.reduce((sum, count) => sum + count, 0);
  const kinds = Uint16Array.from(counts.flatMap((count, kind) => new Array<number>(count).fill(kind)));
  const rankOf = inversePermutation(size);
  const key = orderKey(place.path);
  const put = ({ rows, index, seed }: Chunk, numbers: Float64Array): void => {
    let known = -1;
    let [a, b] = [0, 0];
    for (let r = 0; r < rows; r++) {
      const block = Math.floor(index[r] / size);
      if (block !== known) ({ a, b } = orderWords(block, key, seed));
      known = block;
      numbers[r] = kinds[rankOf(index[r] - block * size, a, b)];
    }
  };
  const numbers = new Float64Array(CHUNK_ROWS);
  return {
    maxBytes: stride * 8,
    usesIndex: true,
    values: entries(names, (chunk, _, made) => put(chunk, made)),
    column(chunk) {
      put(chunk, numbers);
      const { view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        const p = at[r];
        at[r] = p + lengths[numbers[r]];
        putWords(view, p, words, numbers[r] * stride, stride);
      }
    },
  };
}
