import { numbersOf, tally, textsOf, type Column } from './column.ts';
import { COMPACT, DATE_FORMATS, EPOCH, EPOCH_MS, EPOCH_PATTERN, type DateFormat } from './date-formats.ts';
import type { Decision, Kind, Spec, TimeFacts } from './decision.ts';
import type { FieldProfile } from '../observe/profile.ts';
import { boundsIn, numericLaw } from './numbers.ts';
import { distance, FEW_ROWS, outward, type Range } from './statistics.ts';

/** Share of the texts that must be of a form. */
const AGREE = 0.97;
/** Share of neighbours in order from which a column is the time of the event. */
const ORDERED = 0.97;

/** Names of times that are those of the event, in whatever order few rows are. */
const OF_EVENT =
  /^((event|created|ordered|placed|occurred|logged|received|recorded|sent|ingested|emitted)?[_ -]?(time|timestamp|ts|at|date|datetime|on)|created|logged|occurred)$/i;

const TIMELY = /time|date|_at$|(^|_)ts$|timestamp|created|updated|generated|modified/i;

/** Names of times in small parts of seconds. */
const FINE = /(^|[_ -])(us|ns|nanos?|micros?|usec|nsec)$/i;

/** An expression that another one contains. */
const grouped = (expression: string): string => (/ [+-] /.test(expression) ? `(${expression})` : expression);

/** Whether a time becomes that of the event if it can, or stays in the past of the sample. */
type Tense = 'present' | 'past';

/** Times between the first and the last of the sample. */
export const pastTimes = (column: Column): Decision | undefined =>
  column.profile.numbers > 0 ? epochs(column, 'past') : times(column, 'past');

/** Whether numbers are named like a time, and are seconds since 1970 or their thousandths or millionths. */
export const areNamedEpochs = ({ name, profile }: Column): boolean =>
  TIMELY.test(name) && [...EPOCH_KINDS.keys()].some((unit) => isOfEpochs(profile, unit));

/** Milliseconds of the units in which numbers count since 1970. */
const EPOCH_KINDS = new Map<number, Kind>([
  [1, 'epoch milliseconds'],
  [1_000, 'epoch seconds'],
  [0.001, 'epoch microseconds'],
]);

const isOfEpochs = ({ min, max }: FieldProfile, unit: number): boolean =>
  min * unit > EPOCH_MS.least && max * unit < EPOCH_MS.most;

/** Numbers of seconds since 1970, or of their thousandths or millionths. */
export function epochs(column: Column, tense: Tense = 'present'): Decision | undefined {
  const { profile, name } = column;
  const unit = [...EPOCH_KINDS.keys()].find((each) => isOfEpochs(profile, each));
  const isWhole = profile.wholes === profile.numbers;
  if (unit === undefined || !(isWhole || unit === 1_000)) return undefined;
  const isOrdered = orderOf(column) >= ORDERED;
  // Of so many digits, ids are ordered, too.
  if (!TIMELY.test(name) && !(unit < 1 ? FINE.test(name) : isOrdered)) return undefined;
  const kind = EPOCH_KINDS.get(unit) ?? 'epoch seconds';
  const ms = numbersOf(column).map((value) => Math.floor(value * unit));
  const print = (expression: string): string => {
    if (unit === 1) return expression;
    if (unit < 1) return `${grouped(expression)} * 1000`;
    return isWhole ? `floor(${grouped(expression)} / 1000)` : `${grouped(expression)} / 1000`;
  };
  const unitMs = isWhole ? Math.max(1, unit) : 1;
  const isPlain = unit === unitMs;
  return timeOf(column, { kind, ms, print, isOrdered, agree: 1, unitMs, isPlain }, tense);
}

/** Fewer different numbers may be dates by chance. */
const LEAST_DATES = 8;

/** Names by which fewer numbers are dates. */
export const DAILY = /(^|[_. -])(day|date|dt|datum|fecha)$|[a-z](Day|Date)$|^date/i;

/** Whole numbers of the digits of dates, such as 20260131 and 202601. */
export function numberDates(column: Column): Decision | undefined {
  const { profile, counts, name } = column;
  const isLikely = counts.size >= LEAST_DATES || (profile.min >= 1e7 && DAILY.test(name));
  if (profile.wholes !== profile.numbers || !isLikely) return undefined;
  const form = NUMBER_DATES.find((each) =>
    [...counts.keys()].every((value) => !Number.isNaN(compactMs(String(value), each))),
  );
  if (form === undefined) return undefined;
  const { unitMs, kind, pattern } = form;
  const ms = numbersOf(column).map((value) => compactMs(String(value), form));
  const print = (expression: string): string => `toNumber(formatDate(${expression}, "${pattern}"))`;
  // A day as a number is mostly that of a report, or a key of a table of days.
  return timeOf(column, { kind, ms, print, isOrdered: false, agree: 1, unitMs }, 'past');
}

