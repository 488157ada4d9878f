import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

const sorted = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).sort();
const range = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Number((from + i * step).toFixed(6)));
const histogram = (numbers: readonly number[]) => {
  const found = histogramOf(sorted(numbers));
  if (found === undefined) throw new Error('No histogram');
  return found;
};

describe('whole numbers', () => {
  test('have a bin each if there are few', () => {
    expect(histogram(range(1, 6))).toMatchObject({
      edges: [1, 2, 3, 4, 5, 6, 7],
      counts: [1, 1, 1, 1, 1, 1],
      median: 2,
    });
    expect(histogram(range(0, 23)).counts).toHaveLength(24);
  });

  test.each([
    [1, 100],
    [0, 99],
    [0, 100],
    [3, 1000],
    [-50, 50],
    [1, 365],
    [1000, 9999],
    [-1, 1_000_000],
  ])('all from %i to %i, the ends included, are equally high', (from, to) => {
    const step = Math.max(1, Math.floor((to - from) / 9000));
    const { heights, edges } = histogram(
      step === 1 ? range(from, to) : range(from, from + 9000 * step, step),
    );
    for (const height of heights) expect(height).toBeGreaterThan(step === 1 ? 0.999 : 0.98);
    for (const edge of edges) expect(edge).toBe(Math.floor(edge));
    expect(edges.length).toBeGreaterThan(14);
  });

  test('have round edges within the range', () => {
    expect(histogram(range(1, 100)).edges).toEqual([1, ...range(5, 95, 5), 101]);
  });

  test('have no bin narrower than their step', () => {
    expect(histogram([100, 125, 150, 150, 300]).edges).toEqual(range(100, 325, 25));
  });
});

describe('decimals', () => {
  test('of money have bins of whole cents', () => {
    const { edges, heights } = histogram(range(0.01, 0.2, 0.01));
    expect(edges).toEqual(range(0.01, 0.21, 0.01));
    expect(new Set(heights)).toEqual(new Set([1]));
  });

  test('have exact decimal edges', () => {
    const { edges } = histogram(range(0, 1, 0.001));
    expect(edges.slice(0, 5)).toEqual([0, 0.05, 0.1, 0.15, 0.2]);
  });

  test('that are continuous end where the values do', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => Math.sqrt(i) / Math.PI);
    const { edges } = histogram(numbers);
    expect([edges[0], edges.at(-1)]).toEqual([0, numbers.at(-1)]);
    expect(edges.slice(1, 4)).toEqual([0.5, 1, 1.5]);
  });
});

test('a long tail has a bin of its own, and does not press the others together', () => {
  const numbers = [...range(1, 1000), 50_000, 1_000_000];
  const { edges, counts, tails, heights } = histogram(numbers);
  expect(tails).toEqual({ low: false, high: true });
  expect(counts.at(-1)).toBeLessThan(60);
  expect(edges.at(-1)).toBe(1_000_001);
  expect(edges.length).toBeGreaterThan(15);
  expect(heights.slice(0, -1).every((height) => height > 0.9)).toBe(true);
});

test.each([
  ['a single value', [5, 5, 5]],
  ['none', []],
  ['a range beyond a double', [-1e308, 1e308]],
])('there is none of %s', (_, numbers) => {
  expect(histogramOf(sorted(numbers))).toBeUndefined();
});

test.each([
  ['tiny', [1e-310, 3e-310, 2e-308]],
  ['huge', [1e300, 2e300, 9e307]],
  ['beyond whole doubles', [2 ** 60, 2 ** 60 + 4096, 2 ** 61]],
  ['next to each other', [1, 1 + Number.EPSILON]],
])('numbers that are %s are counted or left out, never misplaced', (_, numbers) => {
  const found = histogramOf(sorted(numbers));
  if (found !== undefined) expect(found.counts.reduce((a, b) => a + b, 0)).toBe(numbers.length);
});

test('any numbers: edges rise, every value is counted in its bin, and the median is in its own', () => {
  const numbers = fc.oneof(
    fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2, maxLength: 200 }),
    fc.array(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), { minLength: 2, maxLength: 200 }),
    fc.array(
      fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
      { minLength: 2, maxLength: 200 },
    ),
  );
  fc.assert(
    fc.property(numbers, (given) => {
      const found = histogramOf(sorted(given));
      if (found === undefined) return;
      const { edges, counts, heights, median } = found;
      expect(counts).toHaveLength(edges.length - 1);
      expect(counts.length).toBeLessThanOrEqual(35);
      expect(counts.reduce((a, b) => a + b, 0)).toBe(given.length);
      for (let i = 1; i < edges.length; i++) expect(edges[i]).toBeGreaterThan(edges[i - 1] ?? 0);
      for (const [bin, count] of counts.entries()) {
        const isLast = bin === counts.length - 1;
        const inside = given.filter(
          (value) => value >= (edges[bin] ?? 0) && (value < (edges[bin + 1] ?? 0) || isLast),
        );
        expect(inside).toHaveLength(count);
      }
      expect(Math.max(...heights)).toBe(1);
      expect(counts[median]).toBeGreaterThan(0);
    }),
  );
});
