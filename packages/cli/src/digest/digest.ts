/**
 * A digest of rows, whatever their order: the sum of a 128-bit hash of each row's number and bytes, modulo 2^32 in each of four words.
 * The digests of disjoint sets of rows add up to that of their union. It detects mistakes, not forgery.
 */
export type Digest = readonly [number, number, number, number];

/** The digest of no rows. */
export const NO_ROWS: Digest = [0, 0, 0, 0];

/** Odd multipliers with well-spread bits: those of the hash's four lanes. */
const [A, B, C, D] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];

/** The mix of lowbias32: each input bit flips each output bit with probability 0.5. https://nullprogram.com/blog/2018/07/31/ */
function mix(x: number): number {
  x ^= x >>> 16;
  x = Math.imul(x, 0x21f0aaad);
  x ^= x >>> 15;
  x = Math.imul(x, 0x735a2d97);
  return x ^ (x >>> 15);
}

/** Rows as bytes, each with its end: of a batch. */
export interface RowBytes {
  readonly bytes: Uint8Array;
  /** The end of each row in `bytes`, including its newline. */
  readonly ends: Uint32Array;
  /** There are no newlines between rows. */
  readonly isBinary?: boolean;
}

/**
 * The digest of consecutive places of a batch.
 *
 * @param end exclusive
 * @param numberOf the number in the whole stream of the row at a place
 */
export function digestOf(
  { bytes, ends, isBinary = false }: RowBytes,
  first: number,
  end: number,
  numberOf: (place: number) => number,
): Digest {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sum = new Int32Array(4);
  const mark = isBinary ? 0 : 1;
  for (let place = first; place < end; place++) {
    const start = place === 0 ? 0 : (ends[place - 1] ?? 0);
    addRow(sum, numberOf(place), view, start, (ends[place] ?? start + mark) - mark);
  }
  return [(sum[0] ?? 0) >>> 0, (sum[1] ?? 0) >>> 0, (sum[2] ?? 0) >>> 0, (sum[3] ?? 0) >>> 0];
}

/**
 * Adds the hash of a row to a sum: four lanes, each of which takes a word, multiplies, rotates and adds the next lane. Every step can be
 * undone if the others are known, so no single difference cancels itself out.
 */
function addRow(sum: Int32Array, row: number, view: DataView, start: number, end: number): void {
  let a = mix(row | 0) ^ A;
  let b = mix(Math.floor(row / 2 ** 32) ^ B);
  let c = a ^ C;
  let d = b ^ D;
  let at = start;
  for (; at + 16 <= end; at += 16) {
    a = step(a, view.getInt32(at, true), A, b);
    b = step(b, view.getInt32(at + 4, true), B, c);
    c = step(c, view.getInt32(at + 8, true), C, d);
    d = step(d, view.getInt32(at + 12, true), D, a);
  }
  for (; at < end; at += 4) {
    const mixed = step(a, at + 4 <= end ? view.getInt32(at, true) : lastWord(view, at, end), A, b);
    a = b;
    b = c;
    c = d;
    d = mixed;
  }
  b = mix((b ^ (end - start)) + Math.imul(a, D));
  c = mix(c + Math.imul(b, A));
  d = mix(d + Math.imul(c, B));
  a = mix(a + Math.imul(d, C));
  sum[0] = (sum[0] ?? 0) + a;
  sum[1] = (sum[1] ?? 0) + mix(b + a);
  sum[2] = (sum[2] ?? 0) + mix(c + a);
  sum[3] = (sum[3] ?? 0) + mix(d + a);
}

function step(lane: number, word: number, multiplier: number, next: number): number {
  const product = Math.imul(lane ^ word, multiplier);
  return (((product << 15) | (product >>> 17)) + next) | 0;
}

/** The last one to three bytes as a word. The length of the row tells it from one that ends in zeros. */
function lastWord(view: DataView, at: number, end: number): number {
  let word = 0;
  for (let i = at; i < end; i++) word |= view.getUint8(i) << (8 * (i - at));
  return word;
}

/** The digest of the rows of both. */
export const added = ([a, b, c, d]: Digest, [e, f, g, h]: Digest): Digest => [
  (a + e) >>> 0,
  (b + f) >>> 0,
  (c + g) >>> 0,
  (d + h) >>> 0,
];

/** As 32 hexadecimal digits. */
export const digestText = (digest: Digest): string =>
  digest.map((word) => word.toString(16).padStart(8, '0')).join('');

/** Reads what `digestText` wrote. */
export function readDigest(text: string): Digest {
  const word = (i: number): number => Number.parseInt(text.slice(i * 8, i * 8 + 8), 16) >>> 0;
  return [word(0), word(1), word(2), word(3)];
}

/** What a digest as text looks like. */
export const DIGEST_TEXT = /^[0-9a-f]{32}$/;

/** Adds up digests as text. */
export const addedDigests = (texts: readonly string[]): string =>
  digestText(texts.map(readDigest).reduce(added, NO_ROWS));
