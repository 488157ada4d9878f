/**
 * Pre-encoded texts, copied 8 bytes at a time through Float64Array and DataView.setFloat64.
 * A float64 store may canonicalise a NaN, so no 8 bytes may form one. A NaN's last byte is 0x7f or 0xff: 0xff never occurs in
 * UTF-8, and `jsonText` escapes DEL (0x7f).
 */
export interface Pool {
  readonly words: Float64Array;
  /** Words per entry. All entries are padded with zero bytes to the longest. */
  readonly stride: number;
  readonly lengths: Int32Array;
  readonly size: number;
}

const encoder = new TextEncoder();

/** Encodes texts as a pool. */
export function pool(texts: readonly string[]): Pool {
  const encoded = texts.map((text) => encoder.encode(text));
  return padded(encoded, strideOf(encoded));
}

/** Texts of two pools in pairs: pair `i * second.size + j` is text i of the first and text j of the second. @param numbers of the pairs */
export function pairs(first: Pool, second: Pool, numbers: readonly number[]): Pool {
  const [starts, ends] = [bytesOf(first), bytesOf(second)];
  const texts = numbers.map((n) =>
    Uint8Array.of(...starts[Math.floor(n / second.size)], ...ends[n % second.size]),
  );
  return padded(texts, strideOf(texts));
}

const bytesOf = ({ words, stride, lengths }: Pool): readonly Uint8Array[] =>
  Array.from(lengths, (length, i) => new Uint8Array(words.buffer, i * stride * 8, length));

const strideOf = (encoded: readonly Uint8Array[]): number =>
  Math.max(1, Math.ceil(encoded.reduce((most, { length }) => Math.max(most, length), 0) / 8));

function padded(encoded: readonly Uint8Array[], stride: number): Pool {
  const bytes = new Uint8Array(stride * 8 * encoded.length);
  encoded.forEach((e, i) => bytes.set(e, i * stride * 8));
  return {
    words: new Float64Array(bytes.buffer),
    stride,
    lengths: Int32Array.from(encoded, (e) => e.length),
    size: encoded.length,
  };
}

/** Texts of different lengths, each starting at a word boundary. */
export interface Packed {
  readonly words: Float64Array;
  /** First word of each text. */
  readonly starts: Int32Array;
  /** Bytes of each text. */
  readonly lengths: Int32Array;
}

/** Bytes that are safe to copy from any packed text, whatever its length. */
export const SAFE_BYTES = 16;

export function packTexts(texts: readonly string[]): Packed {
  const encoded = texts.map((text) => encoder.encode(text));
  const starts = new Int32Array(texts.length);
  let end = 0;
  encoded.forEach((text, i) => {
    starts[i] = end;
    end += (text.length + 7) >> 3;
  });
  const bytes = new Uint8Array(end * 8 + SAFE_BYTES);
  encoded.forEach((text, i) => bytes.set(text, starts[i] * 8));
  return {
    words: new Float64Array(bytes.buffer),
    starts,
    lengths: Int32Array.from(encoded, (text) => text.length),
  };
}

/**
 * Copies `count` words. Unrolled for short texts: a loop takes two to three times as long, because it checks the typed array's
 * bounds and the interrupt flag on each iteration.
 */
export function putWords(view: DataView, at: number, words: Float64Array, from: number, count: number): void {
  view.setFloat64(at, words[from], true);
  if (count === 1) return;
  view.setFloat64(at + 8, words[from + 1], true);
  if (count === 2) return;
  view.setFloat64(at + 16, words[from + 2], true);
  if (count === 3) return;
  view.setFloat64(at + 24, words[from + 3], true);
  if (count === 4) return;
  view.setFloat64(at + 32, words[from + 4], true);
  if (count === 5) return;
  view.setFloat64(at + 40, words[from + 5], true);
  for (let w = 6; w < count; w++) view.setFloat64(at + w * 8, words[from + w], true);
}
