import type { Texts } from '../engine/cell.ts';

/** Cache of texts by the number of what they are about, one after the other. Nothing is removed. */
export interface TextCache {
  /** 1 for each number whose text is cached. */
  readonly known: Uint8Array;
  /** Number of texts. */
  count: number;
  /** Two entries for each number, side by side in memory: where its text starts, and where it ends. */
  readonly places: Int32Array;
  bytes: Uint8Array;
  view: DataView;
  /** The bytes as words: each text starts at one. */
  words: Float64Array;
  /** The same, as halves of words. */
  ints: Int32Array;
  used: number;
  /** Length of the longest text in bytes. */
  longest: number;
  /** False once there is too much text: no more is added. */
  isOpen: boolean;
  /** Maximum bytes of all texts. */
  readonly most: number;
}

/** Bytes that may be read past a text: eight words are copied at a time. */
const OVERSHOOT = 64;

/** An empty cache for the texts of numbers below `size`, of up to `most` bytes. */
export function newTextCache(size: number, most: number): TextCache {
  const bytes = new Uint8Array(1024);
  return {
    known: new Uint8Array(size),
    count: 0,
    places: new Int32Array(2 * size),
    bytes,
    view: new DataView(bytes.buffer),
    words: new Float64Array(bytes.buffer),
    ints: new Int32Array(bytes.buffer),
    used: 0,
    longest: 0,
    isOpen: true,
    most,
  };
}

/** Adds the text of a number that has none yet: `from.bytes[start … end)`. */
export function cacheText(
  cache: TextCache,
  number: number,
  { bytes }: Pick<Texts, 'bytes'>,
  start: number,
  end: number,
): void {
  const stop = cache.used + end - start;
  cache.isOpen = stop + OVERSHOOT <= (cache.most & ~7);
  if (!cache.isOpen) return;
  if (stop + OVERSHOOT > cache.bytes.length) grow(cache, 2 * (stop + OVERSHOOT));
  cache.bytes.set(bytes.subarray(start, end), cache.used);
  cache.known[number] = 1;
  cache.count++;
  cache.places[2 * number] = cache.used;
  cache.places[2 * number + 1] = stop;
  cache.used = (stop + 7) & ~7;
  cache.longest = Math.max(cache.longest, end - start);
}

function grow(cache: TextCache, size: number): void {
  const more = new Uint8Array(Math.min(cache.most, size) & ~7);
  more.set(cache.bytes);
  cache.bytes = more;
  cache.view = new DataView(more.buffer);
  cache.words = new Float64Array(more.buffer);
  cache.ints = new Int32Array(more.buffer);
}
