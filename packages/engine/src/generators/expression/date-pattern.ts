import { isoText } from '../kernels/time/instant.ts';

/** An instant, decomposed once for all letters of a pattern. */
interface Instant {
  readonly ms: number;
  readonly iso: string;
  readonly date: Date;
}

/** Writes one field of a pattern. */
type Written = (instant: Instant) => string;

/** The writer for a letter repeated `count` times; undefined if that is invalid. */
type Letter = (count: number) => Written | undefined;

const DAY_MS = 86_400_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
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
];
const QUARTERS = ['1st quarter', '2nd quarter', '3rd quarter', '4th quarter'];

const padded = (value: number, count: number): string => String(value).padStart(count, '0');

/** A number with leading zeros; `most` is the maximum repetition of the letter. */
const number =
  (most: number, valueOf: (instant: Instant) => number): Letter =>
  (count) =>
    count <= most ? (instant) => padded(valueOf(instant), count) : undefined;

/** A year; two letters give its last two digits. */
const year =
  (valueOf: (instant: Instant) => number): Letter =>
  (count) =>
    count === 2
      ? (instant) => padded(valueOf(instant) % 100, 2)
      : (instant) => padded(valueOf(instant), count);

/** One form for each count from 1 on; null is invalid. */
const byCount =
  (...forms: readonly (Written | string | null)[]): Letter =>
  (count) => {
    const form = forms[count - 1] ?? undefined;
    return typeof form === 'string' ? () => form : form;
  };

/** A number, or a name: short, full, or one letter. */
function named(valueOf: (instant: Instant) => number, names: readonly string[]): Letter {
  const name: Written = (instant) => names[valueOf(instant) - 1] ?? '';
  return byCount(
    (instant) => padded(valueOf(instant), 1),
    (instant) => padded(valueOf(instant), 2),
    (instant) => name(instant).slice(0, 3),
    name,
    (instant) => name(instant).slice(0, 1),
  );
}

const dayName: Written = ({ date }) => DAYS[date.getUTCDay()] ?? '';
const shortDay: Written = (instant) => dayName(instant).slice(0, 3);
const hour = ({ date }: Instant): number => date.getUTCHours();
const quarter = ({ date }: Instant): number => Math.floor(date.getUTCMonth() / 3) + 1;
const half: Written = (instant) => (hour(instant) < 12 ? 'AM' : 'PM');
const fullYear = ({ date }: Instant): number => date.getUTCFullYear();

/** Days since 1 January of a year, which may differ from the instant's year. */
const dayOfYear = (ms: number, ofYear: number): number => {
  const first = new Date(0);
  first.setUTCFullYear(ofYear, 0, 1);
  return Math.floor((ms - first.getTime()) / DAY_MS);
};

/** The Thursday of the same week, which determines the week's year (ISO 8601). */
const thursday = ({ ms, date }: Instant): Date => new Date(ms + (3 - ((date.getUTCDay() + 6) % 7)) * DAY_MS);

const week = (instant: Instant): number => {
  const day = thursday(instant);
  return Math.floor(dayOfYear(day.getTime(), day.getUTCFullYear()) / 7) + 1;
};

const quarterOf = byCount(
  (instant) => padded(quarter(instant), 1),
  (instant) => padded(quarter(instant), 2),
  (instant) => `Q${quarter(instant)}`,
  (instant) => QUARTERS[quarter(instant) - 1] ?? '',
  (instant) => padded(quarter(instant), 1),
);
const month = named(({ date }) => date.getUTCMonth() + 1, MONTHS);

/**
 * The letters of date patterns (Unicode Technical Standard 35, "Date Field Symbol Table",
 * https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table), in English, in UTC, with weeks as in ISO 8601.
 */
