import * as z from 'zod/mini';
import type { GeneratorType } from '../generator.ts';
import { pickWeighted } from '../kernels/choice/choice.ts';
import { beta, betaLaw } from '../kernels/distribution/beta.ts';
import { logNormal, logNormalLaw, normal, normalLaw } from '../kernels/distribution/normal.ts';
import { type Law, outcomes, poisson } from '../kernels/distribution/outcomes.ts';
import {
  exponential,
  exponentialLaw,
  histogram,
  pareto,
  paretoLaw,
} from '../kernels/distribution/uniform.ts';
import type { Place } from '../kernels/engine/cell.ts';
import { type Numbers, numbersCell, unitsOf } from '../kernels/number/numbers.ts';
import type { Scope } from '../scope.ts';
import { decimalsOf, fractionDigits, numberKind } from './decimals.ts';
import { above, described, num, optional, options, required } from './params.ts';

interface Clamps {
  readonly min?: number;
  readonly max?: number;
  readonly fractionDigits?: number;
}

const clamps = {
  min: num('Clamp lower values to this'),
  max: num('Clamp higher values to this'),
  fractionDigits,
};

/** Up to so many decimals, numbers are written without an exponent. */
const PLAIN_DECIMALS = 6;

/**
 * A type whose numbers are drawn per row and rounded to some decimal places. If few numbers remain, one of them is chosen by its share.
 *
 * @param lawOf undefined: the shares of numbers are not known
 */
const drawn = (
  name: string,
  declared: Pick<GeneratorType, 'summary' | 'params' | 'example'>,
  numbersOf: (given: unknown, place: Place) => Numbers,
  lawOf?: (given: unknown) => Law | undefined,
): GeneratorType => ({
  name: `catbird.${name}`,
  ...declared,
  kind: ([given]) => numberKind(given ?? {}),
  compile([given], scope: Scope) {
    const params = (given ?? {}) as Clamps;
    const writing = { min: params.min, max: params.max, decimals: decimalsOf(params) };
    const numbers = numbersOf(params, scope);
    // A table for each set of params that rows read would take longer than their numbers.
    const law = scope.isRead || writing.decimals > PLAIN_DECIMALS ? undefined : lawOf?.(params);
    const few = law && outcomes(law, unitsOf(writing, Number.MAX_VALUE));
    return few === undefined
      ? numbersCell(numbers, writing, scope)
      : pickWeighted(few.values, few.weights, scope);
  },
});

interface PoissonParams {
  readonly mean: number;
  readonly min?: number;
  readonly max?: number;
}

/**
 * Numbers from well-known distributions. Logarithms and powers use exactly defined arithmetic, and values are rounded to their
 * decimal places, so a seed produces the same digits on every machine.
 */
