import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steady, unlimited } from '../pace/pace.ts';
import type { RequestLimits } from '../destinations/destination.ts';
import { planRate, type RatePlan } from './rate-plan.ts';

const wide = { rows: 1_000_000, bytes: 10_000_000 };

test.each<readonly [number, RequestLimits, Partial<RatePlan>, string]>([
  [1, wide, { requestsPerSecond: 1, rowsPerRequest: 1, fits: true }, 'one request per second'],
  [500, wide, { requestsPerSecond: 1, rowsPerRequest: 500, fits: true }, 'with all its rows'],
  [0.5, wide, { requestsPerSecond: 0.5, rowsPerRequest: 1, fits: true }, 'one every two seconds'],
  [
    5000,
    wide,
    { requestsPerSecond: 5, rowsPerRequest: 1000, fits: true },
    'five ticks per second from 1,000 on',
  ],
  [
    100,
    { ...wide, rows: 1 },
    { requestsPerSecond: 100, rowsPerRequest: 1, fits: true },
    'one event per request',
  ],
  [
    1500,
    { ...wide, rows: 200 },
    { requestsPerSecond: 10, rowsPerRequest: 200 },
    'the second request of a tick is half empty',
  ],
  [
    60,
    { rows: 1, bytes: 65_536, requestsPerSecond: 50 },
    { requestsPerSecond: 60, mostPerSecond: 50, fits: false },
    'more than the service allows',
  ],
  [
    1500,
    { ...wide, rows: 200, requestsPerSecond: 8 },
    { requestsPerSecond: 8, mostPerSecond: 1600, fits: true },
    'fits when ticks share requests',
  ],
  [
    10_000,
    { rows: 1_000_000, bytes: 10_000 },
    { requestsPerSecond: 100, rowsPerRequest: 100 },
    'bytes limit a request, too',
  ],
  [1, { rows: 1, bytes: 10 }, { rowsPerRequest: 1 }, 'a request holds at least one row'],
])('%d/s within %j is %j: %s', (eps, limits, plan) => {
  expect(planRate(steady(eps), limits, 100)).toMatchObject(plan);
});

test('counts the bytes that a request adds per row', () => {
  expect(planRate(steady(1000), { rows: 1000, bytes: 1000, bytesPerRow: 100 }, 100).rowsPerRequest).toBe(5);
});

test('as fast as possible always fits, with unlimited requests', () => {
  expect(planRate(unlimited(), { ...wide, requestsPerSecond: 5 }, 100)).toMatchObject({
    requestsPerSecond: Infinity,
    fits: true,
  });
});

test('the planned requests can carry the rate, and stay within the limit if it fits', () => {
  const limits = fc.record({
    rows: fc.integer({ min: 1, max: 10_000 }),
    bytes: fc.integer({ min: 1000, max: 1_000_000 }),
    requestsPerSecond: fc.integer({ min: 1, max: 200 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), limits, (eps, within) => {
      const plan = planRate(steady(eps), within, 200);
      const full = Math.min(within.rows, Math.max(1, Math.floor(within.bytes / 200)));
      expect(plan.requestsPerSecond * full).toBeGreaterThanOrEqual(eps * (1 - 1e-9));
      expect(plan.fits).toBe(eps <= plan.mostPerSecond);
      if (plan.fits) expect(plan.requestsPerSecond).toBeLessThanOrEqual(within.requestsPerSecond);
    }),
  );
});
