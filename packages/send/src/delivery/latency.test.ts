import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeliveryError } from '../destinations/error.ts';
import { addedBins, latencyHistogram, newTally, percentilesOf } from './tally.ts';

test('is zero before the first response', () => {
  expect(latencyHistogram().percentiles()).toEqual({ p50: 0, p95: 0, p99: 0 });
});

test('percentiles match those of the sorted times within 1 %', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.2, max: 60_000, noNaN: true }), { minLength: 1 }), (times) => {
      const histogram = latencyHistogram();
      for (const ms of times) histogram.add(ms);
      const sorted = times.toSorted((a, b) => a - b);
      const exact = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      const { p50, p95, p99 } = histogram.percentiles();
      for (const [actual, expected] of [
        [p50, exact(0.5)],
        [p95, exact(0.95)],
        [p99, exact(0.99)],
      ] as const)
        expect(Math.abs(actual / expected - 1)).toBeLessThan(0.016);
    }),
  );
});

test('times out of range fall into the outer buckets', () => {
  const histogram = latencyHistogram();
  histogram.add(0);
  expect(histogram.percentiles().p50).toBeLessThan(0.11);
  for (let i = 0; i < 9; i++) histogram.add(1e9);
  expect(histogram.percentiles().p50).toBeGreaterThan(60_000);
});

test('the bins of several runs add up to those of one', () => {
  const times = fc.array(fc.double({ min: 0, max: 700_000, noNaN: true }));
  fc.assert(
    fc.property(fc.array(times, { maxLength: 4 }), (runs) => {
      const whole = latencyHistogram();
      const parts = runs.map((run) => {
        const part = latencyHistogram();
        for (const ms of run) {
          whole.add(ms);
          part.add(ms);
        }
        return part.bins();
      });
      expect(addedBins(parts)).toEqual(whole.bins());
      expect(percentilesOf(addedBins(parts))).toEqual(whole.percentiles());
    }),
  );
});

test('bins are sparse, 2 % wide, and reach from 0.1 ms to 10 minutes', () => {
  const histogram = latencyHistogram();
  for (const ms of [0.1, 0.1, 5, 600_000]) histogram.add(ms);
  const bins = histogram.bins();
  expect(bins.map(([, count]) => count)).toEqual([2, 1, 1]);
  for (const [i, ms] of [0.1, 5, 600_000].entries()) {
    const [bin = -1] = bins[i] ?? [];
    expect(0.1 * 1.02 ** bin).toBeLessThanOrEqual(ms * (1 + 1e-9));
    expect(0.1 * 1.02 ** (bin + 1)).toBeGreaterThan(ms);
  }
});

test('only requests that were answered count, also those that failed', () => {
  const tally = newTally();
  tally.requestFailed(new DeliveryError('network', 'Refused'), 50_000);
  expect(tally.latencyBins()).toEqual([]);
  tally.requestFailed(new DeliveryError('unavailable', 'Busy', { status: 503 }), 100);
  expect(percentilesOf(tally.latencyBins()).p50).toBeCloseTo(100, -1);
});

test('a rate of 0 or max has rows behind, but no seconds', () => {
  for (const asked of [0, Infinity])
    expect(newTally().report(1000, asked, 5).behind).toEqual({ rows: 5, seconds: 0 });
  expect(newTally().report(1000, 10, 5).behind).toEqual({ rows: 5, seconds: 0.5 });
});
