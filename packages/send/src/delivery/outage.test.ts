import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { down, golden, maxConcurrent, never, unavailable } from '../../test/outage.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';

describe('the retry settings apply', () => {
  test('with 1,000 attempts and ten minutes, an outage of a minute loses nothing, with one probe at a time', async () => {
    const clock = virtualClock();
    const { connection, seen } = unavailable(clock, { fromMs: 3000, toMs: 63_000 });
    const { summary } = await ran(connection, {
      clock,
      limits: { rows: 5, bytes: 1e6, inFlight: 16 },
      pace: steady(50),
      limit: 1000,
      retry: { attempts: 1000, windowMs: 600_000 },
      random: golden(),
    });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 1000, failed: 0 });
    const outage = seen.filter(({ atMs }) => atMs > 4000 && atMs < 63_000);
    expect(maxConcurrent(seen, 4000, 63_000)).toBe(1);
    // A probe every 2.5 seconds, on average.
    expect(outage.length).toBeGreaterThan(10);
    expect(outage.length).toBeLessThan(60);
  });

  test('each of many batches gets its ten attempts before it fails', async () => {
    const clock = virtualClock();
    const { connection } = unavailable(clock, { fromMs: 0, toMs: Infinity });
    const { summary } = await ran(connection, {
      clock,
      limits: { rows: 1, bytes: 1e6, inFlight: 8 },
      limit: 8,
      retry: { attempts: 10, windowMs: 600_000 },
      onFailure: 'continue',
      random: golden(),
    });
    expect(summary).toMatchObject({ reason: 'limit', failed: 8 });
    const attempts = connection.requests.map(({ first, options }) => `${first}:${options.attempt}`);
    expect(attempts.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, row) => Array.from({ length: 10 }, (_, i) => `${row}:${i + 1}`))
        .flat()
        .toSorted(),
    );
  });

  test('a hanging probe of another batch does not shorten the window: the last attempt is made at its end', async () => {
    const clock = virtualClock();
    const sentMs = new Map<number, number[]>();
    const connection = scripted(async (batch) => {
      const now = clock.now();
      sentMs.set(batch.first, [...(sentMs.get(batch.first) ?? []), now]);
      if (now < 1000) throw down();
      // It is up again, but never responds to requests from its startup.
      if (now < 4000) await clock.sleep(1e6, never());
      return takes(batch);
    });
    const { summary } = await ran(connection, {
      clock,
      limits: { rows: 1, bytes: 1e6, inFlight: 3 },
      limit: 3,
      retry: { windowMs: 5000, requestMs: 60_000 },
      onFailure: 'continue',
      random: golden(),
    });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 2, failed: 1, uncertain: 1 });
    const last = [...sentMs.values()].map((times) => times.at(-1) ?? 0);
    expect(last.filter((ms) => ms === 5000)).toHaveLength(2);
  });

  test('a batch that always fails does not block the others', async () => {
    const clock = virtualClock();
    const connection = scripted((batch) => {
      if (batch.first === 0) throw down();
      return takes(batch);
    });
    const { summary } = await ran(connection, {
      clock,
      pace: steady(1),
      limit: 100,
      onFailure: 'continue',
      random: golden(),
    });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 99, failed: 1 });
    expect(summary.elapsedMs).toBe(99_000);
  });
});

describe('while the service is down', () => {
  test('batches take turns at probing, so that one that always fails does not delay the others', async () => {
    const clock = virtualClock();
    const acceptedMs: number[] = [];
    const connection = scripted((batch) => {
      if (batch.first === 0 || clock.now() < 3000) throw down();
      acceptedMs.push(clock.now());
      return takes(batch);
    });
    const { summary } = await ran(connection, {
      clock,
      limits: { rows: 1, bytes: 1e6 },
      limit: 2,
      onFailure: 'continue',
    });
    expect(summary).toMatchObject({ accepted: 1, failed: 1 });
    expect(acceptedMs).toHaveLength(1);
    expect(acceptedMs[0]).toBeLessThan(10_000);
  });

  test('any response ends the outage, even a rejection, and all other batches are sent', async () => {
    const clock = virtualClock();
    const rejectedMs: number[] = [];
    const connection = scripted(() => {
      if (clock.now() < 3000) throw down();
      rejectedMs.push(clock.now());
      throw new DeliveryError('rejected', 'No', { status: 400 });
    });
    const limits = { rows: 1, bytes: 1e6 };
    const { summary } = await ran(connection, { clock, limits, limit: 4, onFailure: 'continue' });
    expect(summary).toMatchObject({ reason: 'limit', rejected: 0, failed: 4, uncertain: 4 });
    expect(Math.max(...rejectedMs) - Math.min(...rejectedMs)).toBeLessThan(10);
  });
});

