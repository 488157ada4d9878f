import type { TimeHistogram, TimeStatistics } from './figures.ts';
import { binOf, countsIn, heightsOf, MAX_BINS, medianOf } from './histogram.ts';
import type { KeptNumbers } from './kept-numbers.ts';
import { timeEdges, unitOf } from './time-edges.ts';

const SECOND = 1000;

/**
 * Statistics of instants in milliseconds since 1970; undefined if there are none.
 *
 * @param step one row in so many was read
 * @param areDates they are days, without a time
 */
export function timeStatistics(
  instants: KeptNumbers,
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
    perSecond: ((count * step) / (end - min)) * SECOND,
    histogram: histogramOf({ sorted, unit, end, weight: (count / sorted.length) * step }, count),
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

function histogramOf({ sorted, unit, end, weight }: Instants, total: number): TimeHistogram {
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
    perSecond: counts.map((count, bin) => ((count * weight) / (lengths[bin] ?? 1)) * SECOND),
  };
}
