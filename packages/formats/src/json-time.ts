import type { Cursor } from './cursor.ts';

const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

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
