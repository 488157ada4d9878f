import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betaShare } from '../generators/kernels/distribution/beta.ts';
import { normalShare } from './normal.ts';

describe('normalShare', () => {
  // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1; tails from table 26.2 (−log Q).
  test.each([
    [0, 1, 0.341344746068543],
    [-1, 1, 0.682689492137086],
    [-Infinity, 1.96, 0.97500210485178],
    [2.5, Infinity, 0.006209665325776],
    [-Infinity, -5, 2.866515719e-7],
    [10, Infinity, 7.619853024e-24],
    [-Infinity, Infinity, 1],
    [40, Infinity, 0],
  ])('from %d to %d', (from, to, share) => {
    const made = normalShare(from, to);
    if (share === 0) expect(made).toBe(0);
    else expect(made / share).toBeCloseTo(1, 9);
  });

  test('shares of neighbouring intervals add up, also where the formula changes', () => {
    fc.assert(
      fc.property(
        fc.tuple(...Array.from({ length: 3 }, () => fc.double({ min: -9, max: 9, noNaN: true }))),
        (ends) => {
          const [a = 0, b = 0, c = 0] = ends.toSorted((x, y) => x - y);
          expect(normalShare(a, b) + normalShare(b, c)).toBeCloseTo(normalShare(a, c), 14);
          expect(normalShare(a, b)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('betaShare', () => {
  /** For whole parameters: the chance of at least alpha successes in alpha + beta − 1 trials. */
  function ofTrials(alpha: number, beta: number, x: number): number {
    const n = alpha + beta - 1;
    let sum = 0;
    for (let k = alpha, ways = 1; k <= n; k++) {
      ways = Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((all, each) => all * each, 1);
      sum += ways * x ** k * (1 - x) ** (n - k);
    }
    return sum;
  }

  test.each([
    [1, 1],
    [2, 5],
    [5, 2],
    [30, 4],
    [40, 60],
  ])('agrees with binomial sums for %d and %d', (alpha, beta) => {
    for (let x = 0; x <= 1; x += 1 / 64)
      expect(betaShare(alpha, beta, x)).toBeCloseTo(ofTrials(alpha, beta, x), 11);
  });

  test('agrees with the arcsine law, and with powers at either end', () => {
    for (let x = 1 / 64; x < 1; x += 1 / 64) {
      expect(betaShare(0.5, 0.5, x)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(x)), 12);
      expect(betaShare(0.1, 1, x)).toBeCloseTo(x ** 0.1, 12);
      expect(betaShare(1, 700, x / 64)).toBeCloseTo(1 - (1 - x / 64) ** 700, 11);
    }
  });

  test('is ½ in the middle for equal parameters, however large', () => {
    for (const size of [0.1, 1.5, 80, 10_000]) expect(betaShare(size, size, 0.5)).toBeCloseTo(0.5, 9);
  });
});
