import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { kolmogorov } from '../../../../test/statistics.ts';

const COUNT = 20_000;

describe.each([
  {},
  { min: 0, max: 1, fractionDigits: 1 },
  { min: -10, max: 40, fractionDigits: 1 },
  { min: 1, max: 1000, fractionDigits: 2 },
  { min: -1000, max: -999.5, fractionDigits: 3 },
  { min: -50, max: 50, fractionDigits: 3 },
  { min: -180, max: 180, fractionDigits: 4 },
  { min: 0, max: 123_456_789, fractionDigits: 2 },
  { min: -1, max: 1, fractionDigits: 14 },
  { max: 7 },
] as const)('number.float %j', (range) => {
  const {
    min = 0,
    max = 1,
    fractionDigits,
  } = range as { min?: number; max?: number; fractionDigits?: number };
  const values = valuesOf<number>('number.float', [range], { count: COUNT });

  test('stays in its range and has at most the given decimals', () => {
    expect(values.every((value) => value >= min && value <= max)).toBe(true);
    if (fractionDigits !== undefined)
      expect(values.filter((value) => Number(value.toFixed(fractionDigits)) !== value)).toEqual([]);
  });

  test('is uniform', () => {
    const step = 10 ** -(fractionDigits ?? 15);
    // Spread values within a step, so that the test also suits coarse steps.
    const shares = values.map(
      (value, i) => (value - min + ((i * 0.618_034) % 1) * step) / (max - min + step),
    );
    expect(kolmogorov(shares)).toBeLessThan(1.95);
  });
});

test('a range with decimals includes both ends', () => {
  const values = new Set(
    valuesOf<number>('number.float', [{ min: 1, max: 2, fractionDigits: 1 }], { count: 2000 }),
  );
  expect([...values].toSorted((x, y) => x - y)).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2]);
});

test.each([
  [{ min: 2, max: 1 }, /Max 1/],
  [{ fractionDigits: -1 }, /fractionDigits/],
  [{ max: 1e12, fractionDigits: 8 }, /decimals fit/],
])('%j is rejected', (range, message) => {
  expect(() => valuesOf('number.float', [range])).toThrow(message);
});
