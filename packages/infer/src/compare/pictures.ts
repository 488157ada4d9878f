import { quantile } from '../decide/statistics.ts';
import type { Shares } from './distance.ts';

/** Two histograms over the same bins. */
export interface Bars {
  /** Share of the values in each bin, 0 to 1. */
  readonly original: readonly number[];
  readonly generated: readonly number[];
  /** Bins are ranges of numbers from the first to the last edge, or values, the most frequent of the sample first. */
  readonly by: { readonly from: number; readonly to: number } | 'values';
}

const BINS = 24;

/** The bins reach over all but this share of the values at either end. */
const OUTSIDE = 0.005;

/** Histograms of numbers. Values outside the bins count in the outermost ones. */
export function numberBars(a: readonly number[], b: readonly number[]): Bars {
  const sorted = [...a, ...b].sort((p, q) => p - q);
  const [from, to] = [quantile(sorted, OUTSIDE), quantile(sorted, 1 - OUTSIDE)];
  const isWhole = sorted.every(Number.isInteger) && to - from < BINS;
  const bins = isWhole ? to - from + 1 : from === to ? 1 : BINS;
  const width = isWhole ? 1 : (to - from) / bins;
  const barsOf = (values: readonly number[]): number[] => {
    const bars = new Array<number>(bins).fill(0);
    for (const value of values) {
      const bin = width === 0 ? 0 : Math.floor((value - from) / width);
      const at = Math.min(bins - 1, Math.max(0, bin));
      bars[at] = (bars[at] ?? 0) + 1 / values.length;
    }
    return bars;
  };
  return { original: barsOf(a), generated: barsOf(b), by: { from, to } };
}

/** The shares of the most frequent values. */
export function shareBars(a: Shares, b: Shares): Bars {
  const keys = [...a.keys(), ...[...b.keys()].filter((key) => !a.has(key))]
    .sort((p, q) => (a.get(q) ?? 0) - (a.get(p) ?? 0))
    .slice(0, BINS);
  return {
    original: keys.map((key) => a.get(key) ?? 0),
    generated: keys.map((key) => b.get(key) ?? 0),
    by: 'values',
  };
}
