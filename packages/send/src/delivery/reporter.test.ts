import { describe, expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { golden, never, unavailable } from '../../test/outage.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';

describe('progress', () => {
  test('reports the time until the next attempt and until the rows fail, until rows are accepted', async () => {
    const clock = virtualClock();
    const { connection, seen } = unavailable(clock, { fromMs: 1000, toMs: 12_000, latencyMs: 0 });
    const { reports } = await ran(connection, { clock, pace: steady(1), limit: 20 });
    expect(reports.filter(({ elapsedMs }) => elapsedMs < 1000).every((p) => p.retrying === undefined)).toBe(
      true,
    );
    const during = reports.filter(({ elapsedMs }) => elapsedMs > 5000 && elapsedMs < 12_000);
    for (const { retrying, elapsedMs } of during) {
      expect(retrying?.giveUpMs).toBe(31_000 - elapsedMs);
      expect(retrying?.attemptsLeft).toBeUndefined();
      expect(seen.map(({ atMs }) => atMs)).toContain(elapsedMs + (retrying?.nextMs ?? 0));
    }
    expect(reports.at(-1)?.retrying).toBeUndefined();
  });

  test.each([
    ['accepted', {}, 9],
    ['rejected', { accepted: 0, rejected: 1 }, 39],
  ])('a batch that is retried while others are %s', async (_, answer, most) => {
    const connection = scripted((batch, request) => {
      if (request === 0) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 4000 });
      return { ...takes(batch), ...answer };
    });
    const { reports } = await ran(connection, { pace: steady(1), limit: 10, onFailure: 'continue' });
    const retried = reports.filter(({ retrying }) => retrying !== undefined);
    expect(retried.at(-1)?.elapsedMs).toBe(100 * most);
    expect(retried).toHaveLength(most);
  });

  test('reports the remaining attempts if they are limited, and those in flight', async () => {
    const clock = virtualClock();
    const connection = scripted(async (_, request) => {
      if (request > 0) await clock.sleep(500, never());
      throw new DeliveryError('unavailable', 'Down', { retryAfterMs: 1000 });
    });
    const { reports } = await ran(connection, { clock, limit: 1, retry: { attempts: 3 } });
    const left = reports.map(({ retrying }) => retrying?.attemptsLeft);
    expect([...new Set(left)]).toEqual([2, 1]);
    expect([900, 1200, 1600].map((ms) => reports[ms / 100 - 1]?.retrying?.nextMs)).toEqual([100, 0, 900]);
  });
});

describe('Stop', () => {
  test('works at once while the service is down', async () => {
    const clock = virtualClock();
    const { connection } = unavailable(clock, { fromMs: 2000, toMs: Infinity, latencyMs: 0 });
    const { summary, tookMs } = await ran(connection, { clock, stopAfterMs: 9100, random: golden() });
    expect(summary.reason).toBe('stopped');
    expect(summary.failed).toBeGreaterThan(0);
    expect(tookMs).toBe(9100);
  });

  test('works at once if the service asked to wait longer than a stopped run may', async () => {
    const connection = scripted((batch, request) => {
      if (request > 0) throw new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 14_000 });
      return takes(batch);
    });
    const { summary, tookMs } = await ran(connection, { stopAfterMs: 3000 });
    expect(summary).toMatchObject({ reason: 'stopped', accepted: 10, failed: 10 });
    expect(tookMs).toBe(3000);
  });

  test('still sends a batch that only has to wait briefly', async () => {
    const connection = scripted((batch, request) => {
      if (request === 0) throw new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 2000 });
      return takes(batch);
    });
    const { summary, tookMs } = await ran(connection, { stopAfterMs: 500 });
    expect(summary).toMatchObject({ reason: 'stopped', accepted: 10, failed: 0 });
    expect(tookMs).toBe(2000);
  });
});

test('a stopped run still sends rows that wait for the turn of others', async () => {
  const clock = virtualClock();
  const connection = scripted(async (batch, request) => {
    if (request === 1) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 2000 - clock.now() });
    if (request > 0) return takes(batch);
    await clock.sleep(2000, never());
    return { ...takes(batch), accepted: 1, retryable: { rows: [1, 2, 3, 4], error: 'unread' } };
  });
  const limits = { rows: 5, bytes: 1e6 };
  const { summary } = await ran(connection, { clock, limits, stopAfterMs: 500 });
  expect(summary).toMatchObject({ reason: 'stopped', accepted: 10, failed: 0 });
});

test('a stopped run still sends batches that queue for a published rate limit', async () => {
  const clock = virtualClock();
  const connection = scripted((batch, request) => {
    if (request < 4) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 2000 - clock.now() });
    return takes(batch);
  });
  const { summary, tookMs } = await ran(connection, {
    clock,
    limits: { rows: 1, bytes: 1e6, inFlight: 4, requestsPerSecond: 4 },
    stopAfterMs: 2010,
  });
  expect(summary).toMatchObject({ reason: 'stopped', generated: 4, accepted: 4, failed: 0 });
  expect(tookMs).toBeGreaterThan(2010);
});
