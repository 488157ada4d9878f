import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../test/rows.ts';
import { chiSquareZ, kolmogorov, tally } from '../../../test/statistics.ts';
import { parseSchema } from '../../schema/parse.ts';
import { poisson } from '../kernels/distribution/outcomes.ts';

const SIZE = 50_000;
const numbers = (type: string, params: object): number[] =>
  valuesOf<number>(`catbird.${type}`, [params], { count: SIZE, seed: 11 });

/** Standard normal CDF as a power series (Abramowitz and Stegun 7.1.26 is too coarse here). */
function normalShare(z: number): number {
  if (Math.abs(z) > 6) return z < 0 ? 0 : 1;
  let term = z;
  let sum = z;
  for (let n = 1; n < 120; n++) {
    term *= (-z * z) / (2 * n);
    sum += term / (2 * n + 1);
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

/** CDF of a beta distribution with integer parameters: a sum of binomials. */
function betaShare(alpha: number, beta: number, x: number): number {
  const n = alpha + beta - 1;
  let sum = 0;
  for (let k = alpha; k <= n; k++) {
    let ways = 1;
    for (let i = 0; i < k; i++) ways *= (n - i) / (i + 1);
    sum += ways * x ** k * (1 - x) ** (n - k);
  }
  return sum;
}

describe('numbers follow their distribution (Kolmogorov–Smirnov)', () => {
  test.each([
    ['normal', { fractionDigits: 9 }, normalShare],
    ['normal', { mean: -50, deviation: 7, fractionDigits: 9 }, (x: number) => normalShare((x + 50) / 7)],
    [
      'logNormal',
      { median: 20, sigma: 0.7, fractionDigits: 9 },
      (x: number) => normalShare(Math.log(x / 20) / 0.7),
    ],
    ['exponential', { mean: 30, fractionDigits: 9 }, (x: number) => 1 - Math.exp(-x / 30)],
    ['pareto', { scale: 3, shape: 1.5, fractionDigits: 6 }, (x: number) => 1 - (3 / x) ** 1.5],
    ['beta', { alpha: 2, beta: 5, fractionDigits: 12 }, (x: number) => betaShare(2, 5, x)],
    ['beta', { alpha: 1, beta: 1, min: -10, max: 10, fractionDigits: 9 }, (x: number) => (x + 10) / 20],
    [
      'beta',
      { alpha: 0.5, beta: 0.5, fractionDigits: 12 },
      (x: number) => (2 / Math.PI) * Math.asin(Math.sqrt(x)),
    ],
    ['beta', { alpha: 30, beta: 4, fractionDigits: 12 }, (x: number) => betaShare(30, 4, x)],
    [
      'histogram',
      { edges: [0, 1, 10, 30], weights: [2, 5, 1], fractionDigits: 9 },
      (x: number) => (x < 1 ? 2 * x : x < 10 ? 2 + (5 * (x - 1)) / 9 : 7 + (x - 10) / 20) / 8,
    ],
  ])('catbird.%s %j', (type, params, share) => {
    expect(kolmogorov(numbers(type, params).map(share))).toBeLessThan(1.95);
  });
});

test.each([0.3, 2.5, 40])('Poisson counts with mean %d have the right frequencies (chi-square)', (mean) => {
  const values = numbers('poisson', { mean });
  const most = Math.max(...values);
  const shares: number[] = [Math.exp(-mean)];
  for (let k = 1; k < most; k++) shares.push(((shares[k - 1] ?? 0) * mean) / k);
  shares.push(1 - shares.reduce((sum, share) => sum + share, 0));
  const counts = tally(values, most + 1);
  // Classes with fewer than ten expected counts are merged into the last of the others.
  const last = shares.findLastIndex((share) => share * SIZE >= 10);
  const first = shares.findIndex((share) => share * SIZE >= 10);
  const of = (list: readonly number[]): number[] => {
    const sum = (part: readonly number[]): number => part.reduce((all, each) => all + each, 0);
    return [sum(list.slice(0, first + 1)), ...list.slice(first + 1, last), sum(list.slice(last))];
  };
  expect(Math.abs(chiSquareZ(of(counts), of(shares)))).toBeLessThan(4);
});

test('Poisson weights with a large mean have the right mean and variance', () => {
  const { values, weights } = poisson(1_000_000, 0, 1e9);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / total;
  const variance = values.reduce((sum, value, i) => sum + (value - mean) ** 2 * (weights[i] ?? 0), 0) / total;
  expect(mean).toBeCloseTo(1_000_000, 3);
  expect(variance / 1_000_000).toBeCloseTo(1, 6);
  expect(values.length).toBeLessThan(20_000);
});

describe('clamps and decimals', () => {
  test.each([
    ['normal', { mean: 0, deviation: 10, min: -5, max: 5.5, fractionDigits: 1 }],
    ['logNormal', { sigma: 20, min: 0.5, max: 1e6, fractionDigits: 2 }],
    ['exponential', { mean: 1e9, min: 3, max: 4 }],
    ['pareto', { shape: 0.1, max: 0.29, scale: 0.01, fractionDigits: 2 }],
    ['beta', { alpha: 0.1, beta: 0.1, min: -1, max: 1, fractionDigits: 0 }],
    ['histogram', { edges: [-100, 100], weights: [1], min: -50, max: 50, fractionDigits: 0 }],
    ['poisson', { mean: 5, min: 4, max: 6 }],
  ])('catbird.%s respects %j', (type, params: { min?: number; max?: number; fractionDigits?: number }) => {
    const { min = -Infinity, max = Infinity, fractionDigits = 3 } = params;
    const values = numbers(type, params);
    expect(values.every((value) => value >= min && value <= max)).toBe(true);
    expect(values.every((value) => Number(value.toFixed(fractionDigits)) === value)).toBe(true);
    if (params.max !== undefined) expect(values).toContain(max);
  });

  test('numbers too large for their decimal places are as large as drawn, and finite', () => {
    const values = numbers('pareto', { shape: 0.1, fractionDigits: 3 });
    expect(Math.max(...values)).toBeGreaterThan(1e15);
    expect(numbers('normal', { mean: 1e300, deviation: 0, fractionDigits: 0 })[0]).toBe(1e300);
    expect(numbers('normal', { mean: -1e300, deviation: 0, fractionDigits: 12 })[0]).toBe(
      -Number.MAX_VALUE / 1e12,
    );
    const clamped = numbers('pareto', { shape: 0.1, fractionDigits: 3, max: 1e20 });
    expect(Math.max(...clamped) / 1e20).toBeCloseTo(1, 12);
  });

  test('a deviation of 0 gives the mean', () => {
    expect(new Set(numbers('normal', { mean: 1.5, deviation: 0 }))).toEqual(new Set([1.5]));
  });
});

test.each([
  ['normal', { deviation: -1 }, 'deviation must be at least 0'],
  ['normal', { min: 2, max: 1 }, 'max 1 must be at least min 2'],
  ['normal', { min: 0.1, max: 0.2, fractionDigits: 0 }, 'No number with 0 decimals lies between min and max'],
  ['normal', { fractionDigits: 13 }, 'fractionDigits must be at most 12'],
  ['normal', { fractionDigits: 1.5 }, 'fractionDigits must be a whole number'],
  ['logNormal', { median: 0 }, 'median must be greater than 0'],
  ['exponential', { mean: 0 }, 'mean must be greater than 0'],
  ['pareto', { shape: 0 }, 'shape must be at least 0.1'],
  ['poisson', { mean: 1e12 }, 'mean must be at most 1,000,000'],
  ['poisson', {}, 'mean must be a number'],
  ['poisson', { mean: 'many' }, 'mean must be a number'],
  ['beta', { alpha: 1 }, 'beta must be a number'],
  ['histogram', { edges: [0, 1], weights: [1, 2] }, '2 edges need 1 weights, not 2'],
  ['histogram', { edges: [0, 1, 1], weights: [1, 2] }, 'Every edge must be greater than the previous one'],
  ['histogram', { edges: [0, 1], weights: [0] }, 'weights[0] must be greater than 0'],
])('catbird.%s refuses %j', (type, params, message) => {
  const result = parseSchema(JSON.stringify({ v: { type: `catbird.${type}`, params } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([
    `catbird.${type}: ${message}`,
  ]);
});
