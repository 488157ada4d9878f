import { isoText } from '../kernels/time/instant.ts';

/** Date strings: 2026-03-01, 2026-03-01T12:00:00, …00.000, …Z, …+01:00, or with a space. A date without a zone is UTC. */
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

export const UNITS = ['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Unit = (typeof UNITS)[number];
export const isUnit = (text: string): text is Unit => UNITS.some((unit) => unit === text);

const MS: Readonly<Record<Exclude<Unit, 'month' | 'year'>, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');
const YEAR_9999_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since 1970 of a date string or number; undefined if it is not a date in the years 0 to 9999. */
export function msOf(date: string | number): number | undefined {
  const ms = typeof date === 'number' ? Math.floor(date) : msOfText(date);
  return ms !== undefined && ms >= YEAR_0_MS && ms <= YEAR_9999_MS ? ms : undefined;
}

function msOfText(text: string): number | undefined {
  // The usual form is parsed by hand: the regular expression takes four times as long.
  const usual = isUsual(text) ? usualMs(text) : undefined;
  if (usual !== undefined) return usual;
  const found = DATE.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, , hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = found;
  const ms = msOfParts([
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.slice(0, 3).padEnd(3, '0')),
  ]);
  if (ms === undefined || zone === 'Z') return ms;
  const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? ms + offset * MS.minute : ms - offset * MS.minute;
}

const isUsual = (text: string): boolean => text.length === 24 && text[10] === 'T' && text[23] === 'Z';

/** 2026-03-01T12:00:00.000Z; undefined for any other form. */
function usualMs(text: string): number | undefined {
  const digits = (from: number, to: number): number => {
    let value = 0;
    for (let i = from; i < to; i++) {
      const digit = text.charCodeAt(i) - 0x30;
      value = digit >= 0 && digit <= 9 ? value * 10 + digit : NaN;
    }
    return value;
  };
  const separators = text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':';
  if (!separators || text[16] !== ':' || text[19] !== '.') return undefined;
  return msOfParts([
    digits(0, 4),
    digits(5, 7),
    digits(8, 10),
    digits(11, 13),
    digits(14, 16),
    digits(17, 19),
    digits(20, 23),
  ]);
}

/** Days before each month of a common year. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const;

type Parts = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
];

/** Milliseconds since 1970 from year, month, day, hour, minute, second and millisecond; undefined for an impossible date or time. */
function msOfParts([year, month, day, hour, minute, second, ms]: Parts): number | undefined {
  const days = daysTo(year, month, day);
  if (days === undefined || !(hour < 24 && minute < 60 && second < 60 && ms >= 0)) return undefined;
  return days * MS.day + hour * MS.hour + minute * MS.minute + second * MS.second + ms;
}

/** Days from 1970-01-01 to a date; undefined for one that does not exist. */
function daysTo(year: number, month: number, day: number): number | undefined {
  const before = DAYS_BEFORE[month - 1];
  const after = DAYS_BEFORE[month];
  if (before === undefined || after === undefined) return undefined;
  const leapDay = isLeap(year) ? 1 : 0;
  if (!(day >= 1 && day <= after - before + (month === 2 ? leapDay : 0))) return undefined;
  const years = year - 1;
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return year * 365 + leaps + before + (month > 2 ? leapDay : 0) + day - 1 - DAYS_TO_1970;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days before 1970-01-01, with 477 leap days. */
const DAYS_TO_1970 = 1970 * 365 + 477;

/** An instant in the same form as a given date; undefined outside the years 0 to 9999. */
export function inFormOf(date: string | number, ms: number): string | number | undefined {
  if (!(ms >= YEAR_0_MS && ms <= YEAR_9999_MS)) return undefined;
  if (typeof date === 'number') return ms;
  const iso = isoText(ms);
  if (isUsual(date)) return iso;
  const [, , , , separator, , , , fraction, zone] = DATE.exec(date) ?? [];
  if (separator === undefined) return ms % MS.day === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
  const text = zone !== undefined || fraction !== undefined ? iso.slice(0, 23) : iso.slice(0, 19);
  return `${text.replace('T', separator)}${zone === undefined ? '' : 'Z'}`;
}

/** Adds an amount of a unit. The 31st becomes the last day of a shorter month; fractions of a month are ignored. */
export function added(ms: number, amount: number, unit: Unit): number {
  if (unit !== 'month' && unit !== 'year') return Math.round(ms + amount * MS[unit]);
  const from = new Date(ms);
  const months = Math.trunc(amount) * (unit === 'year' ? 12 : 1);
  const to = new Date(ms);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const last = new Date(to);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  to.setUTCDate(Math.min(from.getUTCDate(), last.getUTCDate()));
  return to.getTime();
}

/** Whole units from one instant to another; negative if the second is earlier. */
export function between(from: number, to: number, unit: Unit): number {
  if (unit !== 'month' && unit !== 'year') return Math.trunc((to - from) / MS[unit]) + 0;
  if (to < from) return 0 - between(to, from, unit);
  const [first, last] = [new Date(from), new Date(to)];
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  const whole = added(from, months, 'month') > to ? months - 1 : months;
  return unit === 'month' ? whole : Math.trunc(whole / 12);
}
