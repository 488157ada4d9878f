import type { Cell, Chunk, Place, Writing } from '../engine/cell.ts';
import { putIso } from './iso.ts';
import { putSame } from '../choice/put-texts.ts';
import { pool, type Pool } from '../engine/pool.ts';

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
): Writing {
  const template = `${place.lead}"${new Date(0).toISOString().slice(0, characters)}"`;
  // One byte of room, because the shorter text is written four bytes at a time.
  const text = pool([`${template} `]);
  const length = text.lengths[0] - 1;
  const view = new DataView(text.words.buffer);
  const shown = {
    ms: 0,
    show: (ms: number): void => {
      putIso(view, length - characters - 1, ms, characters);
    },
  };
  return {
    maxBytes: text.stride * 8,
    column: (chunk) => putTimes(chunk, timesOf(chunk), shown, text, length),
  };
}

/** Formats a time only when it changes: at high rates, most rows share it with the row before. */
function putTimes(
  chunk: Chunk,
  ms: Float64Array,
  shown: { ms: number; readonly show: (ms: number) => void },
  text: Pick<Pool, 'words' | 'stride'>,
  length: number,
): void {
  const { rows } = chunk;
  let from = 0;
  while (from < rows) {
    const now = ms[from];
    let to = from + 1;
    while (to < rows && ms[to] === now) to++;
    if (now !== shown.ms) shown.show(now);
    shown.ms = now;
    putSame(chunk, from, to, text, length);
    from = to;
  }
}
