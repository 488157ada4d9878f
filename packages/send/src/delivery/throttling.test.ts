import { describe, expect, test } from 'vitest';
import { longOnly } from '../../../../test/long.ts';
import { scripted, takes } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady, unlimited } from '../pace/pace.ts';
import type { RunOptions } from './options.ts';

const unavailable = (): DeliveryError => new DeliveryError('unavailable', 'Later', { status: 503 });

describe('a service that asks to wait', () => {
  const limits = { rows: 1, bytes: 1000, inFlight: 4 };

  test('gets no request of any batch before that time, retries included', async () => {
    const clock = virtualClock();
    const times: number[] = [];
    const connection = scripted(async (batch, request) => {
      times.push(clock.now());
      await clock.sleep(10, new AbortController().signal);
      if (request === 0) throw unavailable();
      if (request === 1)
        throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs: 5000 });
      return takes(batch);
    });
    const { summary } = await ran(connection, { clock, limits, limit: 20 });
    expect(summary.accepted).toBe(20);
    expect(times.filter((ms) => ms > 10 && ms < 5010)).toEqual([]);
  });

  test('throttles few requests in two minutes at twice its limit, as the run learns it', async () => {
    const clock = virtualClock();
    const times: number[] = [];
    const connection = scripted((batch) => {
      const now = clock.now();
      while ((times[0] ?? now) <= now - 1000) times.shift();
      times.push(now);
      if (times.length > 20)
        throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs: 1000 });
      return takes(batch);
    });
    const { summary } = await ran(connection, {
      clock,
      limits,
      pace: steady(40),
      stopAfterMs: 120_000,
      reportMs: 10_000,
    });
    expect(summary).toMatchObject({ reason: 'stopped', failed: 0, rejected: 0 });
    expect(summary.accepted).toBeGreaterThan(120 * 20 * 0.75);
    expect((summary.requests['429'] ?? 0) / summary.accepted).toBeLessThan(0.02);
  });
});

describe('after five 429s at the start', () => {
  type Given = Partial<Omit<RunOptions, 'clock'>>;
  const seconds = async (options: Given, throttled: number, retryAfterMs?: number): Promise<number> => {
    const clock = virtualClock();
    const connection = scripted(async (batch, request) => {
      await clock.sleep(50, new AbortController().signal);
      if (request < throttled)
        throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs });
      return takes(batch);
    });
    const { summary } = await ran(connection, { clock, ...options });
    expect(summary).toMatchObject({ reason: 'limit', failed: 0 });
    return summary.elapsedMs / 1000;
  };
  const one = { rows: 1, bytes: 1e6 };

  test.each<readonly [string, Given]>([
    ['10 events/s', { pace: steady(10), limit: 200 }],
    ...longOnly<[string, Given]>([
      ['50 requests/s', { pace: steady(50), limit: 1000, limits: one }],
      ['20,000 events', { pace: steady(1000), limit: 20_000 }],
    ]),
    ['1,600 requests as fast as possible', { pace: unlimited(1), limit: 1600, limits: one }],
    [
      '90 requests/s with a published limit of 100',
      { pace: steady(90), limit: 1800, limits: { ...one, inFlight: 10, requestsPerSecond: 100 } },
    ],
  ])('a healthy service gets %s in at most 1.2 times the time', async (_, options) => {
    const without = await seconds(options, 0);
    expect(without).toBeGreaterThan(19);
    expect(await seconds(options, 5)).toBeLessThanOrEqual(1.2 * without);
    expect(await seconds(options, 5, 1000)).toBeLessThanOrEqual(1.2 * without);
  });
});

test('keeps to a published rate limit, retries and split batches included', async () => {
  const clock = virtualClock();
  const times: number[] = [];
  const connection = scripted((batch, request) => {
    times.push(clock.now());
    if (request % 5 === 1) throw unavailable();
    if (batch.count > 3) throw new DeliveryError('too-large', 'Too large', { status: 413 });
    return takes(batch);
  });
  const limits = { rows: 8, bytes: 100_000, requestsPerSecond: 10 };
  const { summary } = await ran(connection, { clock, limits, limit: 400, pace: unlimited() });
  expect(summary.accepted).toBe(400);
  for (const from of times)
    expect(times.filter((ms) => ms >= from && ms < from + 999.999).length).toBeLessThanOrEqual(10);
});
