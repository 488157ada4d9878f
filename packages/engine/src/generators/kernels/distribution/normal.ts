import type { Place } from '../engine/cell.ts';
import { exp, log } from '../../../numeric/deterministic-math.ts';
import { normalShare } from '../../../numeric/normal.ts';
import { drawKey } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import type { Law } from './outcomes.ts';
import { fillZiggurat, putNormals } from './ziggurat.ts';

/** Normal distribution. */
export function normal(mean: number, deviation: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  fillZiggurat();
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      stretch(values, rows, mean, deviation);
    },
  };
}

/** Log-normal distribution. @param sigma standard deviation of the logarithm */
export function logNormal(median: number, sigma: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  fillZiggurat();
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      raise(values, rows, median, sigma);
    },
  };
}

/*
 * Functions of their own, because V8 reads what a closure uses once per row.
 */

function stretch(values: Float64Array, rows: number, mean: number, deviation: number): void {
  for (let r = 0; r < rows; r++) values[r] = mean + deviation * values[r];
}

function raise(values: Float64Array, rows: number, median: number, sigma: number): void {
  for (let r = 0; r < rows; r++) values[r] = median * exp(sigma * values[r]);
}

/** Beyond so many standard deviations, a normal distribution has a share of 10^-12. */
const REACH = 7.04;

/** The law of `normal`; undefined if all numbers are the mean. */
export const normalLaw = (mean: number, deviation: number): Law | undefined =>
  deviation > 0
    ? {
        range: [mean - REACH * deviation, mean + REACH * deviation],
        between: (from, to) => normalShare((from - mean) / deviation, (to - mean) / deviation),
      }
    : undefined;

/** The law of `logNormal`; undefined if all numbers are the median. */
export function logNormalLaw(median: number, sigma: number): Law | undefined {
  if (!(sigma > 0)) return undefined;
  const deviations = (x: number): number => (x > 0 ? log(x / median) / sigma : -Infinity);
  return {
    range: [median * exp(-REACH * sigma), median * exp(REACH * sigma)],
    between: (from, to) => normalShare(deviations(from), deviations(to)),
  };
}