/** How digits are dates. A month is its first day. */
const NUMBER_DATES: readonly {
  readonly pattern: string;
  readonly rest: string;
  readonly unitMs: number;
  readonly kind: Kind;
}[] = [
  { pattern: 'yyyyMMdd', rest: '', unitMs: 86_400_000, kind: 'date' },
  { pattern: 'yyyyMMddHHmmss', rest: '', unitMs: 1_000, kind: 'timestamp' },
  { pattern: 'yyyyMMddHHmm', rest: '', unitMs: 60_000, kind: 'timestamp' },
  { pattern: 'yyyyMMddHH', rest: '00', unitMs: 3_600_000, kind: 'timestamp' },
  { pattern: 'yyyyMM', rest: '01', unitMs: 86_400_000, kind: 'date' },
];

function compactMs(
  text: string,
  { pattern, rest }: { readonly pattern: string; readonly rest: string },
): number {
  const parts = text.length === pattern.length ? COMPACT.test.exec(text + rest) : null;
  return parts === null ? Number.NaN : COMPACT.parse(parts);
}

/** Texts that are times, in one of many forms. */
export function times(column: Column, tense: Tense = 'present'): Decision | undefined {
  const texts = textsOf(column);
  const found = texts.length === 0 ? undefined : formOf(texts, column.name);
  if (found === undefined) return undefined;
  const { format, parts, ms, agree } = found;
  const pattern = widestPattern(format, parts);
  const kind = format.kind === 'date' && /[Hh]/.test(pattern) ? 'timestamp' : format.kind;
  // A date that is the same in all rows is a version, unless it is named like a time.
  // Hours without a zero are mostly those of a duration.
  const isOrdered =
    !pattern.startsWith('H:') &&
    orderedShare(ms) >= ORDERED &&
    (column.counts.size > 1 || TIMELY.test(column.name));
  const isIso = /^yyyy-MM-dd('T'.*)?$/.test(pattern);
  const print = printerOf(pattern);
  return timeOf(column, { kind, ms, print, isOrdered, agree, unitMs: unitOf(pattern), isIso }, tense);
}

/** The first form of times that nearly all texts have. Of so many digits, ids have that of an epoch, too. */
function formOf(texts: readonly string[], name: string) {
  const isFine = TIMELY.test(name) || FINE.test(name);
  for (const format of DATE_FORMATS) {
    if (!mayBe(format, texts) || (format === EPOCH && !isFine && /^\d{16}/.test(texts[0] ?? ''))) continue;
    const parts = texts.map((text) => format.test.exec(text));
    const ms = parts.map((each) => (each === null ? Number.NaN : format.parse(each)));
    const agree = ms.filter((each) => !Number.isNaN(each)).length / ms.length;
    if (agree >= AGREE) return { format, parts, ms, agree };
  }
  return undefined;
}

/** Writes milliseconds as a text. */
function printerOf(pattern: string): (ms: string) => string {
  if (pattern.startsWith(EPOCH_PATTERN))
    return (ms) => epochText(ms === 'now()' ? 'toMs(now())' : ms, pattern);
  const [before, after] = pattern.split('MMM  d');
  if (after === undefined) return (ms) => `formatDate(${ms}, ${JSON.stringify(pattern)})`;
  // A space stands in place of the first digit of a day.
  return (ms) =>
    `concat(formatDate(${ms}, "${before ?? ''}MMM "), padStart(formatDate(${ms}, "d"), 2, " "), formatDate(${ms}, "${after}"))`;
}

/** Writes milliseconds as a number since 1970. */
function epochText(ms: string, pattern: string): string {
  const point = pattern.includes('.') ? '.' : '';
  const digits = Number(pattern.slice(EPOCH_PATTERN.length + point.length));
  const seconds = `floor(${grouped(ms)} / 1000)`;
  if (digits === 0) return `toText(${seconds})`;
  const zeros = digits === 3 ? '' : `, "${'0'.repeat(digits - 3)}"`;
  if (point === '') return zeros === '' ? `toText(${ms})` : `concat(${ms}${zeros})`;
  return `concat(${seconds}, ".", padStart(${grouped(ms)} % 1000, 3, "0")${zeros})`;
}

