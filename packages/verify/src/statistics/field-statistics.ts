import type { AskedShare } from '@catbird/engine';
import type { Field } from './field.ts';
import type {
  FieldStatistics,
  NumberStatistics,
  TopValue,
  TimeHistogram,
  TimeStatistics,
} from './figures.ts';
import { histogramOf, medianOf, binOf, countsIn, heightsOf, MAX_BINS } from './histogram.ts';
import type { NumberReservoir } from './reservoirs.ts';

/** Most frequent values at most. */
const TOP = 5;
const EXAMPLES = 2;

/** Below this share of repeated values, the most frequent ones tell nothing. */
const REPEATED = 0.02;

/** What the counts of a field mean. */
interface Context {
  /** Where the field could stand. */
  readonly places: number;
  /** One row in so many was read. */
  readonly step: number;
  readonly asked: AskedShare | undefined;
}

/** The statistics of a field. */
export function fieldStatistics(field: Field, { places, step, asked }: Context): FieldStatistics {
  const { path, count, nulls, texts, booleans, objects, lists, distinct, isRounded } = field;
  const isUnique = distinct.count > 1 && distinct.count === distinct.total && !distinct.isEstimate;
  return {
    path,
    places,
    missing: places - count,
    nulls,
    types: { texts, numbers: field.numbers, booleans, objects, lists },
    distinct: distinct.count,
    isEstimate: distinct.isEstimate || isRounded,
    isUnique: isUnique && !isRounded,
    top: topOf(field, places, asked),
    examples: distinct.first(EXAMPLES),
    ...parts(field, step),
    ...(asked !== undefined && { asked: { nulls: asked.nulls, missing: asked.missing } }),
  };
}

function topOf({ distinct }: Field, places: number, asked: AskedShare | undefined): readonly TopValue[] {
  const repeated = 1 - distinct.count / Math.max(1, distinct.total);
  if (repeated < REPEATED && distinct.count > TOP) return [];
  return distinct.top(TOP).map(({ value, count }) => {
    const share = asked?.values.get(value);
    return { value, count, share: count / places, ...(share !== undefined && { asked: share }) };
  });
}

/** What only fields with numbers, texts or lists have. */
function parts(
  { finite, lengths, items, instants, areDates }: Field,
  step: number,
): Pick<FieldStatistics, 'numbers' | 'times' | 'lengths' | 'items'> {
  const all = {
    numbers: numberStatistics(finite),
    times: instants && timeStatistics(instants, step, areDates),
    lengths: numberStatistics(lengths),
    items: numberStatistics(items),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Statistics of numbers; undefined if there are none. */
export function numberStatistics(numbers: NumberReservoir): NumberStatistics | undefined {
  const { count, min, max, mean, isRising } = numbers;
  if (count === 0) return undefined;
  const sorted = numbers.sorted();
  const histogram = histogramOf(sorted, count);
  return {
    count,
    min,
    max,
    mean,
    median: medianOf(sorted),
    isRising,
    ...(histogram !== undefined && { histogram }),
  };
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** Lengths of bins by the clock, in milliseconds. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  [1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  [1, 2, 7].map((days) => days * DAY),
);

/** Lengths of bins by the calendar, in months: quarters, halves, and years from 1 to 1,000. */
const MONTHS: readonly number[] = [
  1,
  3,
  6,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((years) => years * 12),
];
const MEAN_MONTH = 365.2425 * (DAY / 12);

/** Monday, 5 January 1970: weeks begin on Mondays, and whole days do with any. */
const MONDAY = 4 * DAY;

/** Edges at whole seconds, hours, days, months or the like that lie between two instants, and the length of a bin. */
interface TimeEdges {
  readonly edges: readonly number[];
  readonly stepMs: number;
}

/** @param leastMs length that a bin must have */
function timeEdges(fromMs: number, toMs: number, leastMs: number): TimeEdges {
  const stepMs = LENGTHS.find((length) => length >= leastMs);
  if (stepMs !== undefined) return { edges: clockEdges(fromMs, toMs, stepMs), stepMs };
  const months = MONTHS.find((count) => count * MEAN_MONTH >= leastMs) ?? MONTHS.at(-1) ?? 12;
  return { edges: calendarEdges(fromMs, toMs, months), stepMs: months * MEAN_MONTH };
}

function clockEdges(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const origin = stepMs === 7 * DAY ? MONDAY : 0;
  const first = Math.floor((fromMs - origin) / stepMs) + 1;
  const count = Math.ceil((toMs - origin) / stepMs) - first;
  return Array.from({ length: Math.max(0, count) }, (_, i) => origin + (first + i) * stepMs);
}

function calendarEdges(fromMs: number, toMs: number, months: number): readonly number[] {
  const from = new Date(fromMs);
  const month = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const edges: number[] = [];
  for (let next = (Math.floor(month / months) + 1) * months; ; next += months) {
    const ms = monthMs(next);
    // Not a number beyond the last date.
    if (!(ms < toMs)) return edges;
    edges.push(ms);
  }
}

/** The beginning of a month, counted from the year 0. `Date.UTC` would take the years 0 to 99 for those from 1900. */
const monthMs = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);

/** The longest of day, hour, minute, second and millisecond of which all instants are whole multiples. */
const unitOf = (instants: Float64Array): number =>
  [DAY, HOUR, MINUTE, SECOND].find((unit) => instants.every((ms) => ms % unit === 0)) ?? 1;

const SECOND_MS = 1000;

/**
 * Statistics of instants in milliseconds since 1970; undefined if there are none.
 *
 * @param step one row in so many was read
 * @param areDates they are days, without a time
 */
function timeStatistics(
  instants: NumberReservoir,
  step: number,
  areDates: boolean,
): TimeStatistics | undefined {
  const { count, min, max } = instants;
  if (count === 0) return undefined;
  const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, areDates ? 10 : undefined);
  const ends = { count, from: textOf(min), to: textOf(max), spanMs: max - min };
  if (min === max) return ends;
  const sorted = instants.sorted();
  const unit = unitOf(sorted);
  // The last value takes as long as the mean one: otherwise n values in n − 1 gaps would be too many.
  const end = max + Math.max(unit, (max - min) / (count - 1));
  return {
    ...ends,
    perSecond: ((count * step) / (end - min)) * SECOND_MS,
    histogram: timeHistogram({ sorted, unit, end, weight: (count / sorted.length) * step }, count),
  };
}

interface Instants {
  readonly sorted: Float64Array;
  /** The step between them, at least 1 ms. */
  readonly unit: number;
  /** After the last one. */
  readonly end: number;
  /** How many values of the stream each stands for. */
  readonly weight: number;
}

function timeHistogram({ sorted, unit, end, weight }: Instants, total: number): TimeHistogram {
  const min = sorted[0] ?? 0;
  const { edges: inner, stepMs } = timeEdges(min, end, Math.max(unit, (end - min) / MAX_BINS));
  const half = stepMs / 2;
  const edges = [min, ...inner.filter((edge) => edge - min >= half && end - edge >= half), end];
  const counts = countsIn(sorted, edges);
  const lengths = counts.map((_, bin) => (edges[bin + 1] ?? 0) - (edges[bin] ?? 0));
  return {
    edges,
    counts: counts.map((count) => Math.round((count / sorted.length) * total)),
    heights: heightsOf(counts, lengths),
    median: binOf(medianOf(sorted), edges),
    perSecond: counts.map((count, bin) => ((count * weight) / (lengths[bin] ?? 1)) * SECOND_MS),
  };
}
