import { invalid } from '../model/issue.ts';
import { read, type Reading } from './duration.ts';

/** One of the five fields of a cron expression. */
export interface CronField {
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
export const CRON_FIELDS: readonly CronField[] = [
  { noun: 'minutes', least: 0, most: 59 },
  { noun: 'hours', least: 0, most: 23 },
  { noun: 'days of the month', least: 1, most: 31 },
  { noun: 'months', least: 1, most: 12, names: MONTHS },
  { noun: 'days of the week', least: 0, most: 7, names: WEEKDAYS },
];

/** Reads a field: numbers, names, ranges, lists and steps. The values ascend; 7 stays apart from 0. */
export function readCronField(text: string, field: CronField): Reading<readonly number[]> {
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