/** The form of times that most texts have. @param least share of the texts */
export function timeIn(texts: readonly string[], least: number): ((text: string) => boolean) | undefined {
  const isOf = ({ test, parse }: DateFormat, text: string): boolean => {
    const parts = test.exec(text);
    return parts !== null && !Number.isNaN(parse(parts));
  };
  const some = texts.slice(0, 200);
  const shareOf = (format: DateFormat, of: readonly string[]): number =>
    of.filter((text) => isOf(format, text)).length / of.length;
  const format = DATE_FORMATS.find((each) => shareOf(each, some) >= least && shareOf(each, texts) >= least);
  return format === undefined ? undefined : (text) => isOf(format, text);
}

/** Looks at the first texts only. */
const mayBe = ({ test }: DateFormat, texts: readonly string[]): boolean => {
  const some = texts.slice(0, 200);
  return some.filter((text) => test.test(text)).length >= AGREE * some.length;
};

/** The pattern of most digits: a fraction of a second may be left out where it is 0, and days may have one digit or two. */
function widestPattern(format: DateFormat, parts: readonly (RegExpExecArray | null)[]): string {
  const all = parts.slice(0, 2_000).flatMap((each) => (each === null ? [] : [format.pattern(each)]));
  const patterns = [...tally(all).keys()].map(String);
  const [usual = ''] = patterns;
  // Who reads instants of several lengths reads those with milliseconds.
  if (patterns.length > 1 && patterns.every((pattern) => INSTANT.test(pattern))) return MILLISECONDS;
  if (patterns.includes(PADDED)) return PADDED;
  // One digit somewhere means that zeros are left out.
  return ['d', 'M', 'H', 'h'].reduce((pattern, letter) => {
    const of = (count: number): RegExp => new RegExp(`(?<!${letter})${letter}{${count}}(?!${letter})`);
    return patterns.some((each) => of(1).test(each)) ? pattern.replace(of(2), letter) : pattern;
  }, usual);
}

/** The pattern of syslog, whose days have a space in place of the first digit. */
const PADDED = 'MMM  d HH:mm:ss';

const MILLISECONDS = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'";
const INSTANT = /^yyyy-MM-dd'T'HH:mm:ss(\.S+)?'Z'$/;

/** The smallest unit that a pattern writes, in milliseconds. */
function unitOf(pattern: string): number {
  if (pattern.startsWith(EPOCH_PATTERN)) return pattern === `${EPOCH_PATTERN}0` ? 1_000 : 1;
  if (pattern.includes('S')) return 1;
  if (pattern.includes('s')) return 1_000;
  return pattern.includes('m') ? 60_000 : 86_400_000;
}

const orderOf = ({ profile }: Column): number => {
  const { inOrder, inReverse, neighbours } = profile;
  return neighbours === 0 ? 0 : Math.max(inOrder, inReverse) / neighbours;
};

/** Share of neighbours that are in order, in one direction. */
function orderedShare(ms: readonly number[]): number {
  const known = ms.filter((each) => !Number.isNaN(each));
  if (known.length < 2) return 0;
  let up = 0;
  let down = 0;
  for (let i = 1; i < known.length; i++) {
    const step = (known[i] ?? 0) - (known[i - 1] ?? 0);
    if (step >= 0) up++;
    if (step <= 0) down++;
  }
  return Math.max(up, down) / (known.length - 1);
}

interface Found {
  readonly kind: Kind;
  readonly ms: readonly number[];
  readonly print: (ms: string) => string;
  readonly isOrdered: boolean;
  readonly agree: number;
  /** The unit of the column, in milliseconds. */
  readonly unitMs: number;
  /** Whether expressions can read its texts. */
  readonly isIso?: boolean;
  /** Whether its numbers are those of the unit. */
  readonly isPlain?: boolean;
}

/** A time that is that of the event, or one of the past. */
function timeOf(column: Column, found: Found, tense: Tense): Decision {
  const { kind, ms, print, isOrdered, agree } = found;
  const known = ms.filter((each) => !Number.isNaN(each));
  const time = {
    firstMs: known.reduce((least, each) => Math.min(least, each), Infinity),
    lastMs: known.reduce((most, each) => Math.max(most, each), -Infinity),
    isOrdered: isOrdered && tense === 'present',
    ms,
    print,
  };
  const isNamed = known.length < FEW_ROWS && kind !== 'time of day' && OF_EVENT.test(column.name);
  if (tense === 'past' || column.isElement || !(isOrdered || isNamed)) return pastTime(column, found, time);
  const why = isOrdered ? 'A time, and rows are in its order' : 'Named like the time of an event';
  return {
    kind,
    reason: `${why}: the time of the event`,
    confidence: agree,
    spec: eventTime(print),
    time: { ...time, ...textSource(column, found), isEvent: true, sourceIn: () => 'toMs(now())' },
  };
}

