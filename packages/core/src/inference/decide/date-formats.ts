/** How times are written. */
export interface DateFormat {
  readonly kind: 'timestamp' | 'date' | 'time of day';
  readonly test: RegExp;
  /** Milliseconds since 1970, or since midnight for a time of day; NaN if the parts are no time. */
  readonly parse: (parts: RegExpExecArray) => number;
  /** The pattern of `formatDate` that writes the same form. */
  readonly pattern: (parts: RegExpExecArray) => string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const monthOf = (name: string): number => {
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return at < 0 ? Number.NaN : at + 1;
};

/** Milliseconds of a date; NaN if there is no such day. */
function dayMs(year: number, month: number, day: number): number {
  const ms = Date.UTC(year, month - 1, day);
  return month >= 1 && month <= 12 && new Date(ms).getUTCDate() === day && year >= 1000 ? ms : Number.NaN;
}

function clockMs(hour: number, minute: number, second = 0, fraction = ''): number {
  if (hour > 24 || minute > 59 || second > 60) return Number.NaN;
  const ms = fraction === '' ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000);
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

/** Minutes of a zone such as +02:00. */
function zoneMs(zone: string | undefined): number {
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '');
  if (parts === null) return 0;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === '-' ? -minutes : minutes) * 60_000;
}

const zonePattern = (zone: string | undefined): string => {
  if (zone === undefined) return '';
  if (zone === 'Z') return "'Z'";
  return zone.includes(':') ? 'xxx' : 'xx';
};

const clockPattern = (second: string | undefined, fraction: string | undefined): string =>
  `HH:mm${second === undefined ? '' : ':ss'}${fraction === undefined ? '' : `.${'S'.repeat(fraction.length)}`}`;

/** A year of two digits: 69 and later are of the last century, as in POSIX. */
const fullYear = (year: string): number =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) < 69 ? 2000 : 1900);

const numberPattern = (digits: string, letter: string): string => letter.repeat(digits.length === 1 ? 1 : 2);

/** 2026-01-31T12:30:15.250+02:00 and shorter. */
const ISO: DateFormat = {
  kind: 'timestamp',
  test: /^(\d{4})([-/])(\d\d)\2(\d\d)([T ])(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d|UTC)?$/,
  parse: ([, year, , month, day, , hour, minute, second, fraction, zone]) =>
    dayMs(Number(year), Number(month), Number(day)) +
    clockMs(Number(hour), Number(minute), Number(second ?? 0), fraction) -
    zoneMs(zone),
  pattern: ([, , dash = '-', , , gap, , , second, fraction, zone]) =>
    `yyyy${dash}MM${dash}dd${gap === 'T' ? "'T'" : ' '}${clockPattern(second, fraction)}${zone === 'UTC' ? " 'UTC'" : zonePattern(zone)}`,
};

/** 31/Jan/2026:12:30:15 +0200, as in logs of web servers. */
const COMMON_LOG: DateFormat = {
  kind: 'timestamp',
  test: /^\[?(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-]\d{4})\]?$/,
  parse: ([, day, month = '', year, hour, minute, second, zone]) =>
    dayMs(Number(year), monthOf(month), Number(day)) +
    clockMs(Number(hour), Number(minute), Number(second)) -
    zoneMs(zone),
  pattern: ([text]) => (text.startsWith('[') ? "'['dd/MMM/yyyy:HH:mm:ss xx']'" : 'dd/MMM/yyyy:HH:mm:ss xx'),
};

/** Sat, 31 Jan 2026 12:30:15 GMT. */
const RFC_2822: DateFormat = {
  kind: 'timestamp',
  test: /^[A-Z][a-z]{2}, (\d\d?) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|[+-]\d{4})$/,
  parse: ([, day, month = '', year, hour, minute, second, zone]) =>
    dayMs(Number(year), monthOf(month), Number(day)) +
    clockMs(Number(hour), Number(minute), Number(second)) -
    zoneMs(zone),
  pattern: ([, day = '', , , , , , zone]) =>
    `EEE, ${numberPattern(day, 'd')} MMM yyyy HH:mm:ss ${zone === 'GMT' ? "'GMT'" : 'xx'}`,
};

/** 2026-01-31, 2026/01/31. */
const ISO_DATE: DateFormat = {
  kind: 'date',
  test: /^(\d{4})([-/.])(\d\d)\2(\d\d)$/,
  parse: ([, year, , month, day]) => dayMs(Number(year), Number(month), Number(day)),
  pattern: ([, , dash = '-']) => `yyyy${dash}MM${dash}dd`,
};

/** 31.01.2026 or 01/31/26, with or without a time. With dots, the day comes first. */
function numericDate(isDayFirst: boolean): DateFormat {
  return {
    kind: 'date',
    test: isDayFirst
      ? /^(\d\d?)([./-])(\d\d?)\2(\d{4}|\d\d)(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/
      : /^(\d\d?)([/-])(\d\d?)\2(\d{4}|\d\d)(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/,
    parse: ([, first, , second, year = '', hour, minute, seconds]) =>
      dayMs(fullYear(year), Number(isDayFirst ? second : first), Number(isDayFirst ? first : second)) +
      clockMs(Number(hour ?? 0), Number(minute ?? 0), Number(seconds ?? 0)),
    pattern: ([, first = '', dash = '/', second = '', year = '', hour, , seconds]) => {
      const [one, two] = isDayFirst ? ['d', 'M'] : ['M', 'd'];
      const date = `${numberPattern(first, one)}${dash}${numberPattern(second, two)}${dash}${'y'.repeat(year.length)}`;
      return hour === undefined
        ? date
        : `${date} ${numberPattern(hour, 'H')}:mm${seconds === undefined ? '' : ':ss'}`;
    },
  };
}

/** Jan 31 2026, January 31, 2026. */
const MONTH_FIRST: DateFormat = {
  kind: 'date',
  test: /^([A-Z][a-z]{2}|[A-Z][a-z]{3,8})\.? (\d\d?)(,?) (\d{4})$/,
  parse: ([, month = '', day, , year]) => dayMs(Number(year), monthOf(month), Number(day)),
  pattern: ([, month = '', day = '', comma = '']) =>
    `${month.length > 3 ? 'MMMM' : 'MMM'} ${numberPattern(day, 'd')}${comma} yyyy`,
};

/** 31 Jan 2026, 31-Jan-26. */
const DAY_FIRST: DateFormat = {
  kind: 'date',
  test: /^(\d\d?)([ -])([A-Z][a-z]{2}|[A-Z][a-z]{3,8})\2(\d{4}|\d\d)$/,
  parse: ([, day, , month = '', year = '']) => dayMs(fullYear(year), monthOf(month), Number(day)),
  pattern: ([, day = '', gap = ' ', month = '', year = '']) =>
    `${numberPattern(day, 'd')}${gap}${month.length > 3 ? 'MMMM' : 'MMM'}${gap}${'y'.repeat(year.length)}`,
};

/** 12:30, 12:30:15.250. */
const TIME_OF_DAY: DateFormat = {
  kind: 'time of day',
  test: /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?$/,
  parse: ([, hour, minute, second, fraction]) =>
    clockMs(Number(hour), Number(minute), Number(second ?? 0), fraction),
  pattern: ([, , , second, fraction]) => clockPattern(second, fraction),
};

/** Every form of time, the most particular first. */
export const DATE_FORMATS: readonly DateFormat[] = [
  ISO,
  COMMON_LOG,
  RFC_2822,
  ISO_DATE,
  numericDate(false),
  numericDate(true),
  MONTH_FIRST,
  DAY_FIRST,
  TIME_OF_DAY,
];
