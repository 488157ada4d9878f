import type { Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { mix, type Subject } from '../../../numeric/random.ts';
import { PADDED, PLAIN, WIDTH } from '../number/digits.ts';

const LOW = 0x01000193;
const HIGH = 0x5bd1e995;
const START = 0x85ebca6b;

/**
 * Hashes the bytes of a text into two words, four bytes at a time. Each step is a bijection of the hashes for a given input word, and
 * of the input word for given hashes, so values of equal length that differ in one word never collide.
 */
export function hashText(view: DataView, from: number, to: number, { a, b }: Subject, r: number): void {
  let low = to - from;
  let high = START;
  for (let i = from; i < to; i += 4) {
    const left = to - i;
    const word = view.getInt32(i, true) & (left >= 4 ? -1 : (1 << (left * 8)) - 1);
    low = Math.imul(low ^ word, LOW);
    low ^= low >>> 15;
    high = Math.imul((high + word) ^ low, HIGH);
    high ^= high >>> 13;
  }
  a[r] = mix(low);
  b[r] = mix(high);
}

/** Numbers whose texts are hashed without writing them are below this: they have up to eight digits. */
export const PREFIXED_BELOW = 1e8;

const MOST_DIGITS = 8;
const QUOTE = 0x22;

/** What comes before the digits, for each number of digits: the hashes of its whole words. And its last bytes, which fill no word. */
interface Start {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly rest: number;
  readonly restBytes: number;
}

/**
 * Sets what `hashText` sets for the texts `"` prefix number `"`, without writing them.
 *
 * @param prefix as it is written in JSON
 */
export function prefixedHashes(
  prefix: string,
): (numbers: Float64Array, chunk: Pick<Chunk, 'selection' | 'rows'>, words: Subject) => void {
  const start = startOf(new TextEncoder().encode(`"${prefix}`));
  return (numbers, { selection, rows }, words) => putPrefixed(start, numbers, selection, rows, words);
}

function startOf(before: Uint8Array): Start {
  const view = new DataView(before.buffer);
  const restBytes = before.length % 4;
  const whole = before.length - restBytes;
  let rest = 0;
  for (let i = 0; i < restBytes; i++) rest |= before[whole + i] << (8 * i);
  const [low, high] = [new Int32Array(MOST_DIGITS + 1), new Int32Array(MOST_DIGITS + 1)];
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    let [x, y] = [before.length + digits + 1, START];
    for (let i = 0; i < whole; i += 4) {
      const word = view.getInt32(i, true);
      x = Math.imul(x ^ word, LOW);
      x ^= x >>> 15;
      y = Math.imul((y + word) ^ x, HIGH);
      y ^= y >>> 13;
    }
    low[digits] = x;
    high[digits] = y;
  }
  return { low, high, rest, restBytes };
}

/** Scratch: the last words of texts, three for each, and their numbers of digits. Valid within one call of `putPrefixed`. */
const tails = new Int32Array(3 * CHUNK_ROWS);
const digitCounts = new Uint8Array(CHUNK_ROWS);

function putPrefixed(
  start: Start,
  numbers: Float64Array,
  selection: Int32Array,
  rows: number,
  { a, b }: Subject,
): void {
  putTails(start, numbers, selection, rows);
  const { low, high, restBytes } = start;
  const words = tails;
  const counts = digitCounts;
  for (let r = 0; r < rows; r++) {
    const digits = counts[r];
    let x = low[digits];
    let y = high[digits];
    const end = 3 * r + ((restBytes + digits + 4) >> 2);
    for (let w = 3 * r; w < end; w++) {
      const word = words[w];
      x = Math.imul(x ^ word, LOW);
      x ^= x >>> 15;
      y = Math.imul((y + word) ^ x, HIGH);
      y ^= y >>> 13;
    }
    a[r] = mix(x);
    b[r] = mix(y);
  }
}

/** Sets the words of the rest of the prefix, the digits and the quote. */
function putTails(
  { rest, restBytes }: Start,
  numbers: Float64Array,
  selection: Int32Array,
  rows: number,
): void {
  const to = tails;
  const counts = digitCounts;
  // A shift by 32 bits is none: without a rest, nothing is carried from word to word.
  const carried = restBytes === 0 ? 0 : -1;
  const shift = 8 * restBytes;
  const back = 32 - shift;
  for (let r = 0; r < rows; r++) {
    const number = numbers[selection[r]] | 0;
    const top = (number / 10_000) | 0;
    const isLong = number >= 10_000;
    // The first digits, the next four or the quote, and the quote after them.
    const first = isLong ? top : number;
    const next = isLong ? PADDED[number - top * 10_000] : QUOTE;
    const last = isLong ? QUOTE : 0;
    const width = WIDTH[first];
    const by = 8 * width;
    const d0 = width < 4 ? PLAIN[first] | (next << by) : PLAIN[first];
    const d1 = width < 4 ? (next >>> (32 - by)) | (last << by) : next;
    const d2 = width < 4 ? 0 : last;
    counts[r] = isLong ? width + 4 : width;
    to[3 * r] = rest | (d0 << shift);
    to[3 * r + 1] = ((d0 >>> back) & carried) | (d1 << shift);
    to[3 * r + 2] = ((d1 >>> back) & carried) | (d2 << shift);
  }
}

/**
 * Sets what `hashText` sets for the texts of whole numbers from 0 to 99,999,999, without writing them. Returns false if there is any
 * other number: hashes are not set then.
 */
export function putWholeHashes(
  numbers: Float64Array,
  { selection, rows }: Pick<Chunk, 'selection' | 'rows'>,
  { a, b }: Subject,
): boolean {
  for (let r = 0; r < rows; r++) {
    const number = numbers[selection[r]];
    const whole = number | 0;
    if (whole !== number || whole < 0 || whole >= PREFIXED_BELOW) return false;
    const top = (whole / 10_000) | 0;
    const isLong = whole >= 10_000;
    const first = isLong ? top : whole;
    const next = isLong ? PADDED[whole - top * 10_000] : 0;
    const width = WIDTH[first];
    const digits = isLong ? width + 4 : width;
    // A shift by 32 bits is none.
    const word = width < 4 ? PLAIN[first] | (next << (8 * width)) : PLAIN[first];
    let low = Math.imul(digits ^ word, LOW);
    low ^= low >>> 15;
    let high = Math.imul((START + word) ^ low, HIGH);
    high ^= high >>> 13;
    if (digits > 4) {
      const rest = width < 4 ? next >>> (32 - 8 * width) : next;
      low = Math.imul(low ^ rest, LOW);
      low ^= low >>> 15;
      high = Math.imul((high + rest) ^ low, HIGH);
      high ^= high >>> 13;
    }
    a[r] = mix(low);
    b[r] = mix(high);
  }
  return true;
}
