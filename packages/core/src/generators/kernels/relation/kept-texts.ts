import type { Texts } from '../engine/cell.ts';

/** Texts by the number of what they are about, one after the other: each once, and it stays. */
export interface KeptTexts {
  /** 1 for each number whose text is kept. */
  readonly known: Uint8Array;
  /** How many texts are kept. */
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
  /** False once there is too much text: no more is kept. */
  isOpen: boolean;
  /** Maximum bytes of all texts. */
  readonly most: number;
}

/** Bytes that may be read past a text: eight words are copied at a time. */
const OVERSHOOT = 64;

/** Room for the texts of numbers below `size`, of up to `most` bytes. */
export function newKeptTexts(size: number, most: number): KeptTexts {
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

/** Keeps the text of a number that has none yet: `from.bytes[start … end)`. */
export function keepText(
  kept: KeptTexts,
  number: number,
  { bytes }: Pick<Texts, 'bytes'>,
  start: number,
  end: number,
): void {
  const stop = kept.used + end - start;
  kept.isOpen = stop + OVERSHOOT <= (kept.most & ~7);
  if (!kept.isOpen) return;
  if (stop + OVERSHOOT > kept.bytes.length) grow(kept, 2 * (stop + OVERSHOOT));
  kept.bytes.set(bytes.subarray(start, end), kept.used);
  kept.known[number] = 1;
  kept.count++;
  kept.places[2 * number] = kept.used;
  kept.places[2 * number + 1] = stop;
  kept.used = (stop + 7) & ~7;
  kept.longest = Math.max(kept.longest, end - start);
}

function grow(kept: KeptTexts, size: number): void {
  const more = new Uint8Array(Math.min(kept.most, size) & ~7);
  more.set(kept.bytes);
  kept.bytes = more;
  kept.view = new DataView(more.buffer);
  kept.words = new Float64Array(more.buffer);
  kept.ints = new Int32Array(more.buffer);
}
