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
