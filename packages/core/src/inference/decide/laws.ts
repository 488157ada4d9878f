import { clean, outward, roundingUnit, type Range } from './bounds.ts';
import type { Spec } from './decision.ts';
import { deviationOf, distance, meanOf, normalCdf, quantile, rankOf, significant } from './statistics.ts';

/** A law that numbers follow. */
export interface Law {
  /** Name: `normal`, `a histogram of 40 bars`. */
  readonly name: string;
  /** Kolmogorov-Smirnov distance from the sample. */
  readonly distance: number;
  readonly spec: Spec;
  /** Whether it is a law with a name and few parameters. */
  readonly isTextbook: boolean;
}

/** A difference from the law that does not matter in mock data. */
const TOLERATED = 0.02;

/**
 * Distances that chance exceeds in 1 to 5 % of samples, times √n. They are smaller for laws whose parameters come from the sample itself:
 * H. W. Lilliefors, "On the Kolmogorov-Smirnov test for normality with mean and variance unknown", 1967, and the same for the exponential
 * law, 1969.
 */
const CRITICAL = { bounds: 1.36, normal: 1.03, exponential: 1.25 };

/** A law further away is none, even if chance explains the distance of a few hundred values: a histogram is closer to them. */
const MOST_DISTANCE = 0.05;

/** Fewer values say too little for a histogram: any law that chance allows is better. */
const FEW = 20;

/** Bars of a histogram, at most, and values in each, at least: no bar stands for a single row. */
const BARS = 40;
const LEAST_IN_BAR = 5;

/** The engine writes 15 digits of a number without an exponent. Laws of larger numbers would have none to choose from. */
const HUGE = 1e15;

/** Smallest width of a bar beside its edge: doubles and their texts tell them apart. */
const RELATIVE = 1e-11;

/** Rows from which the quantiles of a histogram, rounded to three digits of their own, tell nothing about a single one. */
const MANY = 1_000;

/** The law of numbers: the simplest that fits, or a histogram. @param sorted not empty */
export function lawOf(sorted: readonly number[], decimals: number): Law {
  const fractionDigits = Math.min(decimals, digitsThatFit(sorted));
  const range = outward({ min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }, fractionDigits, sorted.length);
  const laws = [
    { fitting: uniform, critical: CRITICAL.bounds },
    { fitting: normal, critical: CRITICAL.normal },
    { fitting: logNormal, critical: CRITICAL.normal },
    { fitting: exponential, critical: CRITICAL.exponential },
  ];
  const isHuge = Math.max(-range.min, range.max) > HUGE;
  for (const { fitting, critical } of isHuge ? [] : laws) {
    const fit = fitting(sorted, range, fractionDigits);
    const byChance = critical / Math.sqrt(sorted.length);
    const limit = Math.max(TOLERATED, sorted.length < FEW ? byChance : Math.min(byChance, MOST_DISTANCE));
    if (fit !== undefined && fit.distance <= limit) return { ...fit, isTextbook: true };
  }
  return histogram(sorted, range, fractionDigits);
}

/** Decimals that numbers of this size have: a double keeps 15 digits. */
function digitsThatFit(sorted: readonly number[]): number {
  const size = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0), 1);
  return Math.max(0, 14 - Math.floor(Math.log10(size * 1.01)));
}

type Fit = (
  sorted: readonly number[],
  range: Range,
  fractionDigits: number,
) => Omit<Law, 'isTextbook'> | undefined;

const uniform: Fit = (sorted, { min, max }, fractionDigits) => {
  const isWhole = fractionDigits === 0;
  const extra = isWhole ? 1 : 0;
  const width = max - min + extra;
  if (!(width > 0) || (isWhole && Math.max(-min, max) > Number.MAX_SAFE_INTEGER)) return undefined;
  return {
    name: 'uniform',
    distance: distance(sorted, (x) => (x - min + extra / 2) / width),
    spec: isWhole
      ? { type: 'number.int', params: { min, max } }
      : { type: 'number.float', params: { min, max, fractionDigits } },
  };
};

