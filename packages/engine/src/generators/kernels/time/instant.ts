import { draw, drawKeys, join53, type Subject, UNIT53 } from '../../../numeric/random.ts';
import { putSame } from '../choice/put-texts.ts';
import type { Cell, Chunk, Place, Writing } from '../engine/cell.ts';
import { pool, type Pool, putWords } from '../engine/pool.ts';
import { asciiText } from '../engine/scan.ts';
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

const SECOND_MS = 1000;
const YEAR_MS = 365 * DAY_MS;

/** Minimum and maximum distance from the reference date, in days or years. */
export interface Reach {
  readonly min: number;
  readonly max: number;
}

/** Returns the span around a reference date in milliseconds since 1970. */
export type SpanAt = (ms: number) => Span;

const byDays = (ms: number, days: number): number => {
  const date = new Date(ms);
  return date.setUTCDate(date.getUTCDate() + days);
};
const byYears = (ms: number, years: number): number => {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
};

/** Faker's spans. The past ends one second before the reference date, and the future begins one second after. */
export const spans = {
  anytime: (): SpanAt => (ms) => ({ low: ms - YEAR_MS, high: ms + YEAR_MS }),
  recent:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byDays(ms, -max), high: byDays(ms, -min) - SECOND_MS }),
  soon:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byDays(ms, min) + SECOND_MS, high: byDays(ms, max) }),
  past:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, -max), high: byYears(ms, -min) - SECOND_MS }),
  future:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, min) + SECOND_MS, high: byYears(ms, max) }),
  /** Birth dates of people aged min to max years. */
  age:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, -max - 1) + DAY_MS, high: byYears(ms, -min) }),
} as const;

/** Writes the row's event time as ISO 8601: 24 characters with milliseconds and Z, or the first 19 of them. */
export const isoTime = (characters: 24 | 19, place: Place): Cell => ({
  ...isoTimes((chunk) => chunk.ms, characters, place),
  usesTime: true,
});

/** Writes times in milliseconds since 1970 in the same way, one for each row of the chunk. */
export function isoTimes(
  timesOf: (chunk: Chunk) => Float64Array,
  characters: 24 | 19,
  place: Place,
): Writing {
  const template = `${place.lead}"${new Date(0).toISOString().slice(0, characters)}"`;
  // One byte of room, because the shorter text is written four bytes at a time.
  const text = pool([`${template} `]);
  const length = text.lengths[0] - 1;
  const view = new DataView(text.words.buffer);
  const shown = {
    ms: 0,
    show: (ms: number): void => {
      putIso(view, length - characters - 1, ms, characters);
    },
  };
  return {
    maxBytes: text.stride * 8,
    column: (chunk) => putTimes(chunk, timesOf(chunk), shown, text, length),
  };
}

/** Formats a time only when it changes: at high rates, most rows share it with the row before. */
function putTimes(
  chunk: Chunk,
  ms: Float64Array,
  shown: { ms: number; readonly show: (ms: number) => void },
  text: Pick<Pool, 'words' | 'stride'>,
  length: number,
): void {
  const { rows } = chunk;
  let from = 0;
  while (from < rows) {
    const now = ms[from];
    let to = from + 1;
    while (to < rows && ms[to] === now) to++;
    if (now !== shown.ms) shown.show(now);
    shown.ms = now;
    putSame(chunk, from, to, text, length);
    from = to;
  }
}

const CHARACTERS = 24;
/** Room for all bytes that `putIso` touches. */
const bytes = new Uint8Array(32);
const view = new DataView(bytes.buffer);

/** `toISOString` for the years 0 to 9999, three times as fast. */
export function isoText(ms: number): string {
  putIso(view, 0, ms, CHARACTERS);
  return asciiText(bytes, 0, CHARACTERS);
}

/** A range of instants in whole milliseconds since 1970, both ends included. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Room for a year of six digits: 27 characters, written four bytes at a time. */
const TEXT_BYTES = 32;

/** A uniform instant of the span as ISO 8601: 24 characters with milliseconds and Z, or the first 19 of them. */
export function instantWithin(span: Span, characters: 24 | 19, place: Place): Cell {
  return instant(() => span, false, characters, place);
}

/**
 * A uniform instant of a span relative to the row's event time.
 * `spanAt` is called once per day with the start of the day: a shift by days or years is the same for all times of a day.
 */
export function instantNear(spanAt: (ms: number) => Span, characters: 24 | 19, place: Place): Cell {
  return instant(spanAt, true, characters, place);
}

function instant(spanAt: (ms: number) => Span, usesTime: boolean, characters: 24 | 19, place: Place): Cell {
  const { keys, odds } = drawKeys(place.path, 2);
  const shown: Shown = {
    spanAt,
    usesTime,
    characters,
    key0: keys[0],
    key1: keys[1],
    odd0: odds[0],
    odd1: odds[1],
    lead: pool([`${place.lead}"`]),
  };
  return {
    maxBytes: shown.lead.stride * 8 + TEXT_BYTES,
    usesTime,
    column: (chunk, subject) => putInstants(chunk, subject, shown),
  };
}

interface Shown {
  readonly spanAt: (ms: number) => Span;
  readonly usesTime: boolean;
  readonly characters: 24 | 19;
  readonly key0: number;
  readonly key1: number;
  readonly odd0: number;
  readonly odd1: number;
  readonly lead: Pool;
}

function putInstants({ view, at, ms, rows }: Chunk, { a, b }: Subject, shown: Shown): void {
  const { spanAt, usesTime, characters, key0, key1, odd0, odd1, lead } = shown;
  const skip = lead.lengths[0];
  let day = usesTime ? Math.floor(ms[0] / DAY_MS) : 0;
  let { low, high } = spanAt(day * DAY_MS);
  let scale = (high - low + 1) * UNIT53;
  for (let r = 0; r < rows; r++) {
    let base = low;
    if (usesTime) {
      const now = ms[r];
      if (Math.floor(now / DAY_MS) !== day) {
        day = Math.floor(now / DAY_MS);
        ({ low, high } = spanAt(day * DAY_MS));
        scale = (high - low + 1) * UNIT53;
      }
      base = low + (now - day * DAY_MS);
    }
    const share = join53(draw(a[r], b[r], key0, odd0), draw(a[r], b[r], key1, odd1));
    const p = at[r];
    putWords(view, p, lead.words, 0, lead.stride);
    at[r] = putIso(view, p + skip, base + Math.floor(share * scale), characters);
  }
}
