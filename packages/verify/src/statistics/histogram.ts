import type { Histogram } from './figures.ts';

/** Values that are a smallest value plus whole multiples of a step: whole numbers, prices in cents, multiples of 25. */
interface Grid {
  /** What to multiply values by to make them whole: 1, 10, 100 and so on. */
  readonly scale: number;
  /** The step between scaled values, at least 1. */
  readonly unit: number;
}

/** More decimals are those of a continuous value. */
const MAX_DECIMALS = 6;

/** The coarsest grid of sorted numbers; undefined: they are continuous, or too large to tell. */
function gridOf(sorted: Float64Array): Grid | undefined {
  const scale = scaleOf(sorted);
  if (scale === undefined) return undefined;
  const base = Math.round((sorted[0] ?? 0) * scale);
  let unit = 0;
  for (const number of sorted) {
    unit = greatestCommonDivisor(unit, Math.round(number * scale) - base);
    if (unit === 1) break;
  }
  return { scale, unit: Math.max(1, unit) };
}

/** 10 to the power of the decimals; undefined if there are too many, or digits are lost. */
function scaleOf(sorted: Float64Array): number | undefined {
  let decimals = 0;
  for (const number of sorted)
    while (!hasDecimals(number, decimals)) if (++decimals > MAX_DECIMALS) return undefined;
  const scale = 10 ** decimals;
  const largest = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0)) * scale;
  return largest <= Number.MAX_SAFE_INTEGER / 2 ? scale : undefined;
}

const hasDecimals = (number: number, decimals: number): boolean =>
  decimals === 0 ? Number.isInteger(number) : Number(number.toFixed(decimals)) === number;

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** Bins at most, besides those of long tails. */
export const MAX_BINS = 32;

/** A range this many times that of the values between the 1st and the 99th percentile has long tails, which get a bin of their own. */
const LONG_TAIL = 4;

/** Densities of narrower ranges would exceed a double. */
const NARROWEST = 1e-290;

/** Where the bins of some numbers are. */
interface Bins {
  readonly edges: readonly number[];
  readonly tails: Histogram['tails'];
  /** The width of a common bin. */
  readonly step: number;
}

/**
 * The histogram of sorted numbers; undefined if all are equal, or their range is too wide or narrow for a double.
 *
 * @param total how many numbers the sorted ones stand for. Default: themselves
 */
export function histogramOf(sorted: Float64Array, total = sorted.length): Histogram | undefined {
  const [min = 0, max = 0] = [sorted[0], sorted.at(-1)];
  if (!(max - min > NARROWEST && Number.isFinite(max - min))) return undefined;
  const grid = gridOf(sorted);
  const scale = grid?.scale ?? 1;
  const values = scale === 1 ? sorted : sorted.map((number) => Math.round(number * scale));
  const { edges, tails, step } = binsOf(values, grid?.unit);
  if (!isAscending(edges)) return undefined;
  const counts = countsIn(values, edges);
  const sizes = counts.map((_, bin) => {
    const isTail = (bin === 0 && tails.low) || (bin === counts.length - 1 && tails.high);
    return isTail
      ? step / (grid?.unit ?? 1)
      : sizeOf(edges[bin] ?? 0, edges[bin + 1] ?? 0, min * scale, grid);
  });
  return {
    edges: edges.map((edge) => edge / scale),
    counts: counts.map((count) => Math.round((count / sorted.length) * total)),
    heights: heightsOf(counts, sizes),
    median: binOf(medianOf(values), edges),
    tails,
  };
}

/** The lower one of the two in the middle. */
export const medianOf = (sorted: Float64Array): number => sorted[(sorted.length - 1) >> 1] ?? 0;

/** Densities relative to the highest. */
export function heightsOf(counts: readonly number[], sizes: readonly number[]): readonly number[] {
  const densities = counts.map((count, bin) => count / (sizes[bin] ?? 1));
  const most = Math.max(...densities);
  return densities.map((density) => density / most);
}

/** How many values are in each bin; the last bin includes its end. */
export function countsIn(sorted: Float64Array, edges: readonly number[]): number[] {
  const counts = edges.slice(1).map(() => 0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < counts.length - 1 && value >= (edges[bin + 1] ?? 0)) bin++;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** The bin of a value. */
export const binOf = (value: number, edges: readonly number[]): number =>
  Math.min(
    edges.length - 2,
    Math.max(
      0,
      edges.findLastIndex((edge) => edge <= value),
    ),
  );

const isAscending = (edges: readonly number[]): boolean =>
  edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? 0));

/** @param unit the step between values; undefined: they are continuous */
function binsOf(values: Float64Array, unit: number | undefined): Bins {
  const [min = 0, max = 0] = [values[0], values.at(-1)];
  if (unit !== undefined && (max - min) / unit < MAX_BINS) {
    const edges = Array.from({ length: (max - min) / unit + 2 }, (_, i) => min + i * unit);
    return { edges, tails: { low: false, high: false }, step: unit };
  }
  const end = max + (unit ?? 0);
  const { from = min, to = end } = coreOf(values);
  const tails = { low: from > min, high: to < end };
  const step = roundStep(Math.max((to - from) / MAX_BINS, unit ?? 0));
  // An end bin of less than half a step joins its neighbour.
  const low = tails.low ? min : min + step.size / 2;
  const high = tails.high ? end : end - step.size / 2;
  const inner = roundEdges(from, to, step).filter(
    (edge) => edge > min && edge >= low && edge < end && edge <= high,
  );
  return { edges: [min, ...inner, end], tails, step: step.size };
}

/** Where long tails begin; an end is undefined where there is none. */
function coreOf(values: Float64Array): { readonly from?: number; readonly to?: number } {
  const [min = 0, max = 0] = [values[0], values.at(-1)];
  const [low, high] = [quantile(values, 0.01), quantile(values, 0.99)];
  const core = high - low;
  if (core === 0 || max - min <= LONG_TAIL * core) return {};
  return { ...(low - min > core && { from: low }), ...(max - high > core && { to: high }) };
}

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? 0;

/** How many values a bin has room for: points of the grid, or its width. */
function sizeOf(from: number, to: number, min: number, grid: Grid | undefined): number {
  if (grid === undefined) return to - from;
  const base = Math.round(min);
  return Math.max(1, Math.ceil((to - base) / grid.unit) - Math.ceil((from - base) / grid.unit));
}

/** A round step, 1, 2 or 5 times a power of 10, as a fraction of whole numbers, so that its multiples are exact decimals. */
interface RoundStep {
  readonly size: number;
  readonly numerator: number;
  readonly denominator: number;
}

/** The smallest round step that is not below a size above 0. */
function roundStep(least: number): RoundStep {
  const power = Math.floor(Math.log10(least));
  for (const exponent of [power - 1, power, power + 1])
    for (const digit of [1, 2, 5]) {
      const [numerator, denominator] = exponent < 0 ? [digit, 10 ** -exponent] : [digit * 10 ** exponent, 1];
      const size = numerator / denominator;
      // The logarithm may be off by a bit.
      if (size >= least * (1 - 1e-12)) return { size, numerator, denominator };
    }
  return { size: least, numerator: least, denominator: 1 };
}

/** The multiples of a step from one number to another, the last at or below the first and the first at or above the last included. */
function roundEdges(
  from: number,
  to: number,
  { size, numerator, denominator }: RoundStep,
): readonly number[] {
  const first = Math.floor(from / size);
  const count = Math.ceil(to / size) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => ((first + i) * numerator) / denominator);
}
