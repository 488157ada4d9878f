import { clean, meanOf, quantile, rankOf, roundingUnit, significant, type Range } from './statistics.ts';

/** Bars of a histogram: bar i spans edges i and i + 1. */
export interface Histogram {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}

/** Bars of equal share, at most, and values in each, at least: no bar stands for a single row. */
const BARS = 40;
const LEAST_IN_BAR = 5;

/** Smallest width of a bar beside its edge: doubles and their texts tell them apart. */
const RELATIVE = 1e-11;

/** Rows from which the quantiles of a histogram, rounded to three digits of their own, tell nothing about a single one. */
const MANY = 1_000;

/**
 * Share of a wide tail that has bars of its own, each of half the share of the one before. Of many rows, one of their edges is the 99th
 * percentile; of few, it lies within the first, because a rounded edge has other values below it.
 */
const TAIL = { many: 0.02, few: 0.012 };

/** A bar is wide if its far edge is so many times the near one. Even values within it would move the mean to the far edge. */
const WIDE = 1.5;
/** Parts of a wide bar, at most. */
const PARTS = 16;

/**
 * Bars of about equal share, ever smaller ones in wide tails, and logarithmic parts of wide bars. An edge of whole numbers lies at
 * k − ½, so that rounding keeps the share of k.
 */
export function histogramOf(
  sorted: readonly number[],
  { min, max }: Range,
  fractionDigits: number,
  bars: Bars = {},
): Histogram {
  const isWhole = fractionDigits === 0;
  const rounding = { unit: roundingUnit({ min, max }), isMany: isMany(sorted, bars) };
  const bounds = nearer(sorted, { min, max });
  const edges = [isWhole ? Math.floor(bounds.min) : bounds.min];
  for (const share of sharesOf(sorted, bars)) {
    const edge = edgeAt(quantile(sorted, share), rounding, isWhole);
    if (edge > (edges.at(-1) ?? min) && edge <= bounds.max) edges.push(edge);
  }
  const last = edges.at(-1) ?? min;
  const step = Math.max(10 ** -fractionDigits, Math.abs(last) * RELATIVE);
  // The last whole number has a bar's width of its own.
  if (isWhole || bounds.max === last) edges.push(Math.max(bounds.max, last) + step);
  else edges.push(bounds.max);
  const parts = withParts(barsOf(sorted, edges), sorted, fractionDigits);
  return isWhole && step === 1 ? { ...parts, edges: parts.edges.map((edge) => edge - 0.5) } : parts;
}

/** What a histogram is made of. */
export interface Bars {
  /** Bars of equal share, at most. Default: 40 */
  readonly most?: number;
  /** Rows of the field, if it has no other parts than values that are listed. */
  readonly rows?: number;
  /** Digits of the range to which bounds are rounded. Default: those of a field of as many rows */
  readonly digits?: number;
  /** Share of these numbers among all of the field: the others are below their tail. Default: 1 */
  readonly share?: number;
}

/** Whether the field has many rows. */
const isMany = ({ length }: readonly number[], { share = 1 }: Bars): boolean => length >= MANY * share;

/** Shares of the values below each inner edge. */
function sharesOf(sorted: readonly number[], { most: bars = BARS, share = 1 }: Bars): number[] {
  const count = Math.max(1, Math.min(bars, Math.floor(sorted.length / LEAST_IN_BAR)));
  const shares = Array.from({ length: count - 1 }, (_, bar) => (bar + 1) / count);
  const least = LEAST_IN_BAR / sorted.length;
  const tail = isMany(sorted, { share }) ? TAIL.many : TAIL.few;
  for (let rest = tail / share; rest >= least; rest /= 2) {
    if (rest >= 1 / count) continue;
    const at = (share: number): number => wholeRank(share, sorted.length);
    if (isWide(quantile(sorted, 1 - 2 * rest), sorted.at(-1) ?? 0)) shares.push(at(1 - rest));
    if (isWide(sorted[0] ?? 0, quantile(sorted, 2 * rest))) shares.unshift(at(rest));
  }
  return shares;
}

/** The nearest share that so many values have below it. Between two values of a tail, a percentile would lie anywhere in the bar. */
const wholeRank = (share: number, count: number): number => (Math.round(share * count) + 1e-6) / count;

/** Whether both edges have the same sign, and one is many times the other. */
const isWide = (low: number, high: number): boolean => ratioOf(low, high) > WIDE;

const ratioOf = (low: number, high: number): number => {
  if (low > 0) return high / low;
  return high < 0 ? low / high : 1;
};

interface Rounding {
  /** Of three digits of the range. */
  readonly unit: number;
  readonly isMany: boolean;
}