/** A time within the bounds of few rows, or a hidden number of milliseconds by its law, and its text. */
function pastTime(column: Column, found: Found, time: TimeFacts): Decision {
  const { kind, ms, print, agree, unitMs } = found;
  const units = ms.filter((each) => !Number.isNaN(each)).map((each) => Math.floor(each / unitMs));
  const { reason, spec } = numericLaw(units, 0, 'A time');
  const isNumber = found.isPlain === true;
  const decision = { kind, reason, confidence: agree };
  const bounds = column.counts.size === 1 ? constantOf(units) : boundsOf(units, spec, column.isElement);
  if (!isNumber && bounds !== undefined)
    return {
      ...decision,
      reason: 'A time between the first and the last one',
      spec: between(bounds, unitMs, print),
      time: { ...time, ...textSource(column, found), sourceIn: textSource(column, found).textIn },
    };
  const helper = isNumber ? column.name : column.helperName('ms');
  const sourceIn = (key: string): string =>
    `field(${JSON.stringify(key + helper)})${unitMs === 1 ? '' : ` * ${unitMs}`}`;
  if (isNumber) return { ...decision, spec, time: { ...time, sourceIn } };
  return {
    ...decision,
    spec: { type: 'catbird.expression', params: print(sourceIn('')) },
    helpers: { [helper]: { ...spec, hidden: true } },
    time: { ...time, sourceIn },
  };
}

/** How other fields read a time without a hidden number: from its text. */
const textSource = ({ name, isElement }: Column, { isIso }: Found): Pick<TimeFacts, 'textIn'> =>
  isElement || isIso !== true ? {} : { textIn: (key) => `toMs(field(${JSON.stringify(key + name)}))` };

/** The time of the event, as a column writes it. */
function eventTime(print: (ms: string) => string): Spec {
  const text = print('now()');
  if (text === `formatDate(now(), ${JSON.stringify(MILLISECONDS)})`) return { type: 'catbird.timestampNow' };
  if (text === `formatDate(now(), ${JSON.stringify("yyyy-MM-dd'T'HH:mm:ss")})`)
    return { type: 'catbird.datetimeNow' };
  // now() is a text; numbers need milliseconds.
  return {
    type: 'catbird.expression',
    params: /^(formatDate|toText)/.test(text) ? text : print('toMs(now())'),
  };
}

const UNITS: Readonly<Record<number, string>> = {
  1_000: 'second',
  60_000: 'minute',
  3_600_000: 'hour',
  86_400_000: 'day',
};

/** Distance of few times from bounds alone that does not matter. */
const MOST_DISTANCE = 0.4;

/** The bounds of a time that is the same in all rows, rounded as those of many. */
function constantOf(units: readonly number[]): Range {
  const [only = 0] = units;
  const { min } = outward({ min: only, max: only }, 0, units.length);
  return { min, max: min };
}

/** Bounds of times, if bounds describe them. Elements of a list share no hidden field, whatever they are. */
function boundsOf(units: readonly number[], law: Spec, isElement: boolean): Range | undefined {
  const sorted = units.toSorted((a, b) => a - b);
  const { min, max } = outward({ min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }, 0, sorted.length);
  if (isElement) return { min, max };
  if (units.length >= FEW_ROWS) return undefined;
  const apart = distance(sorted, (x) => (x - min + 0.5) / (max - min + 1));
  // Those of the law leave out a few that are far from the others.
  return boundsIn(law) ?? (apart <= MOST_DISTANCE ? { min, max } : undefined);
}

/** A time between bounds, without a hidden field. */
function between({ min, max }: Range, unitMs: number, print: (ms: string) => string): Spec {
  const first = new Date(min * unitMs).toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  const unit = UNITS[unitMs] ?? 'millisecond';
  const drawn =
    min === max
      ? JSON.stringify(first)
      : `dateAdd(${JSON.stringify(first)}, floor(rand() * ${max - min + 1}), "${unit}")`;
  // Other forms than dates need milliseconds.
  const isDate = print('').includes('formatDate');
  return { type: 'catbird.expression', params: print(isDate ? drawn : `toMs(${drawn})`) };
}
