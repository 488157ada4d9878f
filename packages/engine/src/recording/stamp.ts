const ISO =
  /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)(?:(:\d\d)(?:([.,])(\d{1,9}))?)?( ?(?:Z|[+-]\d\d(?::?\d\d)?))?$/i;

/** The parts of a date and time as ISO 8601. */
interface IsoParts {
  readonly separator: string;
  /** Milliseconds since 1970 of what the clock of its place shows, without a fraction of a second. */
  readonly shownMs: number;
  readonly hasSeconds: boolean;
  readonly point: string;
  /** Digits behind the point. */
  readonly fraction: string;
  /** As it stands in the text. Empty: UTC. */
  readonly zone: string;
}

const DASH = 0x2d;

/** Most texts are no times, which is quick to tell. */
const mayBeTime = (text: string): boolean =>
  text.length >= 16 && text.length <= 40 && text.charCodeAt(4) === DASH;

function partsOf(text: string): IsoParts | undefined {
  if (!mayBeTime(text)) return undefined;
  const [, date, separator = '', minutes = '', seconds, point = '', fraction = '', zone = ''] =
    ISO.exec(text) ?? [];
  if (date === undefined) return undefined;
  const shownMs = Date.parse(`${date}T${minutes}${seconds ?? ':00'}Z`);
  if (Number.isNaN(shownMs)) return undefined;
  return { separator, shownMs, hasSeconds: seconds !== undefined, point, fraction, zone };
}

/** The places of the digits of `2026-01-31T12:00:00.000Z`, and of what stands between them. */
const FORM = '0000-00-00T00:00:00.000Z';

/** The time of a text of that form, as most programs write it; undefined if it may be of another. Quicker than `Date.parse`. */
export function usualMs(text: string): number | undefined {
  if (!hasForm(text)) return undefined;
  const two = (at: number): number => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
  const [year, month, day] = [two(0) * 100 + two(2), two(5), two(8)];
  const [hour, minute, second] = [two(11), two(14), two(17)];
  // Date.UTC takes the years to 99 for those of the last century, and any day of any month.
  const isPlain = year >= 100 && isWithin(month, 1, 12) && isWithin(day, 1, 28);
  return isPlain && hour < 24 && minute < 60 && second < 60
    ? Date.UTC(year, month - 1, day, hour, minute, second, two(20) * 10 + text.charCodeAt(22) - ZERO)
    : undefined;
}

const isWithin = (number: number, least: number, most: number): boolean => number >= least && number <= most;

function hasForm(text: string): boolean {
  if (text.length !== FORM.length) return false;
  for (let at = 0; at < FORM.length; at++) {
    const [expected, found] = [FORM.charCodeAt(at), text.charCodeAt(at)];
    if (expected === ZERO ? !isWithin(found, ZERO, NINE) : found !== expected) return false;
  }
  return true;
}

const [ZERO, NINE] = [0x30, 0x39] as const;

function offsetOf(zone: string): number {
  const [, sign, hours = '', minutes = '0'] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** The time of a date and time as ISO 8601, in whole milliseconds since 1970; NaN if a text is none. Without an offset, it is UTC. */
function isoMs(text: string): number {
  const usual = usualMs(text);
  if (usual !== undefined) return usual;
  const parts = partsOf(text);
  if (parts === undefined) return NaN;
  const { shownMs, fraction, zone } = parts;
  return shownMs + Number(fraction.slice(0, 3).padEnd(3, '0')) - offsetOf(zone);
}

/** The same text at a later time, rounded to its digits. Its offset stays. */
function laterIso(text: string, byMs: number): string {
  const usual = usualMs(text);
  if (usual !== undefined) return new Date(usual + byMs).toISOString();
  const parts = partsOf(text);
  if (parts === undefined) return text;
  const { separator, shownMs, hasSeconds, point, fraction, zone } = parts;
  const digits = fraction.padEnd(9, '0');
  const unitMs = hasSeconds ? 10 ** Math.max(0, 3 - fraction.length) : 60_000;
  const ms = Math.round((shownMs + Number(digits.slice(0, 3)) + byMs) / unitMs) * unitMs;
  const moved = new Date(ms).toISOString();
  const end = hasSeconds ? 19 : 16;
  const rest = point === '' ? '' : point + (moved.slice(20, 23) + digits.slice(3)).slice(0, fraction.length);
  return moved.slice(0, 10) + separator + moved.slice(11, end) + rest + zone;
}

/** Units of numbers that count from 1970, as digits behind whole seconds: seconds, milliseconds, microseconds, nanoseconds. */
const UNITS = [0, 3, 6, 9] as const;
/** Seconds since 1970 from 2001-09-09 to 2286-11-20: with another unit, the number of the digits differs. */
const [LEAST_SECONDS, MOST_SECONDS] = [1e9, 1e10] as const;

const unitOf = (number: number): (typeof UNITS)[number] | undefined =>
  UNITS.find((digits) => number >= LEAST_SECONDS * 10 ** digits && number < MOST_SECONDS * 10 ** digits);

/** The time of a number that counts from 1970, in whole milliseconds; NaN if it is none of the years 2001 to 2286 in any unit. */
function epochMs(number: number): number {
  const unit = unitOf(number);
  return unit === undefined ? NaN : Math.floor(number * 10 ** (3 - unit));
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/;

/** The same number at a later time, rounded to its digits. */
function laterEpoch(json: string, byMs: number): string {
  const unit = unitOf(Number(json));
  const [, whole, decimals = ''] = PLAIN.exec(json) ?? [];
  if (unit === undefined || whole === undefined) return json;
  if (unit <= 3 && decimals === '') return String(Number(json) + Math.round(byMs * 10 ** (unit - 3)));
  // How many digits a millisecond has behind it. BigInt keeps nanoseconds.
  const digits = unit + decimals.length - 3;
  const byUnits =
    digits >= 0 ? BigInt(byMs) * 10n ** BigInt(digits) : BigInt(Math.round(byMs * 10 ** digits));
  const moved = String(BigInt(whole + decimals) + byUnits);
  return decimals === '' ? moved : `${moved.slice(0, -decimals.length)}.${moved.slice(-decimals.length)}`;
}

/** The time of a value of a row, in whole milliseconds since 1970; NaN if it is none. */
export const timeOf = (value: unknown): number =>
  typeof value === 'string' ? isoMs(value) : typeof value === 'number' ? epochMs(value) : NaN;

/** The same of a value as JSON. */
export const timeOfJson = (json: string): number =>
  json.startsWith('"') ? isoMs(json.slice(1, -1)) : epochMs(Number(json));

/** A value of a row, as JSON, at a later time. One that is no time stays as it is. @param byMs a whole number */
export const later = (json: string, byMs: number): string =>
  json.startsWith('"') ? `"${laterIso(json.slice(1, -1), byMs)}"` : laterEpoch(json, byMs);
