import {
  deviationOf,
  distance,
  FEW_ROWS,
  lawDigits,
  meanOf,
  normalCdf,
  outward,
  quantile,
  roundedBy,
  significant,
  type Range,
} from './statistics.ts';
import type { Spec } from './decision.ts';
import { histogramOf, type Bars } from './histogram.ts';

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

/** The engine writes 15 digits of a number without an exponent. Laws of larger numbers would have none to choose from. */
const HUGE = 1e15;

/**
 * From so many times the median on, the largest value makes a tail that the distance does not see. A law with it must keep the mean and
 * the 99th percentile of the sample, within this share.
 */
const LONG_TAIL = 30;
const TAIL_OFF = 0.05;

/**
 * The law of numbers: the simplest that fits, or a histogram.
 *
 * @param sorted not empty
 * @param bars what a histogram is made of. Default: 40 bars, and all numbers of the field
 */
export function lawOf(sorted: readonly number[], decimals: number, bars?: Bars): Law {
  const fractionDigits = Math.min(decimals, digitsThatFit(sorted));
  const ends = { min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
  const range = outward(ends, fractionDigits, sorted.length, bars?.digits);
  const top = topOf(bars);
  const isFew = rowsOf(sorted, bars) < FEW_ROWS;
  const known = possibleLaws(range, ends).flatMap(({ fitting, critical }) => {
    const fit = fitting(sorted, range, fractionDigits, top);
    return fit === undefined ? [] : [{ ...fit, critical }];
  });
  const inner = isFew && !known.some((fit) => isByChance(fit, sorted.length)) ? withoutEnds(sorted) : sorted;
  if (inner.length < sorted.length) return lawOf(inner, decimals, bars);
  const [first] = isFew ? simplest(known, sorted.length) : known.filter((fit) => fitsMany(sorted, fit, top));
  if (first !== undefined) {
    const { name, distance: apart, spec } = first;
    const isTextbook = !isFew || isByChance(first, sorted.length);
    return { name: isTextbook ? name : `about ${name}`, distance: apart, spec, isTextbook };
  }
  const { edges, weights } = histogramOf(sorted, range, fractionDigits, bars);
  return {
    name: `a histogram of ${weights.length} bars`,
    distance: 1 / weights.length,
    isTextbook: false,
    spec: { type: 'catbird.histogram', params: { edges, weights, fractionDigits } },
  };
}

type Ends = Readonly<Record<'min' | 'max', number>>;

/** One value has bounds, and no shape. Huge numbers have neither. */
function possibleLaws(range: Ends, { min, max }: Ends) {
  const laws = [
    { fitting: uniform, critical: CRITICAL.bounds },
    { fitting: normal, critical: CRITICAL.normal },
    { fitting: logNormal, critical: CRITICAL.normal },
    { fitting: exponential, critical: CRITICAL.exponential },
  ];
  if (Math.max(-range.min, range.max) > HUGE) return [];
  return min === max ? laws.slice(0, 1) : laws;
}

interface Tried extends Fitted {
  /** Distance that chance exceeds, times √n. */
  readonly critical: number;
}

/** Whether chance explains the distance from a law. */
const isByChance = ({ distance: apart, critical }: Tried, rows: number): boolean =>
  apart <= critical / Math.sqrt(rows);

/** Share of few values at each end that may be far from all others. */
const ENDS = 0.05;

/** The values without a few that are far from the others, if there are any: no simple law has them all. */
function withoutEnds(sorted: readonly number[]): readonly number[] {
  const cut = Math.floor(sorted.length * ENDS);
  const inner = sorted.slice(cut, sorted.length - cut);
  const spread = (all: readonly number[]): number => (all.at(-1) ?? 0) - (all[0] ?? 0);
  return spread(inner) > 0 && spread(inner) < spread(sorted) / 2 ? inner : sorted;
}

/** Laws that few rows do not contradict, the simplest first: bounds alone, a bell, the nearest of the others. If there is none, the nearest. */
function simplest(known: readonly Tried[], rows: number): readonly Tried[] {
  const likely = known.filter((fit) => isByChance(fit, rows));
  const isPlain = ({ name, isCut }: Tried): boolean =>
    name === 'uniform' || (name === 'normal' && isCut !== true);
  const byDistance = known.toSorted((a, b) => a.distance - b.distance);
  return [...likely.filter(isPlain), ...byDistance.filter((fit) => likely.includes(fit)), ...byDistance];
}

/** Whether a law describes many rows, or a part of them. */
function fitsMany(sorted: readonly number[], fit: Tried, top: Top): boolean {
  const byChance = fit.critical / Math.sqrt(sorted.length);
  const limit = Math.max(TOLERATED, sorted.length < FEW ? byChance : Math.min(byChance, MOST_DISTANCE));
  return fit.distance <= limit && !losesTail(sorted, fit, top);
}

/** Rows of the field. The bars of a part of its rows are asked for. */
const rowsOf = ({ length }: readonly number[], bars: Bars = { rows: length }): number =>
  bars.rows ?? Infinity;

/** The 99th percentile of a field: a share of these numbers, and as many standard deviations of a normal law. */
interface Top {
  readonly share: number;
  readonly z: number;
}

function topOf({ share = 1 }: Bars = {}): Top {
  const top = Math.max(0.5, 1 - 0.01 / share);
  let [low, high] = [0, 8];
  for (let tries = 0; tries < 40; tries++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < top) low = middle;
    else high = middle;
  }
  return { share: top, z: low };
}

