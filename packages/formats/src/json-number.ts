import { jsonOf } from '@catbird/engine';
import type { Cursor } from './cursor.ts';
import { endOfValue } from './scanner.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const NEWLINE = 0x0a;

const decoder = new TextDecoder();

/** The bytes that end a number, a boolean or null: what follows a value, and what no value has. */
const BARE_END = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++)
  if (byte <= 0x20 || byte === COMMA || byte === CLOSE || byte === CLOSE_LIST) BARE_END[byte] = 1;

/** Appends the number or boolean that stands here, and moves behind it. False, and nothing is moved, if it does not end in its line, or is none. */
export function copyBare(cursor: Cursor): boolean {
  const { src, out } = cursor;
  let { at, to } = cursor;
  let byte = src[at] ?? NEWLINE;
  if (byte === QUOTE || byte === OPEN || byte === OPEN_LIST) return false;
  for (; BARE_END[byte] === 0; byte = src[++at] ?? NEWLINE) out[to++] = byte;
  if (byte <= 0x20 || at === cursor.at) return false;
  cursor.at = at;
  cursor.to = to;
  return true;
}

/** Powers of ten that are exact. */
const TENS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Numbers with this many digits or fewer are exact before they are divided. */
const EXACT_DIGITS = 15;

/** Digits from a place on, after those that came before. `after` is the place behind them. */
function digitsFrom({ words }: Cursor, from: number, before: number): { units: number; after: number } {
  let units = before;
  let after = from;
  // The newline of the row ends them at the latest.
  for (let byte = words.getUint8(after); byte >= ZERO && byte <= 0x39; byte = words.getUint8(++after))
    units = units * 10 + (byte - ZERO);
  return { units, after };
}

/** The number that stands here. Moves behind it. NaN if it is none. */
export function takeNumber(cursor: Cursor): number {
  const { src, at } = cursor;
  const isNegative = src[at] === MINUS;
  const first = isNegative ? at + 1 : at;
  let { units, after } = digitsFrom(cursor, first, 0);
  if (after === first) return NaN;
  let digits = after - first;
  let decimals = 0;
  if (src[after] === DOT) {
    const point = after;
    ({ units, after } = digitsFrom(cursor, after + 1, units));
    decimals = after - point - 1;
    digits += decimals;
  }
  if (digits > EXACT_DIGITS || src[after] === 0x65 || src[after] === 0x45) return takeLongNumber(cursor);
  cursor.at = after;
  const size = decimals === 0 ? units : units / (TENS[decimals] ?? NaN);
  return isNegative ? -size : size;
}

function takeLongNumber(cursor: Cursor): number {
  const value = takeValue(cursor);
  return typeof value === 'number' ? value : NaN;
}

/** The whole number that stands here, whatever its size. Moves behind it. Undefined if it is none. */
export function takeWhole(cursor: Cursor): bigint | undefined {
  const end = endOfValue(cursor.src, cursor.at);
  if (end < 0) return undefined;
  const text = decoder.decode(cursor.src.subarray(cursor.at, end));
  if (!/^-?\d+$/.test(text)) return undefined;
  cursor.at = end;
  return BigInt(text);
}

/** The boolean that stands here: 1 or 0. Moves behind it. −1 if it is none. */
export function takeBoolean(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] === 0x74 && src[at + 3] === 0x65) {
    cursor.at = at + 4;
    return 1;
  }
  if (src[at] !== 0x66 || src[at + 4] !== 0x65) return -1;
  cursor.at = at + 5;
  return 0;
}

/** The value that stands here, as JSON.parse gives it. Moves behind it. Undefined if it is none. */
function takeValue(cursor: Cursor): unknown {
  const end = endOfValue(cursor.src, cursor.at);
  if (end < 0) return undefined;
  const text = decoder.decode(cursor.src.subarray(cursor.at, end));
  cursor.at = end;
  return jsonOf(text);
}

const DAY_MS = 86_400_000;

/** Days since 1970 of a date in the proleptic Gregorian calendar (http://howardhinnant.github.io/date_algorithms.html#days_from_civil). */
function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date that stands here, `"2026-01-31"`, as days since 1970. Moves behind it. NaN if it is none. */
export function takeDate(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] !== QUOTE || src[at + 11] !== QUOTE) return NaN;
  cursor.at = at + 12;
  return dateAt(cursor, at + 1);
}

/** The instant that stands here, `"2026-01-31T12:00:00.000Z"`, in milliseconds since 1970. Moves behind it. NaN if it is none. */
export function takeInstant(cursor: Cursor): number {
  const { src, at } = cursor;
  if (src[at] !== QUOTE || src[at + 25] !== QUOTE || src[at + 24] !== 0x5a || src[at + 20] !== DOT)
    return NaN;
  cursor.at = at + 26;
  const seconds = two(src, at + 12) * 3600 + two(src, at + 15) * 60 + two(src, at + 18);
  return dateAt(cursor, at + 1) * DAY_MS + seconds * 1000 + digit(src, at + 21) * 100 + two(src, at + 22);
}

/** Days since 1970 of the date that begins at a place. */
function dateAt(cursor: Cursor, at: number): number {
  const { words, src } = cursor;
  const year = words.getInt32(at, true);
  const month = words.getInt32(at + 4, true);
  const day = words.getInt16(at + 8, true);
  if (year === cursor.year && month === cursor.month && day === cursor.day) return cursor.days;
  const isDate = src[at + 4] === MINUS && src[at + 7] === MINUS;
  cursor.year = year;
  cursor.month = month;
  cursor.day = day;
  cursor.days = isDate
    ? daysOf(two(src, at) * 100 + two(src, at + 2), two(src, at + 5), two(src, at + 8))
    : NaN;
  return cursor.days;
}

/** NaN if it is no digit. */
const digit = (src: Uint8Array, at: number): number => {
  const value = (src[at] ?? 0) - ZERO;
  return value >= 0 && value <= 9 ? value : NaN;
};
const two = (src: Uint8Array, at: number): number => digit(src, at) * 10 + digit(src, at + 1);