/** A rounded quantile: edges are no values of the sample, such as ids. Of many rows it is rounded down, so that as many values are below it. */
function edgeAt(value: number, rounding: Rounding, isWhole: boolean): number {
  const step = isWhole ? Math.max(1, rounding.unit) : rounding.unit;
  const round = rounding.isMany ? Math.floor : Math.round;
  const ofRange = clean(round(value / step) * step);
  const own = rounding.isMany ? floorTo(value, 3) : significant(value, 2);
  const isNearer = Math.abs(own - value) < Math.abs(ofRange - value);
  return isNearer && (!isWhole || Number.isInteger(own)) ? own : ofRange;
}

/** A number rounded down to so many digits. */
function floorTo(value: number, digits: number): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
  return clean(Math.floor(clean(value / unit)) * unit);
}

/** The bound nearer to 0, by two digits of its own: those of a long range would be 0. */
function nearer(sorted: readonly number[], { min, max }: Range): Range {
  const [first, last] = [sorted[0] ?? min, sorted.at(-1) ?? max];
  return {
    min: first > 0 ? Math.max(min, towardZero(first)) : min,
    max: last < 0 ? Math.min(max, towardZero(last)) : max,
  };
}

function towardZero(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const rounded = clean(Math.trunc(value / unit) * unit);
  return Math.abs(rounded) > Math.abs(value) ? value : rounded;
}

/** Bars with at least one value each: an empty one is part of the next. */
function barsOf(sorted: readonly number[], all: readonly number[]): Histogram {
  const edges = all.slice(0, 1);
  const weights: number[] = [];
  let below = 0;
  all.slice(1).forEach((edge, i) => {
    const isLast = i === all.length - 2;
    const rank = isLast ? sorted.length : rankOf(sorted, edge);
    if (rank > below) {
      edges.push(edge);
      weights.push(rank - below);
    } else if (isLast) edges[edges.length - 1] = edge;
    below = rank;
  });
  return { edges, weights };
}

/** Wide bars in logarithmic parts, whose weights fall by a power of the value and keep the bar's share and mean. */
function withParts(bars: Histogram, sorted: readonly number[], fractionDigits: number): Histogram {
  const edges = bars.edges.slice(0, 1);
  const weights: number[] = [];
  let below = 0;
  bars.weights.forEach((weight, i) => {
    const [low, high] = [bars.edges[i] ?? 0, bars.edges[i + 1] ?? 0];
    const values = sorted.slice(below, below + weight);
    below += weight;
    const inner = innerEdges(low, high, fractionDigits);
    const shares = inner.length === 0 ? [1] : powerLaw([low, ...inner, high], meanOf(values));
    edges.push(...inner, high);
    weights.push(...shares.map((share) => (share === 1 ? weight : significant(share * weight, 4))));
  });
  return { edges, weights };
}

function innerEdges(low: number, high: number, fractionDigits: number): number[] {
  const ratio = ratioOf(low, high);
  const parts = Math.min(PARTS, Math.ceil(Math.log(ratio) / Math.log(WIDE)));
  const inner: number[] = [];
  for (let part = 1; part < parts; part++) {
    const edge = significant(low * (high / low) ** (part / parts), 3);
    const rounded = Number(edge.toFixed(Math.min(20, fractionDigits)));
    if (rounded > (inner.at(-1) ?? low) && rounded < high) inner.push(rounded);
  }
  return inner;
}

/** Steepest power. Beyond it, all values are in one part. */
const STEEPEST = 40;
/** Smallest weight of a part beside the largest one: a bar needs one. */
const LEAST = 1e-9;

/** Shares of the parts between edges, by a power law with a given mean, which bisection finds. Each is above 0. */
function powerLaw(edges: readonly number[], mean: number): number[] {
  const middles = edges.slice(1).map((edge, i) => (edge + (edges[i] ?? edge)) / 2);
  const sharesAt = (power: number): number[] => {
    const raw = middles.map((middle) => power * Math.log(Math.abs(middle)));
    const most = Math.max(...raw);
    const parts = raw.map((each) => Math.max(LEAST, Math.exp(each - most)));
    const sum = parts.reduce((total, each) => total + each, 0);
    return parts.map((each) => each / sum);
  };
  const sizeAt = (power: number): number =>
    sharesAt(power).reduce((sum, share, i) => sum + share * Math.abs(middles[i] ?? 0), 0);
  let [low, high] = [-STEEPEST, STEEPEST];
  for (let tries = 0; tries < 50; tries++) {
    const power = (low + high) / 2;
    if (sizeAt(power) < Math.abs(mean)) low = power;
    else high = power;
  }
  return sharesAt((low + high) / 2);
}