export const distributionTypes: readonly GeneratorType[] = [
  drawn(
    'normal',
    {
      summary: 'A normally distributed number, such as a height or a measurement error',
      params: options({
        mean: num('Mean. Default 0'),
        deviation: optional(
          z.number().check(z.gte(0)),
          'Standard deviation; 68 % of values lie within one of the mean. Default 1',
        ),
        ...clamps,
      }),
      example: { mean: 170, deviation: 8, min: 140, max: 210, fractionDigits: 1 },
    },
    (given, place) => {
      const { mean = 0, deviation = 1 } = given as { mean?: number; deviation?: number };
      return normal(mean, deviation, place);
    },
    (given) => {
      const { mean = 0, deviation = 1 } = given as { mean?: number; deviation?: number };
      return normalLaw(mean, deviation);
    },
  ),
  drawn(
    'logNormal',
    {
      summary: 'A log-normal number, positive with a long tail, such as a response time or an income',
      params: options({
        median: above(0, 'Median: half of all values are lower. Default 1'),
        sigma: optional(
          z.number().check(z.gte(0), z.lte(20)),
          'Standard deviation of the logarithm: 0.25 is narrow, 1 is wide. Default 1',
        ),
        ...clamps,
      }),
      example: { median: 120, sigma: 0.6, max: 30_000, fractionDigits: 1 },
    },
    (given, place) => {
      const { median = 1, sigma = 1 } = given as { median?: number; sigma?: number };
      return logNormal(median, sigma, place);
    },
    (given) => {
      const { median = 1, sigma = 1 } = given as { median?: number; sigma?: number };
      return logNormalLaw(median, sigma);
    },
  ),
  drawn(
    'exponential',
    {
      summary: 'An exponentially distributed number, such as a waiting time',
      params: options({ mean: above(0, 'Mean. Default 1'), ...clamps }),
      example: { mean: 30, fractionDigits: 2 },
    },
    (given, place) => {
      const { mean = 1 } = given as { mean?: number };
      return exponential(mean, place);
    },
    (given) => exponentialLaw((given as { mean?: number }).mean ?? 1),
  ),
  drawn(
    'pareto',
    {
      summary:
        'A Pareto (power-law) number, mostly small and rarely huge, such as a follower count or a city size',
      params: options({
        scale: above(0, 'Minimum value. Default 1'),
        shape: optional(
          z.number().check(z.gte(0.1)),
          'Tail index; lower values give larger extremes. At 1.16, 20 % of the values hold 80 % of the total. Default 1.16',
        ),
        ...clamps,
      }),
      example: { scale: 5, shape: 1.5, max: 10_000, fractionDigits: 2 },
    },
    (given, place) => {
      const { scale = 1, shape = 1.16 } = given as { scale?: number; shape?: number };
      return pareto(scale, shape, place);
    },
    (given) => {
      const { scale = 1, shape = 1.16 } = given as { scale?: number; shape?: number };
      return paretoLaw(scale, shape);
    },
  ),
  {
    name: 'catbird.poisson',
    summary: 'A Poisson-distributed count, such as calls per hour or items per order',
    params: required({
      mean: described(z.number().check(z.gt(0), z.lte(1_000_000)), 'Mean, above 0 and at most 1,000,000'),
      min: num('Clamp lower values to this. Default 0'),
      max: num('Clamp higher values to this'),
    }),
    example: { mean: 2.5, min: 1 },
    kind: { is: 'integer' },
    compile([given], scope) {
      const { mean, min = 0, max } = given as PoissonParams;
      const { low, high } = unitsOf({ min, max, decimals: 0 });
      const { values, weights } = poisson(mean, low, high);
      return pickWeighted(values, weights, scope);
    },
  },
  drawn(
    'beta',
    {
      summary:
        'A beta-distributed number between min and max, with its peak where you choose, such as a rating',
      params: required({
        alpha: shapeOf('Higher values shift the distribution towards max'),
        beta: shapeOf('Higher values shift the distribution towards min'),
        min: num('Minimum. Default 0'),
        max: num('Maximum. Default 1'),
        fractionDigits,
      }),
      example: { alpha: 2, beta: 5, max: 100, fractionDigits: 1 },
    },
    (given, place) => {
      const { alpha, beta: other, min = 0, max = 1 } = given as { alpha: number; beta: number } & Clamps;
      return beta([alpha, other], [min, max], place);
    },
    (given) => {
      const { alpha, beta: other, min = 0, max = 1 } = given as { alpha: number; beta: number } & Clamps;
      return betaLaw([alpha, other], [min, max]);
    },
  ),
  drawn(
    'histogram',
    {
      summary: 'A number from your own histogram: a bin chosen by weight, then any number within it',
      params: required({
        edges: described(
          z.array(z.number()).check(z.minLength(2)),
          'Bin edges in ascending order, one more than the number of bins',
        ),
        weights: described(z.array(z.number().check(z.gt(0))).check(z.minLength(1)), 'One weight per bin'),
        ...clamps,
      }),
      example: { edges: [0, 10, 50, 200], weights: [60, 30, 10], fractionDigits: 2 },
    },
    (given, place) => {
      const { edges, weights } = given as { edges: readonly number[]; weights: readonly number[] };
      if (weights.length !== edges.length - 1)
        throw new Error(`${edges.length} edges need ${edges.length - 1} weights, not ${weights.length}`);
      if (edges.some((edge, i) => i > 0 && edge <= (edges[i - 1] ?? edge)))
        throw new Error('Every edge must be greater than the previous one');
      return histogram(edges, weights, place);
    },
  ),
];

function shapeOf(description: string) {
  return described(z.number().check(z.gte(0.1), z.lte(1_000_000)), description);
}