/** Whether the sample has a long tail, and the law another one. */
function losesTail(sorted: readonly number[], { tail }: Fitted, top: Top): boolean {
  const isLong = (sorted.at(-1) ?? 0) > LONG_TAIL * quantile(sorted, 0.5);
  if (tail === undefined || !isLong || sorted.length < FEW) return false;
  const isOff = (own: number, other: number): boolean => Math.abs(own - other) > TAIL_OFF * Math.abs(own);
  return isOff(meanOf(sorted), tail.mean) || isOff(quantile(sorted, top.share), tail.top);
}

/** Decimals that numbers of this size have: a double keeps 15 digits. */
function digitsThatFit(sorted: readonly number[]): number {
  const size = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0), 1);
  return Math.max(0, 14 - Math.floor(Math.log10(size * 1.01)));
}

interface Fitted extends Omit<Law, 'isTextbook'> {
  /** Mean and 99th percentile of the law. Undefined if its tail is never long. */
  readonly tail?: { readonly mean: number; readonly top: number };
  /** Whether the law would make many numbers below 0, of which the sample has none. */
  readonly isCut?: boolean;
}

type Fit = (sorted: readonly number[], range: Range, fractionDigits: number, top: Top) => Fitted | undefined;

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
  const digits = lawDigits(sorted.length);
  return {
    name: 'normal',
    isCut: range.min >= 0 && mean < 2 * deviation,
    distance: distance(sorted, (x) => normalCdf((x - mean) / deviation)),
    spec: {
      type: 'catbird.normal',
      params: {
        mean: roundedBy(mean, deviation, digits),
        deviation: significant(deviation, digits),
        ...range,
        fractionDigits,
      },
    },
  };
};

/** Of a log-normal law: the mean and the deviation of the logarithms. */
interface LogMoments {
  readonly mean: number;
  readonly sigma: number;
}

/** The log-normal law with the moments of a sample's logarithms; if it fits nearly as well, that with the mean and the 99th percentile of the sample. */
const logNormal: Fit = (sorted, range, fractionDigits, top) => {
  const lawWith = (moments: LogMoments): Fitted | undefined =>
    logNormalOf(sorted, moments, { range, fractionDigits, top });
  if ((sorted[0] ?? 0) <= 0) return undefined;
  const logs = sorted.map(Math.log);
  const mean = meanOf(logs);
  const likeliest = lawWith({ mean, sigma: deviationOf(logs, mean) });
  const limit = Math.max(TOLERATED, CRITICAL.normal / Math.sqrt(sorted.length));
  const others = sorted.length < MANY ? [] : tailMoments(sorted, mean, top);
  for (const moments of others) {
    const law = lawWith(moments);
    if (law !== undefined && law.distance <= limit) return law;
  }
  return likeliest;
};

/** Fewer rows have no 99th percentile to speak of. */
const MANY = 1_000;

/** The moments of the logarithms by which a log-normal law has the mean and the 99th percentile of a sample, or else only the latter. */
function tailMoments(sorted: readonly number[], mean: number, { share, z }: Top): LogMoments[] {
  const [logMean, logTop] = [Math.log(meanOf(sorted)), Math.log(quantile(sorted, share))];
  // ln p99 = ln mean − σ² / 2 + z σ, solved for the smaller σ.
  const sigma = z - Math.sqrt(z ** 2 - 2 * (logTop - logMean));
  const both = { mean: logMean - sigma ** 2 / 2, sigma };
  return [both, { mean, sigma: (logTop - mean) / z }];
}

function logNormalOf(
  sorted: readonly number[],
  { mean, sigma }: LogMoments,
  {
    range,
    fractionDigits,
    top,
  }: { readonly range: Range; readonly fractionDigits: number; readonly top: Top },
): Fitted | undefined {
  const digits = lawDigits(sorted.length);
  const median = roundedBy(Math.exp(mean), Math.exp(mean) * Math.min(1, sigma), digits);
  if (!(sigma > 0) || sigma > 20 || !(median > 0 && median < Infinity)) return undefined;
  // Values above the maximum become the maximum.
  const z = (Math.log(range.max) - mean) / sigma;
  return {
    name: 'log-normal',
    distance: distance(sorted, (x) => normalCdf((Math.log(x) - mean) / sigma)),
    tail: {
      mean: Math.exp(mean + sigma ** 2 / 2) * normalCdf(z - sigma) + range.max * (1 - normalCdf(z)),
      top: Math.exp(mean + top.z * sigma),
    },
    spec: {
      type: 'catbird.logNormal',
      params: { median, sigma: significant(sigma, digits), ...range, fractionDigits },
    },
  };
}

const exponential: Fit = (sorted, { max }, fractionDigits) => {
  const mean = meanOf(sorted);
  if ((sorted[0] ?? -1) < 0 || !(mean > 0) || mean === Infinity) return undefined;
  return {
    name: 'exponential',
    distance: distance(sorted, (x) => 1 - Math.exp(-x / mean)),
    spec: {
      type: 'catbird.exponential',
      params: { mean: significant(mean, lawDigits(sorted.length)), max, fractionDigits },
    },
  };
};
