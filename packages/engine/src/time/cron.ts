import { invalid, messagesOf } from '../model/issue.ts';
import { read, type Reading } from './duration.ts';
import { fixedOffset, instantsAt, isSteady, type Offsets } from './intensity/offsets.ts';

/** A cron expression that was read. All lists ascend. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** 1 to 31. */
  readonly days: readonly number[];
  /** 1 to 12. */
  readonly months: readonly number[];
  /** 0 to 6, from Sunday. */
  readonly weekdays: readonly number[];
  /** Both days of the month and days of the week are restricted: a day matches if either does. */
  readonly isEither: boolean;
  /** The hours begin with `*`: it starts by the time that passes, so twice in an hour that comes twice, and never in one that is skipped. */
  readonly isHourly: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The first instant after year 9999, at any offset. */
const END_MS = Date.UTC(10_000, 0, 2);

/** The longest expression that is read. */
const MAX_LENGTH = 1000;

const MOST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const SHORTHANDS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/**
 * Reads a cron expression of five fields: minute, hour, day of month, month, day of week. Fields are `*`, numbers, lists, ranges and
 * steps; months and days of the week may be English names of three letters; Sunday is 0 and 7. If neither of the two day fields
 * begins with `*`, a day matches if either does, else if both do, as in the cron of POSIX and of Debian.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/crontab.html
 */
export function readCron(text: string): Reading<Cron> {
  const texts = text.length > MAX_LENGTH ? [] : text.trim().split(/\s+/);
  if (texts.length !== CRON_FIELDS.length) return invalid(wrongFields(texts));
  const lists = readFields(texts);
  if (!lists.ok) return lists;
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = lists.value;
  const isEither = [texts[2], texts[4]].every((each) => each?.startsWith('*') === false);
  const isHourly = texts[1]?.startsWith('*') === true;
  return isEither || someMonthHas(days, months)
    ? read({ minutes, hours, days, months, weekdays: fromSunday(weekdays), isEither, isHourly })
    : invalid(`must match a day that exists: no month in it has day ${days[0]}`);
}

function readFields(texts: readonly string[]): Reading<readonly (readonly number[])[]> {
  const lists: (readonly number[])[] = [];
  for (const [index, field] of CRON_FIELDS.entries()) {
    const list = readCronField(texts[index] ?? '', field);
    if (!list.ok) return list;
    lists.push(list.value);
  }
  return read(lists);
}

const someMonthHas = (days: readonly number[], months: readonly number[]): boolean =>
  months.some((month) => days.some((day) => day <= (MOST_DAYS[month - 1] ?? 0)));

/** Days of the week with Sunday as 0 only. */
const fromSunday = (weekdays: readonly number[]): number[] =>
  [...new Set(weekdays.map((day) => day % 7))].toSorted((a, b) => a - b);

function wrongFields(texts: readonly string[]): string {
  const shorthand = texts.length === 1 ? SHORTHANDS[texts[0]?.toLowerCase() ?? ''] : undefined;
  if (shorthand !== undefined) return `must have five fields: write ${shorthand} instead of ${texts[0]}`;
  const fields = 'five fields (minute, hour, day of month, month, day of week), such as 0 2 * * *';
  return texts.length === 6 || texts.length === 7
    ? `must have ${fields}. Seconds and years are not supported`
    : `must have ${fields}`;
}

/**
 * Instants from `fromMs` to before `toMs` at which a cron expression starts, ascending. A time that a clock shows twice counts once,
 * the first time, and one that it skips counts where it goes on, unless the expression starts hourly.
 *
 * @param at the expression; one that was read before saves time
 * @param offsets of its clock from UTC
 * @throws RangeError if the expression is invalid
 */
export function cronTimes(at: string | Cron, fromMs: number, toMs: number, offsets = UTC): number[] {
  const cron = typeof at === 'string' ? cronOf(at) : at;
  const [from, to] = [Math.max(fromMs, -END_MS), Math.min(toMs, END_MS)];
  if (isSteady(offsets, from, to)) {
    const { offsetMs } = offsets.at(from);
    return localTimes(cron, from + offsetMs, to + offsetMs).map((ms) => ms - offsetMs);
  }
  const times = localTimes(cron, from - DAY_MS, to + DAY_MS).flatMap((localMs) =>
    startsAt(cron, localMs, offsets),
  );
  return [...new Set(times)].filter((ms) => ms >= from && ms < to).toSorted((a, b) => a - b);
}

const UTC = fixedOffset(0);

/** When an expression starts that is due when the clock shows a time. */
function startsAt({ isHourly }: Cron, localMs: number, offsets: Offsets): readonly number[] {
  const instants = instantsAt(offsets, localMs);
  return isHourly ? instants.filter((ms) => ms + offsets.at(ms).offsetMs === localMs) : instants.slice(0, 1);
}

/** The times at which an expression is due, by its clock. */
function localTimes(cron: Cron, from: number, to: number): number[] {
  const times: number[] = [];
  for (let day = nextDay(cron, from); day < to; day = nextDay(cron, day + DAY_MS)) {
    for (const hour of cron.hours) {
      const hourMs = day + hour * HOUR_MS;
      if (hourMs + HOUR_MS <= from) continue;
      if (hourMs >= to) break;
      for (const minute of cron.minutes) {
        const ms = hourMs + minute * MINUTE_MS;
        if (ms >= from && ms < to) times.push(ms);
      }
    }
  }
  return times;
}

