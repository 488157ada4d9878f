import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testData } from '../../../../../../scripts/data.js';
import { everyNth } from '../../../../../../test/long.ts';
import { rowsOf, valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, tally } from '../../../../test/statistics.ts';
import { aliasTable, eitherOf } from './alias-table.ts';

const COUNT = 60_000;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Chi-square z-score of indexes 0 … n−1 against their weights. */
function deviation(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Math.abs(
    chiSquareZ(
      tally(values, weights.length),
      weights.map((weight) => weight / total),
    ),
  );
}

test.each([2, 3, 7, 50, 511, 700])('helpers.arrayElement of %i values is uniform', (size) => {
  const values = valuesOf<number>('helpers.arrayElement', [upTo(size)], { count: COUNT });
  expect(deviation(values, new Array<number>(size).fill(1))).toBeLessThan(4.5);
});

test.each([
  ['whole numbers', [65, 3, 8, 20]],
  ['one dominant weight', [4000, 1, 1, 1, 1]],
  ['fractions', [0.1, 0.7, 0.05, 0.15]],
  ['large sums', [50_000, 30_000, 1000, 19_000]],
  ['many weights', upTo(300).map((i) => 1 + (i % 17) / 3)],
  ['tiny and huge weights', [1e-3, 1e9, 5e8]],
] as const)('helpers.weightedArrayElement with %s follows the weights', (_, weights) => {
  const items = weights.map((weight, value) => ({ weight, value }));
  const values = valuesOf<number>('helpers.weightedArrayElement', [items], { count: COUNT });
  const common = weights.filter((weight) => weight > 1e-3);
  const shift = weights.length - common.length;
  expect(
    deviation(
      values.filter((value) => value >= shift).map((value) => value - shift),
      common,
    ),
  ).toBeLessThan(4.5);
});

test('an alias table adds up to the weights', () => {
  const weights = [5, 1, 0.25, 12, 3, 3];
  const { own, other, limits } = aliasTable(weights);
  const shares = weights.map(() => 0);
  limits.forEach((limit, i) => {
    shares[own[i] ?? 0] = (shares[own[i] ?? 0] ?? 0) + limit / weights.length;
    shares[other[i] ?? 0] = (shares[other[i] ?? 0] ?? 0) + (1 - limit) / weights.length;
  });
  weights.forEach((weight, i) => expect(shares[i]).toBeCloseTo(weight / 24.25, 12));
});

test('the entry of a column that is looked up without a branch is its own up to the limit, and the other above it', () => {
  const weights = fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
  const shares = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1000, maxLength: 1000 });
  fc.assert(
    fc.property(weights, shares, (given, draws) => {
      const table = aliasTable(given);
      const either = eitherOf(table);
      const wrong = draws.filter((draw) => {
        const x = (draw / 2 ** 32) * given.length;
        const column = Math.floor(x);
        const limit = table.limits[column] ?? Number.NaN;
        const expected = (x - column < limit ? table.own : table.other)[column];
        return either[2 * column + Number(x - column >= limit)] !== expected;
      });
      expect(wrong).toEqual([]);
    }),
  );
});

test.each([
  [[{ min: 1, max: 6 }], 1, 6],
  [[{ min: -3, max: 3 }], -3, 3],
  [[{ min: 0, max: 100, multipleOf: 10 }], 0, 10],
  [[9], 0, 9],
] as const)('number.int %j is uniform with both ends included', (args, low, high) => {
  const [{ multipleOf = 1 } = {}] = args as readonly { multipleOf?: number }[];
  const values = valuesOf<number>('number.int', args, { count: COUNT });
  const indexes = values.map((value) => value / multipleOf - low);
  expect(deviation(indexes, new Array<number>(high - low + 1).fill(1))).toBeLessThan(4.5);
});

test.each([0, 0.1, 0.5, 0.999, 1])('datatype.boolean is true with probability %d', (probability) => {
  const values = valuesOf<boolean>('datatype.boolean', [{ probability }], { count: COUNT });
  const share = values.filter(Boolean).length / COUNT;
  const sigma = Math.sqrt((probability * (1 - probability)) / COUNT);
  expect(Math.abs(share - probability)).toBeLessThanOrEqual(4.5 * sigma);
});

test('catbird.pick with a normal distribution has a standard deviation of a tenth of the list', () => {
  const values = valuesOf<number>('catbird.pick', [{ values: upTo(100), distribution: 'normal' }], {
    count: COUNT,
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / COUNT;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / COUNT;
  expect(mean).toBeGreaterThan(49.3);
  expect(mean).toBeLessThan(49.7);
  expect(Math.sqrt(variance)).toBeGreaterThan(9.8);
  expect(Math.sqrt(variance)).toBeLessThan(10.2);
});

test('catbird.sequentialArray cycles through its values', () => {
  const args = [{ values: ['a', 'b', 'c'], iterations: 2 }];
  expect(valuesOf('catbird.sequentialArray', args, { count: 8 }).join('')).toBe('aabbccaa');
  expect(valuesOf('catbird.sequentialArray', args, { first: 2 ** 33, count: 4 }).join('')).toBe('bbcc');
});

test('choices beside each other are those that each field makes alone', () => {
  const sizes = [2, 3, 1, 7, 2, 600, 5, 1, 1, 4, 30, 30, 3];
  const fields = sizes.map((size, i) => ({
    name: `f${i}`,
    type: 'helpers.arrayElement',
    args: [upTo(size).map((n) => 'é"x'.repeat(n % 5) + n)],
  }));
  const alone = fields.map((field) =>
    rowsOf([field], { count: 300 }).map((row) => JSON.parse(row) as object),
  );
  const together = rowsOf(fields, { count: 300 });
  expect(together).toEqual(
    together.map((_, r) => JSON.stringify(Object.assign({}, ...alone.map((rows) => rows[r])))),
  );
});

const NAUGHTY = testData('blns.json') ?? '';

test.skipIf(NAUGHTY === '')('naughty strings survive as field names, choices and symbols', () => {
  const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
  expect(strings.length).toBeGreaterThan(500);
  for (const naughty of everyNth(4, strings)) {
    const [row = ''] = rowsOf([
      { name: naughty, type: 'helpers.arrayElement', args: [[naughty, naughty]] },
      {
        name: `${naughty}2`,
        type: 'helpers.arrayElement',
        args: [Array.from({ length: 600 }, () => naughty)],
      },
      { name: `${naughty}3`, type: 'finance.amount', args: [{ symbol: naughty }] },
    ]);
    const expected = naughty.toWellFormed();
    const read = Object.entries(JSON.parse(row) as object).map(
      ([key, value]) => [key, String(value)] as const,
    );
    expect(new Map(read).get(expected)).toBe(expected);
    expect(new Map(read).get(`${expected}2`)).toBe(expected);
    expect(new Map(read).get(`${expected}3`)?.startsWith(expected)).toBe(true);
  }
});
