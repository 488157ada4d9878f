/** Dates as texts: 2026-03-01, 2026-03-01T12:00:00, …00.000, …Z, …+01:00, or with a space; as numbers they are milliseconds since 1970. Without a zone, UTC is meant. */
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

/** Milliseconds since 1970; undefined for what is no date of the years 0 to 9999. */
export function msOf(date: string | number): number | undefined {
  const ms = typeof date === 'number' ? Math.floor(date) : msOfText(date);
  return ms !== undefined && ms >= YEAR_0_MS && ms <= YEAR_9999_MS ? ms : undefined;
}

function msOfText(text: string): number | undefined {
  const found = DATE.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, , hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found;
  const ms = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  );
  // Date.parse takes a 31st of every month and counts on.
  if (Number.isNaN(ms) || new Date(ms).getUTCDate() !== Number(day)) return undefined;
  if (zone === 'Z') return ms;
  const offset = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? ms + offset * MS.minute : ms - offset * MS.minute;
}

/** An instant in the form of a date that was given; undefined outside the years 0 to 9999. */
export function inFormOf(date: string | number, ms: number): string | number | undefined {
  if (!(ms >= YEAR_0_MS && ms <= YEAR_9999_MS)) return undefined;
  if (typeof date === 'number') return ms;
  const iso = new Date(ms).toISOString();
  const [, , , , separator, , , , fraction, zone] = DATE.exec(date) ?? [];
  if (separator === undefined) return ms % MS.day === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
  const text = zone !== undefined || fraction !== undefined ? iso.slice(0, 23) : iso.slice(0, 19);
  return `${text.replace('T', separator)}${zone === undefined ? '' : 'Z'}`;
}

/** An instant some units later; the 31st of a month becomes the last of a shorter one. Parts of a month are left out. */
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

/** Whole units from one instant to the other; negative when it was before. */
export function between(from: number, to: number, unit: Unit): number {
  if (unit !== 'month' && unit !== 'year') return Math.trunc((to - from) / MS[unit]) + 0;
  if (to < from) return 0 - between(to, from, unit);
  const [first, last] = [new Date(from), new Date(to)];
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  const whole = added(from, months, 'month') > to ? months - 1 : months;
  return unit === 'month' ? whole : Math.trunc(whole / 12);
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** yyyy, MM, dd, HH, mm, ss and SSS are numbers, MMM and EEE short names, MMMM and EEEE whole ones; all else stays. */
export function formatted(ms: number, format: string): string {
  const date = new Date(ms);
  const iso = date.toISOString();
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const day = DAYS[date.getUTCDay()] ?? '';
  const parts: Readonly<Record<string, string>> = {
    yyyy: iso.slice(0, 4),
    MMMM: month,
    MMM: month.slice(0, 3),
    MM: iso.slice(5, 7),
    dd: iso.slice(8, 10),
    EEEE: day,
    EEE: day.slice(0, 3),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
    SSS: iso.slice(20, 23),
  };
  return format.replaceAll(/yyyy|MMMM|MMM|MM|dd|EEEE|EEE|HH|mm|ss|SSS/g, (part) => parts[part] ?? part);
}
