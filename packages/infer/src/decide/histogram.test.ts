import { expect, test } from 'vitest';
import { mix } from '../../../engine/src/numeric/random.ts';
import { lawOf } from './laws.ts';
import { meanOf, quantile } from './statistics.ts';

/** Numbers from 0 to 1, the same in every run. */
function uniforms(count: number, seed: number): number[] {
  let state = seed * 7919;
  return Array.from({ length: count }, () => ((state = mix(state + 1)) >>> 0) / 2 ** 32);
}

const pareto = (u: number): number => Math.round(300 * (1 - u) ** (-1 / 1.2));
const logNormal = (sigma: number) => (u: number, v: number) =>
  Math.ceil(2_000 * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v)));

const sampleOf = (law: (u: number, v: number) => number, count: number, seed: number): number[] => {
  const [u, v] = [uniforms(count, seed), uniforms(count, seed + 1_000)];
  return u.map((each, i) => law(each, v[i] ?? 0)).sort((a, b) => a - b);
};

interface Params {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}

/** The value at a share of a histogram, and its mean. */
function figuresOf({ edges, weights }: Params): { mean: number; at: (share: number) => number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const widthOf = (bar: number): number => (edges[bar + 1] ?? 0) - (edges[bar] ?? 0);
  return {
    mean: weights.reduce((sum, weight, i) => sum + (weight / total) * ((edges[i] ?? 0) + widthOf(i) / 2), 0),
    at(share) {
      let below = 0;
      const bar = weights.findIndex((weight) => (below += weight) >= share * total);
      const weight = weights[bar] ?? 1;
      return (edges[bar] ?? 0) + (widthOf(bar) * (share * total - below + weight)) / weight;
    },
  };
}

test.each([
  ['Pareto', pareto, 20_000],
  ['few rows of Pareto', pareto, 901],
  [
    'log-normal and Pareto',
    (u: number, v: number) => (v < 0.8 ? logNormal(1)(u, v / 0.8) : 9 * pareto(u)),
    901,
  ],
  ['mirrored Pareto', (u: number) => -pareto(u), 901],
  ['mixed', (u: number, v: number) => (v < 0.3 ? 50 + 100 * u : logNormal(1.8)(u, (v - 0.3) / 0.7)), 20_000],
])('the histogram of a long tail keeps mean, median and 99th percentile: %s', (_, law, count) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const sorted = sampleOf(law, count, seed);
    const { name, spec } = lawOf(sorted, 0);
    expect(name).toContain('histogram');
    const { mean, at } = figuresOf(spec.params as Params);
    expect(Math.abs(mean / meanOf(sorted) - 1)).toBeLessThan(0.02);
    for (const share of [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) {
      // In a tail of few rows, a percentile lies anywhere between two of them.
      const [low, high] = [quantile(sorted, share - 2 / count), quantile(sorted, share + 2 / count)];
      expect(at(share)).toBeGreaterThan(low - 0.1 * Math.abs(low));
      expect(at(share)).toBeLessThan(high + 0.1 * Math.abs(high));
    }
  }
});

test('a log-normal sample with a long tail stays log-normal only if that keeps its mean and 99th percentile', () => {
  const figures = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) => {
    const sorted = sampleOf(logNormal(1.8), 20_000, seed);
    return lawOf(sorted, 0).name;
  });
  expect(figures).toContain('log-normal');
  const sorted = sampleOf(logNormal(1.8), 20_000, 1);
  // One value in 500 is 30 times as large: a distance of 0.002.
  const heavier = sorted.map((value, i) => (i % 500 === 499 ? value * 30 : value)).sort((a, b) => a - b);
  expect(lawOf(heavier, 0).name).toContain('histogram');
});