describe('by default', () => {
  test('a service that restarts for 25 seconds loses nothing', async () => {
    const clock = virtualClock();
    const { connection } = unavailable(clock, { fromMs: 5000, toMs: 30_000 });
    const { summary } = await ran(connection, { clock, limit: 300, random: golden() });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 300, failed: 0 });
  });

  test.each([
    ['a service that stays down', 0],
    ['one that goes down later', 7000],
  ])(
    '%s fails the run 30 s after the first failure, with delays of up to five seconds',
    async (_, fromMs) => {
      const clock = virtualClock();
      const { connection, seen } = unavailable(clock, { fromMs, toMs: Infinity, latencyMs: 0 });
      const { summary, tookMs } = await ran(connection, { clock, pace: steady(1), random: golden() });
      expect(summary).toMatchObject({ reason: 'failed', accepted: fromMs / 1000 });
      expect(tookMs).toBe(fromMs + 30_000);
      const times = seen.map(({ atMs }) => atMs).filter((ms) => ms >= fromMs);
      const pauses = times.slice(1).map((ms, i) => ms - (times[i] ?? 0));
      expect(Math.max(...pauses)).toBeGreaterThan(2500);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(5000);
      expect(times.length).toBeGreaterThan(10);
    },
  );

  test('a request that hangs is abandoned after ten seconds and retried', async () => {
    const clock = virtualClock();
    const connection = scripted(async (batch, request) => {
      if (request === 0) await clock.sleep(1e6, never());
      return takes(batch);
    });
    const { summary, tookMs } = await ran(connection, { clock, limit: 10 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 10, retried: 1, requests: { timeout: 1 } });
    expect(tookMs).toBe(10_025);
  });

  test('a service that hangs forever fails the run 30 s after the first timeout', async () => {
    const connection = scripted(() => new Promise(() => undefined));
    const { summary, tookMs } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10, uncertain: 10 });
    expect(tookMs).toBeGreaterThanOrEqual(40_000);
    // An attempt that starts at the very end gets one second.
    expect(tookMs).toBeLessThanOrEqual(41_000);
  });

  test('the timeout of an attempt is limited by the rest of the window', async () => {
    const connection = scripted(() => new Promise(() => undefined));
    const { summary, tookMs } = await ran(connection, { limit: 10, retry: { requestMs: 25_000 } });
    expect(summary.reason).toBe('failed');
    expect(connection.requests).toHaveLength(3);
    expect(tookMs).toBe(55_000);
  });

  test.each([
    ['auth', {}],
    ['not-found', {}],
    ['blocked', {}],
    ['network', { code: 'ENOTFOUND' }],
  ] as const)('%s %j cannot heal and ends the run at once', async (kind, more) => {
    const connection = scripted(() => {
      throw new DeliveryError(kind, 'No', more);
    });
    const { summary, tookMs, errors } = await ran(connection, { limit: 100 });
    expect(summary).toMatchObject({ reason: 'failed', accepted: 0, failed: 10, generated: 10 });
    expect(errors).toEqual([summary.error]);
    expect([connection.requests.length, tookMs]).toEqual([1, 0]);
  });
});

test('the stricter of attempts and window applies', async () => {
  const failing = (): ScriptedConnection =>
    scripted(() => {
      throw down();
    });
  const few = failing();
  await ran(few, { limit: 10, retry: { attempts: 3 } });
  expect(few.requests).toHaveLength(3);
  const { tookMs } = await ran(failing(), { limit: 10, retry: { attempts: 1000, windowMs: 4000 } });
  expect(tookMs).toBe(4000);
});

describe('while nothing has been accepted', () => {
  const retry = { startWindowMs: 2000 };

  test('the shorter window applies, so that a wrong address shows early', async () => {
    const connection = scripted(() => {
      throw down();
    });
    const { summary, tookMs } = await ran(connection, { retry });
    expect(summary).toMatchObject({ reason: 'failed', accepted: 0 });
    expect(tookMs).toBe(2000);
  });

  test('a timeout shortened by the window is rounded in the message', async () => {
    const hangs = scripted(() => new Promise(() => undefined));
    const retry = { attempts: 1, requestMs: 1768.3999 };
    const { summary } = await ran(hangs, { retry });
    expect(summary.error?.message).toBe('No response within 1.8 seconds');
  });

  test('but not once something was', async () => {
    const clock = virtualClock();
    const { connection } = unavailable(clock, { fromMs: 1, toMs: 20_000 });
    const { summary } = await ran(connection, { clock, retry, limit: 50, random: golden() });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 50 });
  });
});
