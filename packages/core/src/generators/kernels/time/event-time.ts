import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { putIso } from './iso.ts';
import { pool, putWords } from '../engine/pool.ts';

/** Writes the row's event time as ISO 8601: 24 characters with milliseconds and Z, or the first 19 of them. */
export const isoTime = (characters: 24 | 19, place: Place): Cell => ({
  ...isoTimes((chunk) => chunk.ms, characters, place),
  usesTime: true,
});

/** Writes times in milliseconds since 1970 in the same way, one for each row of the chunk. */
export function isoTimes(
  timesOf: (chunk: Chunk) => Float64Array,
  characters: 24 | 19,
  place: Place,
): Pick<Cell, 'maxBytes' | 'column'> {
  const template = `${place.lead}"${new Date(0).toISOString().slice(0, characters)}"`;
  // One byte of room, because the shorter text is written four bytes at a time.
  const { words, stride, lengths } = pool([`${template} `]);
  const length = lengths[0] - 1;
  const view = new DataView(words.buffer);
  const shown = {
    ms: 0,
    show: (ms: number): void => {
      putIso(view, length - characters - 1, ms, characters);
    },
  };
  return {
    maxBytes: stride * 8,
    column: (chunk) => putTimes(chunk, timesOf(chunk), shown, words, stride, length),
  };
}

/** Formats a time only when it changes: at high rates, most rows share it with the row before. */
function putTimes(
  { view, at, rows }: Chunk,
  ms: Float64Array,
  shown: { ms: number; readonly show: (ms: number) => void },
  words: Float64Array,
  stride: number,
  length: number,
): void {
  let last = shown.ms;
  for (let r = 0; r < rows; r++) {
    const now = ms[r];
    if (now !== last) shown.show((last = now));
    const p = at[r];
    at[r] = p + length;
    putWords(view, p, words, 0, stride);
  }
  shown.ms = last;
}
