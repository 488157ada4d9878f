import type { Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { TextCache } from './text-cache.ts';

/** Scratch: the first words of cached texts, and their lengths. Valid within one call of `putCached`. */
const from = new Int32Array(CHUNK_ROWS);
const lengths = new Int32Array(CHUNK_ROWS);
/** Texts of fewer bytes stay in the first-level cache. */
const CACHED_BYTES = 2 ** 15;
/** Half-words of a line of the cache. */
const LINE = 16;
/** What was read ahead. V8 leaves out a read whose result is not used. */
const ahead = new Int32Array(1);

/** Appends the text of each row's number, if it is cached. @param numbers indexed by `selection` */
export function putCached(
  { view, at, rows, selection }: Chunk,
  numbers: Float64Array,
  cache: TextCache,
): void {
  const { places, words } = cache;
  if (places.byteLength > CACHED_BYTES) ahead[0] = readPlaces(places, numbers, selection, rows);
  locate(places, numbers, selection, rows);
  if (cache.used > CACHED_BYTES) ahead[0] = readAhead(cache.ints, rows);
  for (let r = 0; r < rows; r++) {
    const stop = at[r] + lengths[r];
    for (let p = at[r], w = from[r]; p < stop; p += 64, w += 8) putEight(view, p, words, w);
    at[r] = stop;
  }
}

/** Reads where the texts of rows are: see `readAhead`. */
function readPlaces(places: Int32Array, numbers: Float64Array, selection: Int32Array, rows: number): number {
  let all = 0;
  for (let r = 0; r < rows; r++) all ^= places[(2 * numbers[selection[r]]) | 0];
  return all;
}

/** Sets where the texts of rows are. */
function locate(places: Int32Array, numbers: Float64Array, selection: Int32Array, rows: number): void {
  for (let r = 0; r < rows; r++) {
    const place = (2 * numbers[selection[r]]) | 0;
    const start = places[place];
    from[r] = start >> 3;
    lengths[r] = places[place + 1] - start;
  }
}

/**
 * Reads from each line of the texts of rows. They are far apart in memory, and the processor fetches many lines at a time if nothing
 * else is done meanwhile: no store either, because V8 would check the arrays again after it. Without it, the rows of 30,000 entities
 * in `bench/relations.ts` take a third longer, and those of 1,000 as long.
 */
function readAhead(ints: Int32Array, rows: number): number {
  let all = 0;
  for (let r = 0; r < rows; r++) {
    const start = 2 * from[r];
    const end = start + (lengths[r] >> 2);
    all ^= ints[start] ^ ints[Math.min(start + LINE, end)] ^ ints[end];
  }
  return all;
}

/** Copies eight words. All are read before the first is written, because V8 checks their array again after each write. */
function putEight(view: DataView, p: number, words: Float64Array, w: number): void {
  const w0 = words[w];
  const w1 = words[w + 1];
  const w2 = words[w + 2];
  const w3 = words[w + 3];
  const w4 = words[w + 4];
  const w5 = words[w + 5];
  const w6 = words[w + 6];
  const w7 = words[w + 7];
  view.setFloat64(p, w0, true);
  view.setFloat64(p + 8, w1, true);
  view.setFloat64(p + 16, w2, true);
  view.setFloat64(p + 24, w3, true);
  view.setFloat64(p + 32, w4, true);
  view.setFloat64(p + 40, w5, true);
  view.setFloat64(p + 48, w6, true);
  view.setFloat64(p + 56, w7, true);
}