/**
 * A valid cron expression.
 *
 * @throws RangeError if it is invalid
 */
export function cronOf(at: string): Cron {
  const reading = readCron(at);
  if (!reading.ok) throw new RangeError(`A cron expression ${messagesOf(reading.issues).join(', ')}: ${at}`);
  return reading.value;
}

/** The start of the first matching day that ends after an instant; Infinity after year 9999 and for NaN. */
function nextDay(cron: Cron, ms: number): number {
  let day = Math.floor(ms / DAY_MS) * DAY_MS;
  while (day < END_MS) {
    const date = new Date(day);
    if (!cron.months.includes(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    } else if (matches(cron, date)) {
      return day;
    } else {
      day += DAY_MS;
    }
  }
  return Infinity;
}

function matches({ days, weekdays, isEither }: Cron, date: Date): boolean {
  const isDay = days.includes(date.getUTCDate());
  const isWeekday = weekdays.includes(date.getUTCDay());
  return isEither ? isDay || isWeekday : isDay && isWeekday;
}

/** One of the five fields of a cron expression. */
interface CronField {
  /** Plural noun for messages. */
  readonly noun: string;
  readonly least: number;
  readonly most: number;
  /** English names of the values from `least`, three letters each. */
  readonly names?: readonly string[];
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** The fields in their order. Sunday is 0 and 7. */
const CRON_FIELDS: readonly CronField[] = [
  { noun: 'minutes', least: 0, most: 59 },
  { noun: 'hours', least: 0, most: 23 },
  { noun: 'days of the month', least: 1, most: 31 },
  { noun: 'months', least: 1, most: 12, names: MONTHS },
  { noun: 'days of the week', least: 0, most: 7, names: WEEKDAYS },
];

/** Reads a field: numbers, names, ranges, lists and steps. The values ascend; 7 stays apart from 0. */
function readCronField(text: string, field: CronField): Reading<readonly number[]> {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const range = readPart(part, field);
    if (!range.ok) return range;
    const { from, to, step } = range.value;
    for (let value = from; value <= to; value += step) chosen.add(value);
  }
  return read([...chosen].toSorted((a, b) => a - b));
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Reads a star, a value or a range, each with an optional step after a slash. `5/15` counts from 5 on. */
function readPart(text: string, field: CronField): Reading<Range> {
  const [rangeText = '', stepText, ...more] = text.split('/');
  if (rangeText === '' || more.length > 0) return strange(text, field);
  const step = stepText === undefined ? read(1) : readStep(stepText, text, field);
  if (!step.ok) return step;
  const range = readRange(rangeText, field);
  if (!range.ok) return range;
  const { from, to } = range.value;
  const isOpen = stepText !== undefined && !/[-*]/.test(rangeText);
  return read({ from, to: isOpen ? lastOf(field) : to, step: step.value });
}

function readRange(text: string, field: CronField): Reading<Omit<Range, 'step'>> {
  if (text === '*') return read({ from: field.least, to: lastOf(field) });
  const [first = '', last = first, ...more] = text.split('-');
  if (['', '*'].includes(first) || last === '' || more.length > 0) return strange(text, field);
  const from = readValue(first, field);
  if (!from.ok) return from;
  const to = first === last ? from : readLast(last, field);
  if (!to.ok) return to;
  return from.value <= to.value
    ? read({ from: from.value, to: to.value })
    : invalid(`must have ascending ranges: instead of ${text}, write two ranges with a comma between them`);
}

/** The number of different values: seven for days of the week. */
const sizeOf = ({ names, least, most }: CronField): number => names?.length ?? most - least + 1;

/** The last value, Sunday as 0. */
const lastOf = (field: CronField): number => field.least + sizeOf(field) - 1;

/** The end of a range: Sunday comes last. */
function readLast(text: string, field: CronField): Reading<number> {
  return text.toLowerCase() === 'sun' ? read(7) : readValue(text, field);
}

function readValue(text: string, field: CronField): Reading<number> {
  const { noun, least, most, names } = field;
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return read(named + least);
  if (!/^\d{1,9}$/.test(text)) return strange(text, field);
  const value = Number(text);
  return value >= least && value <= most
    ? read(value)
    : invalid(`must have ${noun} from ${least} to ${most}, not ${value}`);
}

function readStep(text: string, part: string, field: CronField): Reading<number> {
  const step = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const most = sizeOf(field);
  return step >= 1 && step <= most
    ? read(step)
    : invalid(`must have steps of ${field.noun} from 1 to ${most}, not ${shown(part)}`);
}

/** What to write in place of a text that is no value. */
function strange(text: string, { noun, names }: CronField): Reading<never> {
  if (text === '?') return invalid('must not contain ?. Write * instead');
  if (/^(L|LW|W|\d+[LW]|L-\d+|[a-z]{3}L|\w+#\d+)$/i.test(text))
    return invalid(`must not contain ${shown(text)}: L, W and # are not supported`);
  const near = names?.find((name) => text.toLowerCase().startsWith(name));
  if (near !== undefined)
    return invalid(`must have ${noun} as numbers or three letters: write ${near} instead of ${shown(text)}`);
  if (text === '') return invalid(`must have a number before and after each comma in its ${noun}`);
  return invalid(`must have ${noun} as numbers, lists, ranges or steps, not ${shown(text)}`);
}

const shown = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
