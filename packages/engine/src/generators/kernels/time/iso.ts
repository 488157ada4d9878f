import { PADDED, wordOf } from '../number/digits.ts';

const DAY_MS = 86_400_000;
const QUOTE = 0x22;

const table = (size: number, text: (i: number) => string): Int32Array =>
  Int32Array.from({ length: size }, (_, i) => wordOf(text(i)));
const two = (i: number): string => String(i).padStart(2, '0');

const MONTH = table(13, (i) => `-${two(i)}-`);
const DAY = table(32, (i) => `${two(i)}T`);
const COLON = table(60, (i) => `${two(i)}:`);
const DOT = table(60, (i) => `${two(i)}.`);
const ZULU = table(1000, (i) => `${String(i).padStart(3, '0')}Z`);

/** Days from 0000-03-01 to 1970-01-01, and days in 400 years. */
const TO_1970 = 719_468;
const CYCLE = 146_097;
/** 0000-01-01 and 9999-12-31 in days since 1970: the years with four digits. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/**
 * Writes an instant in milliseconds since 1970 as ISO 8601 in UTC with its closing quote; 19 characters omit milliseconds and
 * zone. Touches at most 32 bytes and returns the end. Converts days to dates with Howard Hinnant's civil_from_days
 * (howardhinnant.github.io/date_algorithms.html): years begin in March, so that the leap day comes last.
 */
export function putIso(view: DataView, at: number, ms: number, characters: 24 | 19): number {
  const day = Math.floor(ms / DAY_MS);
  if (day < FIRST_DAY || day > LAST_DAY) return putLong(view, at, ms, characters);
  const shifted = day + TO_1970;
  const cycle = shifted < 0 ? -1 : (shifted / CYCLE) | 0;
  const ofCycle = shifted - cycle * CYCLE;
  const leaps = ((ofCycle / 1460) | 0) - ((ofCycle / 36_524) | 0) + ((ofCycle / 146_096) | 0);
  const year = ((ofCycle - leaps) / 365) | 0;
  const ofYear = ofCycle - (365 * year + ((year / 4) | 0) - ((year / 100) | 0));
  const fromMarch = ((5 * ofYear + 2) / 153) | 0;
  const dayOfMonth = ofYear - (((153 * fromMarch + 2) / 5) | 0) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  view.setInt32(at, PADDED[year + cycle * 400 + (month < 3 ? 1 : 0)], true);
  view.setInt32(at + 4, MONTH[month], true);
  view.setInt32(at + 8, DAY[dayOfMonth], true);
  const ofDay = (ms - day * DAY_MS) | 0;
  const seconds = (ofDay / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  view.setInt32(at + 11, COLON[hours], true);
  view.setInt32(at + 14, COLON[minutes - hours * 60], true);
  view.setInt32(at + 17, DOT[seconds - minutes * 60], true);
  if (characters === 24) view.setInt32(at + 20, ZULU[ofDay - seconds * 1000], true);
  view.setInt8(at + characters, QUOTE);
  return at + characters + 1;
}

/** Writes years before 0 and after 9999, which have a sign and six digits. */
function putLong(view: DataView, at: number, ms: number, characters: 24 | 19): number {
  const iso = new Date(ms).toISOString();
  const text = characters === 24 ? iso : iso.slice(0, 19);
  for (let i = 0; i < text.length; i++) view.setInt8(at + i, text.charCodeAt(i));
  view.setInt8(at + text.length, QUOTE);
  return at + text.length + 1;
}
