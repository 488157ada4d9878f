import { firstPlace } from '@catbird/engine';
/** A range that contains a sample. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest bound that is used: the difference of two bounds is a number. */
const LARGEST = 8e307;

/** The unit of three digits of a range, or as many as given: bounds rounded to it tell nothing about a single value. */
export function roundingUnit({ min, max }: Range, digits = 3): number {
  const range = max / 2 - min / 2;
  const size = range > 0 ? range * 2 : Math.abs(max);
  if (size === 0 || size === Infinity) return size === 0 ? 1 : 1e305;
  return 10 ** (Math.floor(Math.log10(size)) - digits + 1);
}

/** Fewer rows show no shape: the simplest that they do not contradict describes them. */
export const FEW_ROWS = 200;
/** The range of so few values tells about each of them. */
const FEW = 20;
/** The range of so few values says nothing. */
const SINGLE = 3;

/**
 * Rounds the bounds of some values outward to three digits of their range, two of few rows, and to no more decimals than the values have. If
 * the values are fewer than 20, three digits of their size are kept at most: of the ids 481516 and 481599, 481000 and 482000.
 */
export function outward(
  { min, max }: Range,
  fractionDigits: number,
  values: number,
  digits = lawDigits(values),
): Range {
  const size = Math.max(Math.abs(min), Math.abs(max));
  const ofSize = values < FEW ? roundingUnit({ min: size, max: size }) : 0;
  const ofRange = values < SINGLE ? 0 : roundingUnit({ min, max }, min === max ? 3 : digits);
  const unit = Math.max(10 ** -fractionDigits, ofSize, ofRange);
  const below = clean(Math.floor(min / unit) * unit);
  // Of positive numbers, 0 is none.
  const low = below > 0 || min <= 0 ? below : clean(Math.floor(min / unitOf(min, 1)) * unitOf(min, 1));
  const high = clean(Math.ceil(max / unit) * unit);
  return {
    min: Math.max(-LARGEST, Number.isFinite(low) ? Math.min(low, min) : min),
    max: Math.min(LARGEST, Number.isFinite(high) ? Math.max(high, max) : max),
  };
}

/** Without the noise of binary fractions. */
export const clean = (x: number): number => Number(x.toPrecision(12)) || 0;

/** Whether three digits write a number: then it is as good as rounded. */
export const isRound = (x: number): boolean => Number(x.toPrecision(3)) === x;

/** The number of elements below x in a sorted list. */
export const rankOf = (sorted: readonly number[], x: number): number =>
  firstPlace(0, sorted.length, (place) => !((sorted[place] ?? Infinity) < x));

/** The value at a share of a sorted list that is not empty. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);

/** Standard deviation. */
export const deviationOf = (values: readonly number[], mean: number): number =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0));

/**
 * Kolmogorov-Smirnov distance of a sorted sample from a law. Data are rounded, so a value that repeats is compared at the middle of its
 * ranks.
 */
export function distance(sorted: readonly number[], cdf: (x: number) => number): number {
  let most = 0;
  for (let i = 0; i < sorted.length;) {
    const value = sorted[i] ?? 0;
    let j = i + 1;
    while (sorted[j] === value) j++;
    most = Math.max(most, Math.abs(cdf(value) - (i + j) / 2 / sorted.length));
    i = j;
  }
  return most;
}

/** The standard normal law. M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 7.1.26; within 1.5e-7. */
export function normalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - polynomial * Math.exp(-z * z);
  return (1 + Math.sign(x) * erf) / 2;
}

/** Whether chance explains the differences of some counts in fewer than 5 % of samples: Pearson's chi-square test. */
export function areUneven(counts: readonly number[]): boolean {
  const mean = meanOf(counts);
  const statistic = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  return statistic > chiSquareLimit(counts.length - 1);
}

/** What chance exceeds in 5 % of samples. E. B. Wilson and M. M. Hilferty, "The distribution of chi-square", 1931. */
function chiSquareLimit(degrees: number): number {
  const variance = 2 / (9 * degrees);
  return degrees === 0 ? Infinity : degrees * (1 - variance + 1.645 * Math.sqrt(variance)) ** 3;
}

/** Distinct values that draws from so many equally likely ones have, on average. */
export const expectedDistinct = (draws: number, values: number): number =>
  values * -Math.expm1(draws * Math.log1p(-1 / values));

/** Digits of the params of a law: few rows say little. */
export const lawDigits = (rows: number): number => (rows < FEW_ROWS ? 2 : 3);

/** A number rounded to so many digits of another one, such as a mean to those of the deviation. */
export const roundedBy = (x: number, scale: number, digits: number): number =>
  clean(Math.round(x / unitOf(scale, digits)) * unitOf(scale, digits));

const unitOf = (scale: number, digits: number): number =>
  10 ** (Math.floor(Math.log10(Math.abs(scale))) - digits + 1);

/** A number with this many significant digits. */
export const significant = (x: number, digits: number): number => Number(x.toPrecision(digits));
