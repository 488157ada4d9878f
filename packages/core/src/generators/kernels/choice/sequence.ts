import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { encode } from './choice.ts';
import { putWords, type Pool } from '../engine/pool.ts';

/** Cycles through the values, repeating each for `iterations` rows. A pure function of the row index, so any row can be generated alone. */
export function inTurn(values: readonly unknown[], iterations: number, place: Place): Cell {
  const entries = encode(values, place);
  return {
    maxBytes: entries.stride * 8,
    usesIndex: true,
    column: (chunk) => putInTurn(chunk, entries, iterations),
  };
}

function putInTurn(
  { index, view, at, rows }: Chunk,
  { words, lengths, stride, size }: Pool,
  iterations: number,
): void {
  for (let r = 0; r < rows; r++) {
    const entry = Math.floor(index[r] / iterations) % size;
    const p = at[r];
    at[r] = p + lengths[entry];
    putWords(view, p, words, entry * stride, stride);
  }
}
