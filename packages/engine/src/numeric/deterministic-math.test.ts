import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosOfTurns, exp, log, pow, sinOfTurns } from './deterministic-math.ts';
import { normalQuantile } from './normal.ts';

/** Relative difference of two numbers. */
const error = (actual: number, expected: number): number =>
  actual === expected ? 0 : Math.abs(actual - expected) / Math.abs(expected);
const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });

describe('functions agree with Math', () => {
  test('log', () => {
    fc.assert(
      fc.property(positive, (x) => {
        expect(error(log(x), Math.log(x))).toBeLessThan(1e-15);
      }),
    );
    for (const x of [1, 1 + 2 ** -52, 1 - 2 ** -53, 0.5, Math.SQRT1_2, Math.E, 5e-324, 0.99, 1.01])
      expect(error(log(x), Math.log(x)), String(x)).toBeLessThan(1e-15);
    expect([log(0), log(Infinity), log(-1), log(NaN)]).toEqual([-Infinity, Infinity, NaN, NaN]);
  });

  test('exp', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 709, noNaN: true }), (x) => {
        expect(error(exp(x), Math.exp(x))).toBeLessThan(1e-15);
      }),
    );
    expect([exp(0), exp(800), exp(-800), exp(NaN)]).toEqual([1, Infinity, 0, NaN]);
  });

  test('pow, exactly for whole powers of whole numbers', () => {
    for (const [x, y] of [
      [2, 10],
      [10, 15],
      [-3, 5],
      [7, 0],
      [0, 0],
    ] as const)
      expect(pow(x, y)).toBe(x ** y);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: -20, max: 20, noNaN: true }),
        (x, y) => {
          expect(error(pow(x, y), x ** y)).toBeLessThan(1e-13);
        },
      ),
    );
    expect([pow(0, -0.5), pow(-8, 1 / 3), pow(-2, 65)]).toEqual([
      Infinity,
      NaN,
      expect.closeTo(-(2 ** 65), -6),
    ]);
  });

  test('sinOfTurns and cosOfTurns', () => {
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (turns) => {
        expect(Math.abs(cosOfTurns(turns) - Math.cos(turns * 2 * Math.PI))).toBeLessThan(3e-15);
        expect(Math.abs(sinOfTurns(turns) - Math.sin(turns * 2 * Math.PI))).toBeLessThan(3e-15);
      }),
    );
    expect([0, 0.25, 0.5, 0.75, 1].map((turns) => Math.round(sinOfTurns(turns) * 1e15) / 1e15 + 0)).toEqual([
      0, 1, 0, -1, 0,
    ]);
  });
});

/** Integral of the standard normal density from 0 to z, by Simpson's rule. */
function shareTo(z: number): number {
  const steps = 2000;
  const h = z / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++)
    sum += Math.exp(-((i * h) ** 2) / 2) * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2);
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

test('normalQuantile inverts the normal distribution', () => {
  for (const share of [0.5, 0.5001, 0.6, 0.9, 0.92499, 0.92501, 0.975, 0.999, 1 - 1e-6, 1 - 1e-10]) {
    expect(0.5 + shareTo(normalQuantile(share))).toBeCloseTo(share, 13);
    expect(normalQuantile(1 - share)).toBeCloseTo(-normalQuantile(share), 5);
  }
  // Far tails, from the asymptotic series of the tail: φ(z)/z (1 − 1/z² + 3/z⁴ − 15/z⁶ …).
  for (const share of [1e-9, 1e-13, 1e-16, 5e-17]) {
    const z = -normalQuantile(share);
    const w = 1 / (z * z);
    const series = 1 - w + 3 * w ** 2 - 15 * w ** 3 + 105 * w ** 4 - 945 * w ** 5 + 10_395 * w ** 6;
    const tail = (Math.exp((-z * z) / 2) / z / Math.sqrt(2 * Math.PI)) * series;
    expect(tail / share).toBeCloseTo(1, 3);
  }
});
