import { clean, outward, roundingUnit, type Range } from './bounds.ts';
import type { Spec } from './decision.ts';
import { deviationOf, distance, meanOf, normalCdf, quantile, rankOf, significant } from './statistics.ts';

/** A law that numbers follow. */
export interface Law {
  /** In words: `normal`, `a histogram of 40 bars`. */
  readonly name: string;
  /** Kolmogorov-Smirnov distance from the sample. */
  readonly distance: number;
  readonly spec: Spec;
  /** Whether it is a law with a name and few parameters. */
  readonly isTextbook: boolean;
}

/** A difference from the law that does not matter in mock data. */
const TOLERATED = 0.02;

/** Times 1/√n: a distance that chance exceeds in 1 % of samples. https://www.itl.nist.gov/div898/handbook/eda/section3/eda35g.htm */
const KOLMOGOROV = 1.63;

const BARS = 40;

/** Rows from which the quantiles of a histogram tell nothing about a single one. */
const MANY = 1_000;

/** The law of numbers: the simplest that fits, or a histogram. @param sorted not empty */
export function lawOf(sorted: readonly number[], fractionDigits: number): Law {
  const limit = Math.max(TOLERATED, KOLMOGOROV / Math.sqrt(sorted.length));
  const range = outward({ min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }, fractionDigits === 0);
  const laws = [uniform, normal, logNormal, exponential];
  for (const law of laws) {
    const fit = law(sorted, range, fractionDigits);
    if (fit !== undefined && fit.distance <= limit) return { ...fit, isTextbook: true };
  }
  return histogram(sorted, range, fractionDigits);
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
  if (!(width > 0)) return undefined;
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
  const unit = sorted.length < MANY ? roundingUnit({ min, max }) : 0;
  const edges = [min];
  for (let bar = 1; bar < BARS; bar++) {
    const edge = edgeAt(quantile(sorted, bar / BARS), unit, isWhole);
    if (edge > (edges.at(-1) ?? min) && edge <= max) edges.push(edge);
  }
  const last = edges.at(-1) ?? min;
  const step = isWhole ? 1 : 10 ** -fractionDigits;
  // The last whole number has a bar's width of its own.
  if (isWhole || max === last) edges.push(clean(Math.max(max, last) + step));
  else edges.push(max);
  const ranks = edges.map((edge, i) =>
    i === 0 ? 0 : i === edges.length - 1 ? sorted.length : rankOf(sorted, edge),
  );
  const weights = ranks.slice(1).map((rank, i) => rank - (ranks[i] ?? 0));
  return {
    name: `a histogram of ${weights.length} bars`,
    distance: 1 / BARS,
    isTextbook: false,
    spec: {
      type: 'catbird.histogram',
      params: { edges: isWhole ? edges.map((edge) => edge - 0.5) : edges, weights, fractionDigits },
    },
  };
}

function edgeAt(value: number, unit: number, isWhole: boolean): number {
  const step = isWhole ? Math.max(1, unit) : unit;
  if (unit > 0) return clean(Math.round(value / step) * step);
  return isWhole ? value : significant(value, 6);
}