const LETTERS: ReadonlyMap<string, Letter> = new Map<string, Letter>([
  ['y', year(fullYear)],
  ['u', (count) => (instant) => padded(fullYear(instant), count)],
  ['Y', year((instant) => thursday(instant).getUTCFullYear())],
  ['Q', quarterOf],
  ['q', quarterOf],
  ['M', month],
  ['L', month],
  ['w', number(2, week)],
  ['d', number(2, ({ date }) => date.getUTCDate())],
  ['D', number(3, ({ ms, date }) => dayOfYear(ms, date.getUTCFullYear()) + 1)],
  [
    'E',
    byCount(
      shortDay,
      shortDay,
      shortDay,
      dayName,
      (instant) => dayName(instant).slice(0, 1),
      (instant) => dayName(instant).slice(0, 2),
    ),
  ],
  ['a', byCount(half, half, half, half, (instant) => half(instant).slice(0, 1).toLowerCase())],
  ['h', number(2, (instant) => ((hour(instant) + 11) % 12) + 1)],
  ['H', number(2, hour)],
  ['K', number(2, (instant) => hour(instant) % 12)],
  ['k', number(2, (instant) => ((hour(instant) + 23) % 24) + 1)],
  ['m', number(2, ({ date }) => date.getUTCMinutes())],
  ['s', number(2, ({ date }) => date.getUTCSeconds())],
  // Event times are in milliseconds: further digits are 0.
  ['S', (count) => (count <= 9 ? ({ iso }) => iso.slice(20, 23).padEnd(9, '0').slice(0, count) : undefined)],
  ['A', number(8, ({ ms }) => ((ms % DAY_MS) + DAY_MS) % DAY_MS)],
  ['z', byCount('UTC', 'UTC', 'UTC', 'Coordinated Universal Time')],
  ['O', byCount('GMT', null, null, 'GMT')],
  ['Z', byCount('+0000', '+0000', '+0000', 'GMT', 'Z')],
  ['X', byCount('Z', 'Z', 'Z', 'Z', 'Z')],
  ['x', byCount('+00', '+0000', '+00:00', '+0000', '+00:00')],
]);

/** Fields sliced from the ISO 8601 form, which makes dates a fifth faster. */
const USUAL: ReadonlyMap<string, Written> = new Map(
  [
    ['yyyy', 0, 4] as const,
    ['MM', 5, 7] as const,
    ['dd', 8, 10] as const,
    ['HH', 11, 13] as const,
    ['mm', 14, 16] as const,
    ['ss', 17, 19] as const,
    ['SSS', 20, 23] as const,
  ].map(([field, from, to]) => [field, ({ iso }) => iso.slice(from, to)]),
);

/** A run of one letter, quoted text, an escaped quote, an unclosed quote, or anything else. */
const PIECE = /([A-Za-z])\1*|'((?:[^']|'')+)'|''|'|[^A-Za-z']+/g;

/**
 * Compiles a date pattern to a function that formats milliseconds since 1970.
 *
 * @throws Error with a readable message if the pattern is invalid
 */
export function datePattern(pattern: string): (ms: number) => string {
  const pieces = Array.from(pattern.matchAll(PIECE), ({ 0: piece, 1: letter, 2: quoted, index }) => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'");
    if (piece === "''") return "'";
    if (piece === "'") throw new Error(`Unclosed quote at character ${index + 1} of ${pattern}`);
    if (letter === undefined) return piece;
    const written = USUAL.get(piece) ?? LETTERS.get(letter)?.(piece.length);
    if (written !== undefined) return written;
    throw new Error(
      `Unknown date field ${piece} at character ${index + 1} of ${pattern}. Put text in single quotes, as in 'T', or use ${[...LETTERS.keys()].join(' ')}`,
    );
  });
  return (ms) => {
    const instant = { ms, iso: isoText(ms), date: new Date(ms) };
    let text = '';
    for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(instant);
    return text;
  };
}

/** Maximum number of cached patterns. */
const MAX_CACHED = 64;

/** A function that formats dates and caches compiled patterns; it returns undefined for invalid patterns. */
export function formatter(): (ms: number, pattern: string) => string | undefined {
  const known = new Map<string, ReturnType<typeof tryPattern>>();
  return (ms, pattern) => {
    if (!known.has(pattern)) {
      if (known.size >= MAX_CACHED) known.clear();
      known.set(pattern, tryPattern(pattern));
    }
    return known.get(pattern)?.(ms);
  };
}

function tryPattern(pattern: string): ((ms: number) => string) | undefined {
  try {
    return datePattern(pattern);
  } catch {
    // A literal pattern was rejected earlier; a computed one gives null, like any failed computation.
    return undefined;
  }
}
