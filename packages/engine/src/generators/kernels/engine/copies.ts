import type { Chunk, Texts } from './cell.ts';
import { putWords, type Pool } from './pool.ts';

/** Appends the text and a column's texts to the rows of a chunk. */
export function putCopies(chunk: Chunk, texts: Texts, before: Pool): void {
  const { view, at, rows, selection } = chunk;
  const { view: source, starts, ends } = texts;
  const length = before.lengths[0];
  for (let r = 0; r < rows; r++) {
    const from = starts[selection[r]];
    const size = ends[selection[r]] - from;
    if (size === 0) continue;
    putWords(view, at[r], before.words, 0, before.stride);
    copy(source, from, view, at[r] + length, size);
    at[r] += length + size;
  }
}

/**
 * Copies bytes of JSON eight at a time. Reads 16 bytes at least, and writes up to 16 past the end: most texts fit two words, and
 * two unconditional stores beat a loop. No eight bytes can form a NaN (see `pool`).
 */
export function copy(from: DataView, start: number, to: DataView, at: number, size: number): void {
  to.setFloat64(at, from.getFloat64(start, true), true);
  to.setFloat64(at + 8, from.getFloat64(start + 8, true), true);
  for (let i = 16; i < size; i += 8) to.setFloat64(at + i, from.getFloat64(start + i, true), true);
}
