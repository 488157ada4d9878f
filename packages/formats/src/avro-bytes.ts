import type { Kind } from '@catbird/engine';
import { type Cursor, put } from './cursor.ts';
import { copyBare, takeBoolean, takeNumber, takeWhole, takeDate, takeInstant } from './json-number.ts';
import { copyText, takeText } from './json-text.ts';
import { begins, endOfValue, endsList, enterList, enterMap, takeKey } from './scanner.ts';

/** Appends the value that stands at the cursor. False if it does not fit. */
export type Write = (cursor: Cursor) => boolean;

const INT = 2 ** 31;

/** Whether whole numbers of a range fit in 32 bits. */
export const isInt = ({
  min = -Infinity,
  max = Infinity,
}: {
  readonly min?: number;
  readonly max?: number;
}): boolean => min >= -INT && max < INT;

/** What values of a kind begin with. */
export function startOf({ is }: Kind): (byte: number) => boolean {
  if (is === 'integer' || is === 'number') return begins.number;
  if (is === 'boolean') return begins.boolean;
  if (is === 'list') return begins.list;
  return is === 'object' || is === 'map' ? begins.object : begins.text;
}

/** Appends a whole number below 2^53 in zigzag and groups of seven bits. */
export function putLong(cursor: Cursor, n: number): void {
  const { out } = cursor;
  let to = cursor.to;
  const isNegative = n < 0;
  const size = isNegative ? -n - 1 : n;
  // Shifted by one, in two words.
  let high = Math.floor(size / INT);
  let low = (((size - high * INT) << 1) | (isNegative ? 1 : 0)) >>> 0;
  while (high !== 0) {
    out[to++] = (low & 127) | 128;
    low = ((low >>> 7) | (high << 25)) >>> 0;
    high >>>= 7;
  }
  while (low > 127) {
    out[to++] = (low & 127) | 128;
    low >>>= 7;
  }
  out[to++] = low;
  cursor.to = to;
}

/** Appends a whole number of 64 bits in groups of seven bits. @param bits as an unsigned number */
export function putWide(cursor: Cursor, bits: bigint): void {
  let rest = bits;
  for (; rest > 127n; rest >>= 7n) cursor.out[cursor.to++] = Number(rest & 127n) | 128;
  cursor.out[cursor.to++] = Number(rest);
}

/** Writes a whole number of 64 bits, all of whose digits count. */
export function writeWide(cursor: Cursor): boolean {
  const n = takeWhole(cursor);
  if (n === undefined || BigInt.asIntN(64, n) !== n) return false;
  putWideLong(cursor, n);
  return true;
}

/** Appends a whole number of 64 bits in zigzag and groups of seven bits. */
export const putWideLong = (cursor: Cursor, n: bigint): void =>
  putWide(cursor, BigInt.asUintN(64, (n << 1n) ^ (n >> 63n)));

/** The digits of a whole number of any size, as a text after their number. */
export function writeDigits(cursor: Cursor): boolean {
  const { at } = cursor;
  if (takeWhole(cursor) === undefined) return false;
  putLong(cursor, cursor.at - at);
  cursor.at = at;
  return copyBare(cursor);
}

/** Its bytes in UTF-8, after their number. */
export function writeText(cursor: Cursor): boolean {
  const { to, at } = cursor;
  const end = copyText(cursor, to + 1);
  const size = end - to - 1;
  if (end >= 0 && size < 64) {
    // The number in zigzag is one byte.
    cursor.out[to] = 2 * size;
    cursor.to = end;
    return true;
  }
  cursor.at = at;
  const text = takeText(cursor);
  if (text === undefined) return false;
  putLong(cursor, text.length);
  put(cursor, text);
  return true;
}

/** Milliseconds since 1970. */
export function writeInstant(cursor: Cursor): boolean {
  const ms = takeInstant(cursor);
  if (!Number.isFinite(ms)) return false;
  putLong(cursor, ms);
  return true;
}

/** Days since 1970. */
export function writeDate(cursor: Cursor): boolean {
  const days = takeDate(cursor);
  if (!Number.isFinite(days)) return false;
  putLong(cursor, days);
  return true;
}

/** One byte. */
export function writeBoolean(cursor: Cursor): boolean {
  const value = takeBoolean(cursor);
  cursor.out[cursor.to++] = value;
  return value >= 0;
}

/** The error of a number that counts rows and no longer fits. */
export const outgrown = (path: readonly string[], type: string): string =>
  `${path.join('.')} has grown too large for ${type}. End the stream before, or use a larger type`;

/**
 * Writes a whole number of a range.
 *
 * @param tooLarge the message of the RangeError for a number above the range. Default: such a row is not written
 */
export const writeWhole = (
  kind: { readonly min?: number; readonly max?: number },
  tooLarge?: string,
): Write => {
  const least = isInt(kind) ? -INT : Number.MIN_SAFE_INTEGER;
  const most = isInt(kind) ? INT - 1 : Number.MAX_SAFE_INTEGER;
  return (cursor) => {
    const n = takeNumber(cursor);
    if (n > most && tooLarge !== undefined) throw new RangeError(tooLarge);
    if (!(n >= least && n <= most) || !Number.isInteger(n)) return false;
    putLong(cursor, n);
    return true;
  };
};

/** Eight bytes. */
export function writeDouble(cursor: Cursor): boolean {
  const n = takeNumber(cursor);
  if (Number.isNaN(n)) return false;
  cursor.view.setFloat64(cursor.to, n, true);
  cursor.to += 8;
  return true;
}

/** A list is one block: its number of elements, its elements, and 0 for the end. */
export function writeList(cursor: Cursor, write: Write): boolean {
  const count = elementsAt(cursor);
  if (count < 0 || !enterList(cursor)) return false;
  if (count > 0) putLong(cursor, count);
  for (let i = 0; i < count; i++) {
    if (i > 0 && endsList(cursor)) return false;
    if (!write(cursor)) return false;
  }
  cursor.out[cursor.to++] = 0;
  return endsList(cursor);
}

/** A map is one block, as a list is: a key, then its value. */
export function writeMap(cursor: Cursor, write: Write): boolean {
  const count = elementsAt(cursor);
  if (count < 0 || !enterMap(cursor)) return false;
  if (count > 0) putLong(cursor, count);
  for (let i = 0; i < count; i++) {
    const key = takeKey(cursor);
    if (key === undefined || key === null) return false;
    putLong(cursor, key.length);
    put(cursor, key);
    if (!write(cursor)) return false;
  }
  cursor.out[cursor.to++] = 0;
  return takeKey(cursor) === null;
}

/** The number of elements of the list, or members of the object, that stands here; −1 if it does not end. */
function elementsAt({ src, at }: Cursor): number {
  const end = endOfValue(src, at);
  if (end < 0) return -1;
  if (end === at + 2) return 0;
  let count = 0;
  for (let from = at + 1; from < end; count++) {
    const name = src[at] === 0x7b ? endOfValue(src, from) + 1 : from;
    from = endOfValue(src, name) + 1;
    if (from <= 0) return -1;
  }
  return count;
}