const normal: Fit = (sorted, range, fractionDigits) => {
  const mean = meanOf(sorted);
  const deviation = deviationOf(sorted, mean);
  if (!(deviation > 0) || !Number.isFinite(deviation)) return undefined;
  return {
    name: 'normal',
    distance: distance(sorted, (x) => normalCdf((x - mean) / deviation)),
    spec: {
      type: 'catbird.normal',
      params: { mean: significant(mean, 5), deviation: significant(deviation, 5), ...range, fractionDigits },
    },
  };
};

const logNormal: Fit = (sorted, range, fractionDigits) => {
  if ((sorted[0] ?? 0) <= 0) return undefined;
  const logs = sorted.map(Math.log);
  const mean = meanOf(logs);
  const sigma = deviationOf(logs, mean);
  const median = significant(Math.exp(mean), 5);
  if (!(sigma > 0) || sigma > 20 || !(median > 0 && median < Infinity)) return undefined;
  return {
    name: 'log-normal',
    distance: distance(sorted, (x) => normalCdf((Math.log(x) - mean) / sigma)),
    spec: {
      type: 'catbird.logNormal',
      params: { median, sigma: significant(sigma, 4), ...range, fractionDigits },
    },
  };
};

const exponential: Fit = (sorted, { max }, fractionDigits) => {
  const mean = meanOf(sorted);
  if ((sorted[0] ?? -1) < 0 || !(mean > 0) || mean === Infinity) return undefined;
  return {
    name: 'exponential',
    distance: distance(sorted, (x) => 1 - Math.exp(-x / mean)),
    spec: { type: 'catbird.exponential', params: { mean: significant(mean, 5), max, fractionDigits } },
  };
};

/** Bars of about equal share. An edge of whole numbers lies at k − ½, so that rounding keeps the share of k. */
function histogram(sorted: readonly number[], { min, max }: Range, fractionDigits: number): Law {
  const isWhole = fractionDigits === 0;
  const rounding = { unit: roundingUnit({ min, max }), isOwn: sorted.length >= MANY };
  const edges = [isWhole ? Math.floor(min) : min];
  const count = Math.max(1, Math.min(BARS, Math.floor(sorted.length / LEAST_IN_BAR)));
  for (let bar = 1; bar < count; bar++) {
    const edge = edgeAt(quantile(sorted, bar / count), rounding, isWhole);
    if (edge > (edges.at(-1) ?? min) && edge <= max) edges.push(edge);
  }
  const last = edges.at(-1) ?? min;
  const step = Math.max(10 ** -fractionDigits, Math.abs(last) * RELATIVE);
  // The last whole number has a bar's width of its own.
  if (isWhole || max === last) edges.push(Math.max(max, last) + step);
  else edges.push(max);
  const bars = barsOf(sorted, edges);
  return {
    name: `a histogram of ${bars.weights.length} bars`,
    distance: 1 / count,
    isTextbook: false,
    spec: {
      type: 'catbird.histogram',
      params: {
        edges: isWhole && step === 1 ? bars.edges.map((edge) => edge - 0.5) : bars.edges,
        weights: bars.weights,
        fractionDigits,
      },
    },
  };
}

interface Rounding {
  /** Of three digits of the range. */
  readonly unit: number;
  /** Three digits of the edge itself will do, too. */
  readonly isOwn: boolean;
}

/** A rounded quantile: edges are no values of the sample, such as ids. */
function edgeAt(value: number, { unit, isOwn }: Rounding, isWhole: boolean): number {
  const step = isWhole ? Math.max(1, unit) : unit;
  const ofRange = clean(Math.round(value / step) * step);
  const own = significant(value, 3);
  return isOwn && Math.abs(own - value) < Math.abs(ofRange - value) ? own : ofRange;
}

/** Bars with at least one value each: an empty one is part of the next. */
function barsOf(sorted: readonly number[], all: readonly number[]): { edges: number[]; weights: number[] } {
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
