import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { twoSampleZ } from '../../../../test/statistics.ts';

describe('numbers of which few remain when they are rounded have the shares of rounded numbers', () => {
  test.each([
    ['normal', { mean: -71, deviation: 9, min: -80, max: -50, fractionDigits: 0 }],
    ['normal', { mean: 0.05, deviation: 0.1, fractionDigits: 1 }],
    ['logNormal', { median: 3, sigma: 0.5, max: 20, fractionDigits: 0 }],
    ['exponential', { mean: 2, min: 1, fractionDigits: 0 }],
    ['pareto', { scale: 1, shape: 1.5, max: 50, fractionDigits: 0 }],
    ['beta', { alpha: 1.5, beta: 7, max: 79, fractionDigits: 0 }],
    ['beta', { alpha: 0.4, beta: 0.3, min: -1, max: 1, fractionDigits: 1 }],
  ])('catbird.%s %j', (type, params: { min?: number; max?: number; fractionDigits: number }) => {
    const { min = -Infinity, max = Infinity, fractionDigits } = params;
    const numbers = (more: object): number[] =>
      valuesOf<number>(`catbird.${type}`, [{ ...params, ...more }], { count: 60_000, seed: 5 });
    // Too many decimals for a table. The bounds of a beta distribution are its ends, and not clamps.
    const exact = numbers({
      fractionDigits: 9,
      ...(type === 'beta' ? {} : { min: undefined, max: undefined }),
    });
    const scale = 10 ** fractionDigits;
    const rounded = exact.map((x) => Math.round(Math.min(max, Math.max(min, x)) * scale) / scale);
    const drawn = numbers({});
    expect(new Set(drawn).size).toBeGreaterThan(8);
    expect(Math.abs(twoSampleZ(drawn.map(String), rounded.map(String)))).toBeLessThan(4);
  });
});
