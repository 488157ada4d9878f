/** How times are written. */
export interface DateFormat {
  readonly kind: 'timestamp' | 'date' | 'time of day';
  readonly test: RegExp;
  /** Milliseconds since 1970, or since midnight for a time of day; NaN if the parts are no time. */
  readonly parse: (parts: RegExpExecArray) => number;
  /** The pattern of `formatDate` that writes the same form. */
  readonly pattern: (parts: RegExpExecArray) => string;
}

/** The beginning of the pattern of a number since 1970 that is written as a text, before its number of digits after the seconds: `epoch 3`. */
export const EPOCH_PATTERN = 'epoch ';

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

const clockPattern = (second: string | undefined, fraction: string | undefined, hour = 'HH'): string =>
  `${hour}:mm${second === undefined ? '' : ':ss'}${fraction === undefined ? '' : `.${'S'.repeat(fraction.length)}`}`;

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

/** 2026-1-31, 2026/1/31 9:05:00: zeros are left out. */
const BARE_ISO: DateFormat = {
  kind: 'date',
  test: /^([12]\d{3})([-/.])(\d\d?)\2(\d\d?)(?:[ ](\d\d?):(\d\d)(?::(\d\d))?)?$/,
  parse: ([, year, , month, day, hour, minute, second]) =>
    dayMs(Number(year), Number(month), Number(day)) +
    clockMs(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)),
  pattern: ([, , dash = '-', month = '', day = '', hour, , second]) => {
    const date = `yyyy${dash}${numberPattern(month, 'M')}${dash}${numberPattern(day, 'd')}`;
    return hour === undefined ? date : `${date} ${clockPattern(second, undefined, numberPattern(hour, 'H'))}`;
  },
};

/** 20260131, 20260131123015, 20260131T123015Z, of years from 1900 to 2099. */
export const COMPACT: DateFormat = {
  kind: 'date',
  test: /^((?:19|20)\d\d)(\d\d)(\d\d)(?:(T?)(\d\d)(\d\d)(\d\d)?(Z?))?$/,
  parse: ([, year, month, day, , hour, minute, second]) =>
    dayMs(Number(year), Number(month), Number(day)) +
    clockMs(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)),
  pattern: ([, , , , gap, hour, , second, zone]) =>
    hour === undefined
      ? 'yyyyMMdd'
      : `yyyyMMdd${gap === 'T' ? "'T'" : ''}HHmm${second === undefined ? '' : 'ss'}${zone === 'Z' ? "'Z'" : ''}`,
};

/** Years that numbers may mean: 2000 to 2040, in milliseconds. */
export const EPOCH_MS = { least: 946e9, most: 2_209e9 };

/** 1790000000 and in fractions of seconds, such as 1790000000000 and 1790000000.250000, as a text. */
export const EPOCH: DateFormat = {
  kind: 'timestamp',
  test: /^(9[5-9]\d{7}|1\d{9}|2[01]\d{8})(\.?)(\d{3}|\d{6}|\d{9})?$/,
  parse: ([, seconds, , fraction = '']) => {
    const ms = Number(seconds) * 1000 + Number(fraction.slice(0, 3));
    return ms > EPOCH_MS.least && ms < EPOCH_MS.most ? ms : Number.NaN;
  },
  pattern: ([, , point = '', fraction = '']) => `${EPOCH_PATTERN}${point}${fraction.length}`,
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

/** Hours of a clock of twelve. */
const halfDayMs = (
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  half = '',
): number =>
  Number(hour) >= 1 && Number(hour) <= 12
    ? clockMs(
        (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0),
        Number(minute),
        Number(second ?? 0),
      )
    : Number.NaN;

const halfDayPattern = (hour: string, second: string | undefined, gap: string): string =>
  `${clockPattern(second, undefined, numberPattern(hour, 'h'))}${gap}a`;

/** 9:30 AM, 09:30:15PM, and after 1/31/2026. */
const HALF_DAY: DateFormat = {
  kind: 'time of day',
  test: /^(\d\d?):([0-5]\d)(?::([0-5]\d))?( ?)(AM|PM)$/,
  parse: ([, hour, minute, second, , half]) => halfDayMs(hour, minute, second, half),
  pattern: ([, hour = '', , second, gap = '']) => halfDayPattern(hour, second, gap),
};
const US_HALF_DAY: DateFormat = {
  kind: 'date',
  test: /^(\d\d?)([/-])(\d\d?)\2(\d{4}),? (\d\d?):([0-5]\d)(?::([0-5]\d))?( ?)(AM|PM)$/,
  parse: ([, month, , day, year, hour, minute, second, , half]) =>
    dayMs(Number(year), Number(month), Number(day)) + halfDayMs(hour, minute, second, half),
  pattern: ([text, month = '', dash = '/', day = '', , hour = '', , second, gap = '']) =>
    `${numberPattern(month, 'M')}${dash}${numberPattern(day, 'd')}${dash}yyyy${text.includes(',') ? ',' : ''} ${halfDayPattern(hour, second, gap)}`,
};

/** Mon Jan 31 12:30:15 2026, as programs in C write it. */
const C_TIME: DateFormat = {
  kind: 'timestamp',
  test: /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d\d):(\d\d):(\d\d)(?: (UTC|GMT))? (\d{4})$/,
  parse: ([, month = '', day, hour, minute, second, , year]) =>
    dayMs(Number(year), monthOf(month), Number(day)) + clockMs(Number(hour), Number(minute), Number(second)),
  pattern: ([, , , , , , zone]) => `EEE MMM dd HH:mm:ss${zone === undefined ? '' : ` '${zone}'`} yyyy`,
};

/** Jan 31 12:30:15 and Feb  1 12:30:15 of syslog. It leaves out the year: any leap year has all its days. */
const SYSLOG: DateFormat = {
  kind: 'timestamp',
  test: /^([A-Z][a-z]{2}) ([ \d]?\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/,
  parse: ([, month = '', day, hour, minute, second]) =>
    dayMs(2024, monthOf(month), Number(day)) + clockMs(Number(hour), Number(minute), Number(second)),
  pattern: ([, , day = '']) => `MMM ${day.startsWith(' ') ? ' d' : numberPattern(day, 'd')} HH:mm:ss`,
};

/** 12:30, 9:30:15, 12:30:15.250. */
const TIME_OF_DAY: DateFormat = {
  kind: 'time of day',
  test: /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?$/,
  parse: ([, hour, minute, second, fraction]) =>
    clockMs(Number(hour), Number(minute), Number(second ?? 0), fraction),
  pattern: ([, hour = '', , second, fraction]) => clockPattern(second, fraction, numberPattern(hour, 'H')),
};

/** Every form of time, the most particular first. */
export const DATE_FORMATS: readonly DateFormat[] = [
  ISO,
  COMMON_LOG,
  RFC_2822,
  ISO_DATE,
  BARE_ISO,
  COMPACT,
  EPOCH,
  C_TIME,
  SYSLOG,
  US_HALF_DAY,
  HALF_DAY,
  numericDate(false),
  numericDate(true),
  MONTH_FIRST,
  DAY_FIRST,
  TIME_OF_DAY,
];
