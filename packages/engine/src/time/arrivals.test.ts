import { describe, expect, test } from 'vitest';
import { kolmogorov } from '../../test/statistics.ts';
import { timing } from '../../test/timings.ts';
import { newTimeline } from './timeline.ts';
import type { Arrivals, Timing } from './timing.ts';

const BLOCK = 1024;
const ROWS = 400 * BLOCK;

/** Times of rows in units of a row: of 0.01 rows a second, a row is 100,000 ms. */
function places(arrivals: Arrivals, seed = 42): number[] {
  const ms = new Float64Array(ROWS);
  newTimeline(timing({ fromMs: 0, eps: 0.01, arrivals }), seed).put(ms, 0, ROWS);
  return Array.from(ms, (ms) => ms / 100_000);
}

/** Variance of the counts in windows, divided by their mean. */
function dispersion(places: readonly number[], window: number): number {
  const counts = new Array<number>(Math.floor(ROWS / window)).fill(0);
  for (const place of places) {
    const n = Math.floor(place / window);
    if (n < counts.length) counts[n] = (counts[n] ?? 0) + 1;
  }
  return counts.reduce((sum, count) => sum + (count - window) ** 2, 0) / counts.length / window;
}

describe('Poisson arrivals', () => {
  const all = places('poisson');

  test('have exponential gaps', () => {
    // Of one row in ten: gaps of a block are not quite independent.
    const gaps = all.flatMap((place, n) => (n % 10 === 0 ? [place - (all[n - 1] ?? 0)] : []));
    expect(kolmogorov(gaps.map((gap) => 1 - Math.exp(-gap)))).toBeLessThan(1.95);
  });

  test('have counts that vary like Poisson counts in short windows, and not at all in blocks', () => {
    expect(dispersion(all, 1)).toBeCloseTo(1, 1);
    expect(dispersion(all, 10)).toBeCloseTo(1 - 10 / BLOCK, 1);
    expect(Math.abs(dispersion(all, 100) - (1 - 100 / BLOCK))).toBeLessThan(0.08);
    expect(dispersion(all, BLOCK)).toBe(0);
  });

  test('follow the seed', () => {
    expect(places('poisson', 42)).toEqual(all);
    expect(places('poisson', 43)).not.toEqual(all);
  });
});

test('jitter moves each row by less than one place, evenly', () => {
  const shifts = places('jitter').map((place, n) => place - n);
  expect(Math.min(...shifts.slice(0, 10_000))).toBeGreaterThanOrEqual(0);
  expect(kolmogorov(shifts.slice(0, 20_000))).toBeLessThan(1.95);
});

test('counts of Poisson arrivals vary by the documented share of their mean', () => {
  const rows = 400_000;
  const ms = new Float64Array(rows);
  newTimeline(timing({ fromMs: 0, eps: 1000, arrivals: 'poisson' }), 3).put(ms, 0, rows);
  for (const [window, share] of [
    [10, 0.99],
    [50, 0.95],
    [100, 0.91],
    [250, 0.78],
    [500, 0.59],
    [1000, 0.34],
  ] as const) {
    const counts = new Int32Array(Math.floor(rows / window));
    for (const at of ms) {
      const place = Math.min(counts.length - 1, Math.floor(at / window));
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const variance = counts.reduce((sum, count) => sum + (count - window) ** 2, 0) / counts.length;
    // The share of a sample is off by √(2 / n) of itself, mostly.
    expect(Math.abs(variance / window / share - 1)).toBeLessThan(4 * Math.sqrt(2 / counts.length));
  }
});

describe('disorder', () => {
  const timesOf = (settings: Partial<Timing>, rows: number, step = 1): number[] => {
    const ms = new Float64Array(rows);
    newTimeline(timing({ fromMs: 0, eps: 1000, ...settings }), 1).put(ms, 0, rows, step);
    return [...ms];
  };

  test('makes rows up to so much earlier, evenly, and leaves their turns alone', () => {
    const early = timesOf({ disorderMs: 999 }, 21_000).map((ms, row) => row - ms);
    const [first, later] = [early.slice(0, 999), early.slice(999)];
    // Nothing comes before the beginning, so the first rows are earlier by a share of the time since then.
    expect(first.every((ms, row) => ms >= 0 && ms <= row)).toBe(true);
    expect(kolmogorov(first.map((ms, row) => (ms + ((row * 0.618) % 1)) / (row + 1)))).toBeLessThan(1.95);
    expect([Math.min(...later), Math.max(...later)]).toEqual([0, 999]);
    expect(kolmogorov(later.map((ms, n) => (ms + ((n * 0.618) % 1)) / 1000))).toBeLessThan(1.95);
    expect(newTimeline(timing({ fromMs: 0, disorderMs: 999 }), 1).time(5000)).toBe(5000);
  });

  test('is the same in steps, and keeps within the years that can be written', () => {
    const all = timesOf({ disorderMs: 5000 }, 3000);
    expect(timesOf({ disorderMs: 5000 }, 429, 7)).toEqual(all.filter((_, n) => n % 7 === 0));
    const yearZero = Date.parse('0000-01-01T00:00:00.000Z');
    expect(Math.min(...timesOf({ fromMs: yearZero, disorderMs: 5000 }, 300))).toBe(yearZero);
    expect(timesOf({ rate: { stages: [[0, 0]] }, disorderMs: 5 }, 2)).toEqual([Infinity, Infinity]);
  });
});
