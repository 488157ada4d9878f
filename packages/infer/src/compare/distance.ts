import { meanOf, quantile } from '../decide/statistics.ts';

/** How far apart long tails are, and what chance explains. */
interface Apart {
  readonly measure: 'mean' | 'p99';
  /** Difference, relative to the larger one: 0 to 1. */
  readonly distance: number;
  readonly noise: number;
}

/** A tail is long if the largest size is so many times the median: a few values then make most of the sum. */
const LONG = 20;

/** Standard errors that two samples of one distribution differ by in 1 of 100 cases. */
const Z = 2.58;

/**
 * Mean and 99th percentile of the sizes of numbers, the one that is further apart. Undefined unless one side has a long tail: the
 * distance of two distributions hardly sees it, since it holds few values.
 */
export function tailsApart(a: readonly number[], b: readonly number[]): Apart | undefined {
  const [x, y] = [sizesOf(a), sizesOf(b)];
  if (!isLong(x) && !isLong(y)) return undefined;
  const [mean, p99] = [meansApart(x, y), percentilesApart(x, y)];
  return excess(p99) >= excess(mean) ? p99 : mean;
}

const excess = ({ distance, noise }: Apart): number => distance - noise;

const sizesOf = (values: readonly number[]): readonly number[] => values.map(Math.abs).sort((p, q) => p - q);

const isLong = (sorted: readonly number[]): boolean => (sorted.at(-1) ?? 0) > LONG * quantile(sorted, 0.5);

const relative = (a: number, b: number): number => (a === b ? 0 : Math.abs(a - b) / Math.max(a, b));

function meansApart(x: readonly number[], y: readonly number[]): Apart {
  const [a, b] = [meanOf(x), meanOf(y)];
  const error = Math.hypot(errorOf(x, a), errorOf(y, b));
  return { measure: 'mean', distance: relative(a, b), noise: (Z * error) / Math.max(a, b) };
}

/** Standard error of the mean, in parts so that large squares do not overflow. */
const errorOf = (values: readonly number[], mean: number): number => {
  const largest = values.at(-1) ?? 0;
  const variance = values.reduce((sum, each) => sum + ((each - mean) / largest) ** 2 / values.length, 0);
  return largest * Math.sqrt(variance / values.length);
};

/** Chance moves the percentile of a sample between two of its ranks. What lies between those ranges, it does not explain. */
function percentilesApart(x: readonly number[], y: readonly number[]): Apart {
  const [lower, upper] = quantile(x, P) < quantile(y, P) ? [x, y] : [y, x];
  const distance = relative(quantile(lower, P), quantile(upper, P));
  const [from, to] = [rangeOf(lower).high, rangeOf(upper).low];
  return { measure: 'p99', distance, noise: from < to ? distance - relative(from, to) : 1 };
}

const P = 0.99;

function rangeOf(sorted: readonly number[]): { readonly low: number; readonly high: number } {
  const error = Z * Math.sqrt((P * (1 - P)) / sorted.length);
  return { low: quantile(sorted, P - error), high: quantile(sorted, P + error) };
}

/** Whether a distance is one of both limits at most, or chance explains it. */
export function verdictBy(
  { alike, close }: { readonly alike: number; readonly close: number },
  distance: number,
  noise: number,
): 'alike' | 'close' | 'different' {
  if (distance <= Math.max(alike, noise)) return 'alike';
  return distance <= Math.max(close, noise) ? 'close' : 'different';
}

/** Kolmogorov-Smirnov distance of two samples, neither of them empty: 0 for the same distribution, 1 if they do not overlap. */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a.toSorted((p, q) => p - q), b.toSorted((p, q) => p - q)];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i] ?? Infinity, y[j] ?? Infinity);
    while ((x[i] ?? Infinity) <= value) i++;
    while ((y[j] ?? Infinity) <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/** Shares of values, each 0 to 1. */
export type Shares = ReadonlyMap<unknown, number>;

/** The share of each value. */
export function sharesOf(values: readonly unknown[]): Shares {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, count]) => [value, count / values.length]));
}

/** Total variation of two distributions: 0 for the same shares, 1 if no value is in both. */
export function totalVariation(a: Shares, b: Shares): number {
  let sum = 0;
  for (const key of new Set([...a.keys(), ...b.keys()]))
    sum += Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0));
  return sum / 2;
}

/** Shares by rank instead of by value: the most frequent value is 0. For values that have other names. */
export const byRank = (shares: Shares): Shares =>
  new Map([...shares.values()].sort((p, q) => q - p).map((share, rank) => [rank, share]));

/**
 * What two samples of one distribution differ by in 1 of 100 cases. N. Smirnov, "Table for estimating the goodness of fit of
 * empirical distributions", 1948.
 */
export const noiseOf = (a: number, b: number): number => 1.63 * Math.sqrt((a + b) / (a * b));

/** Two histograms over the same bins. */
export interface Bars {
  /** Share of the values in each bin, 0 to 1. */
  readonly original: readonly number[];
  readonly generated: readonly number[];
  /** Bins are ranges of numbers from the first to the last edge, or values, the most frequent of the sample first. */
  readonly by: { readonly from: number; readonly to: number } | 'values';
}

const BINS = 24;

/** The bins reach over all but this share of the values at either end. */
const OUTSIDE = 0.005;

/** Histograms of numbers. Values outside the bins count in the outermost ones. */
export function numberBars(a: readonly number[], b: readonly number[]): Bars {
  const sorted = [...a, ...b].sort((p, q) => p - q);
  const [from, to] = [quantile(sorted, OUTSIDE), quantile(sorted, 1 - OUTSIDE)];
  const isWhole = sorted.every(Number.isInteger) && to - from < BINS;
  const bins = isWhole ? to - from + 1 : from === to ? 1 : BINS;
  const width = isWhole ? 1 : (to - from) / bins;
  const barsOf = (values: readonly number[]): number[] => {
    const bars = new Array<number>(bins).fill(0);
    for (const value of values) {
      const bin = width === 0 ? 0 : Math.floor((value - from) / width);
      const at = Math.min(bins - 1, Math.max(0, bin));
      bars[at] = (bars[at] ?? 0) + 1 / values.length;
    }
    return bars;
  };
  return { original: barsOf(a), generated: barsOf(b), by: { from, to } };
}

/** The shares of the most frequent values. */
export function shareBars(a: Shares, b: Shares): Bars {
  const keys = [...a.keys(), ...[...b.keys()].filter((key) => !a.has(key))]
    .sort((p, q) => (a.get(q) ?? 0) - (a.get(p) ?? 0))
    .slice(0, BINS);
  return {
    original: keys.map((key) => a.get(key) ?? 0),
    generated: keys.map((key) => b.get(key) ?? 0),
    by: 'values',
  };
}
