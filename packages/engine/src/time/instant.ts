import { invalid, messagesOf } from '../model/issue.ts';
import { parseDuration, read, type Reading } from './duration.ts';
import { END_MS } from './timing.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Where the name of a zone goes, for messages. */
const NO_ZONE_NAMES = 'The name of a time zone goes into the setting zone';

/** Milliseconds that a clock is ahead of UTC: `+01:00`, `-0330`, `+01` or `Z`. */
export function readOffset(text: string): Reading<number> {
  if (/^z$/i.test(text)) return read(0);
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text) ?? [];
  if (sign === undefined) {
    const expected = 'must be a fixed offset such as +01:00, or Z';
    return invalid(/[a-z]{2}/i.test(text) ? `${expected}. ${NO_ZONE_NAMES}` : expected);
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return invalid('must be an offset from -23:59 to +23:59');
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return read(sign === '-' && ms > 0 ? -ms : ms);
}

/** An offset in whole minutes as {@link readOffset} reads it: `+01:00`. */
export function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / MINUTE_MS;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

const EXAMPLES =
  'an instant such as 2026-11-20 or 2026-11-20T08:30:00Z, now, or a time from now such as -30d';

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const WORDS: Readonly<Record<string, string>> = { yesterday: '-1d', tomorrow: '+1d', today: 'now' };

/**
 * Reads an instant, in whole milliseconds since 1970: an ISO 8601 date or date and time in the years 1 to 9999, UTC unless it has an
 * offset; `now`, or a signed duration from now. Now is a whole second; fractions of a millisecond are cut off.
 */
export function readInstant(text: string, nowMs: number): Reading<number> {
  const given = text.trim();
  const nowSecondMs = Math.floor(nowMs / 1000) * 1000;
  if (given === 'now') return read(nowSecondMs);
  const fromNowMs = /^[+-]/.test(given) ? parseDuration(given.slice(1)) : undefined;
  if (fromNowMs !== undefined)
    return inRange(
      given.startsWith('-') ? nowSecondMs - Math.round(fromNowMs) : nowSecondMs + Math.round(fromNowMs),
    );
  const [, date, time = '00:00:00', fraction = '', zone = 'Z'] = ISO.exec(given) ?? [];
  if (date === undefined) return invalid(strange(given));
  const found = date.startsWith('0000') ? read(-Infinity) : fromParts(date, time, fraction, zone);
  return found.ok ? inRange(found.value) : found;
}

/** A date of ISO 8601 or SQL, with or without a time and an offset. */
const DATED = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/;
const DASH = 0x2d;
/** Midnight as the end of a day, which is the beginning of the next one. */
const END_OF_DAY = /^24:00(:00)?\.0*$/;

/** Milliseconds since 1970 of a date, or a date and time, of ISO 8601 or SQL, in UTC unless it has an offset; NaN for other texts and for days that do not exist. Less than a millisecond is cut off. */
export function isoMs(text: unknown): number {
  // Most texts are none.
  if (typeof text !== 'string' || text.length < 10 || text.length > 40 || text.charCodeAt(4) !== DASH)
    return NaN;
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = DATED.exec(text) ?? [];
  if (date === undefined) return NaN;
  if (END_OF_DAY.test(`${time}.${fraction}`)) return msOf(date, '00:00', '', zone) + 24 * HOUR_MS;
  return msOf(date, time, fraction, zone);
}

function msOf(date: string, time: string, fraction: string, zone: string): number {
  const found = fromParts(date, time, fraction, zone === 'UTC' ? 'Z' : zone);
  return found.ok ? found.value : NaN;
}

/** Whether an instant depends on the time at which it is read. */
export const isRelative = (text: string): boolean => /^\s*(now\s*$|[+-])/.test(text);

/** An instant as written in a setting, in UTC: `2026-11-20T08:30:00Z`. */
export const instantText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

function fromParts(date: string, time: string, fraction: string, zone: string): Reading<number> {
  const dayMs = Date.parse(`${date}T00:00:00Z`);
  // Days beyond the end of their month are those of the next one.
  if (!(dayMs < END_MS) || new Date(dayMs).getUTCDate() !== Number(date.slice(8)))
    return invalid(`must be an existing date, not ${date}`);
  const hours = Number(time.slice(0, 2));
  const minutes = Number(time.slice(3, 5));
  // None in 08:30.
  const seconds = Number(time.slice(6));
  if (hours > 23 || minutes > 59 || seconds > 59)
    return invalid(`must have a time from 00:00:00 to 23:59:59, not ${time}`);
  const offset = readOffset(zone);
  if (!offset.ok)
    return invalid(...messagesOf(offset.issues).map((message) => message.replace('must be', 'must have')));
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return read(dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms - offset.value);
}

const inRange = (ms: number): Reading<number> =>
  ms >= FIRST_MS && ms < END_MS ? read(ms) : invalid('must be in the years 1 to 9999');

/** What to write in place of a text that is no instant. */
function strange(text: string): string {
  const instead = WORDS[text.toLowerCase()] ?? isoOf(text);
  if (instead !== undefined) return `must be an instant: write ${instead} instead of ${text}`;
  if (parseDuration(text) !== undefined && /[a-z]$/.test(text))
    return `must have a sign: write -${text} for the past or +${text} for the future`;
  if (/^\d{1,4}[/.]\d{1,2}[/.]\d{1,4}\b/.test(text))
    return `must be year-month-day, such as 2026-11-20, not ${shown(text)}`;
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S* ?\[?[a-z]/i.test(text))
    return `must have a fixed offset such as +01:00, or Z. ${NO_ZONE_NAMES}`;
  if (/^[+-]?\d{5,}-\d\d/.test(text)) return 'must be in the years 1 to 9999';
  return `must be ${EXAMPLES}`;
}

/** An ISO text of an instant that is written as a number or without leading zeros. */
function isoOf(text: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})-?(\d{1,2})-?(\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) {
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return readInstant(date, 0).ok ? date : undefined;
  }
  if (!/^\d{9,19}$/.test(text)) return undefined;
  // Seconds, milliseconds, microseconds or nanoseconds since 1970, by their number of digits.
  const perMs = 1000 ** (Math.ceil((text.length - 11) / 3) - 1);
  return instantText(Math.round(Number(text) / perMs));
}

const shown = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
