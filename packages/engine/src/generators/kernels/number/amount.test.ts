import { base, en, Faker } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, kolmogorov, tally, twoSampleZ } from '../../../../test/statistics.ts';

const COUNT = 5000;
const AMOUNTS = [
  {},
  { min: 5, max: 10 },
  { min: -3, max: 3, dec: 1 },
  { min: 0, max: 9, dec: 0 },
  { min: 1e6, max: 1e9, dec: 8, symbol: '€ "' },
  { min: 0.015, max: 0.021, dec: 3 },
] as const;
const faker = new Faker({ locale: [en, base], seed: 4 });

describe.each(AMOUNTS)('finance.amount %j', (options) => {
  const values = valuesOf<string>('finance.amount', [options], { count: COUNT });
  const {
    min = 0,
    max = 1000,
    dec = 2,
    symbol = '',
  } = options as { min?: number; max?: number; dec?: number; symbol?: string };

  test('has the given symbol, decimals and range', () => {
    const wrong = values.filter((value) => {
      const number = Number(value.slice(symbol.length));
      return value !== symbol + number.toFixed(dec) || !(number >= min && number <= max);
    });
    expect(wrong).toEqual([]);
  });

  test('is uniform', () => {
    const step = 10 ** -dec;
    const [low, high] = [Math.ceil(min / step - 1e-9) * step, Math.floor(max / step + 1e-9) * step];
    // Spread values within a step, so that the test also suits coarse steps.
    const shares = values.map(
      (value, i) =>
        (Number(value.slice(symbol.length)) - low + ((i * 0.618) % 1) * step) / (high - low + step),
    );
    expect(kolmogorov(shares)).toBeLessThan(1.95);
  });
});

describe.each([
  {},
  { min: 1, max: 2 },
  { min: 10, max: 10.07 },
  { max: 50, dec: 1 },
  { dec: 0, max: 20 },
  { symbol: '$' },
])('commerce.price %j', (options) => {
  const theirs = Array.from({ length: COUNT }, () => faker.commerce.price(options));
  const ours = valuesOf<string>('commerce.price', [options], { count: COUNT });

  test('has the endings and distribution of faker’s', () => {
    for (const trait of [
      (price: string) => price.at(-1) ?? '',
      (price: string) => String(price.length),
      (price: string) => price.slice(0, 2),
      (price: string) => price.slice(-4, -1),
    ])
      expect(Math.abs(twoSampleZ(theirs.map(trait), ours.map(trait)))).toBeLessThan(4.5);
  });
});

test('prices end in 9 (50 %), 5 (30 %), 0 (10 %) or any digit (10 %)', () => {
  const prices = valuesOf<string>('commerce.price', [], { count: 100_000 });
  const shares = [0.11, 0.01, 0.01, 0.01, 0.01, 0.31, 0.01, 0.01, 0.01, 0.51];
  const endings = tally(
    prices.map((price) => Number(price.at(-1))),
    10,
  );
  expect(Math.abs(chiSquareZ(endings, shares))).toBeLessThan(4.5);
});

test('unusual arguments are left to faker', () => {
  expect(valuesOf('commerce.price', [{ min: -1, max: 5 }])).toEqual(['0']);
  expect(valuesOf('commerce.price', [{ min: 7, max: 7 }])).toEqual(['7.00']);
  expect(valuesOf('finance.amount', [{ autoFormat: true, min: 1e6, max: 1e6 }])).toEqual(['1,000,000.00']);
  expect(() => valuesOf('finance.amount', [{ min: 2, max: 1 }])).toThrow(/Max 1/);
});
