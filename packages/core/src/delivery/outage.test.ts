import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock, type VirtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';

const down = (): DeliveryError => new DeliveryError('unavailable', 'Down', { status: 500 });
const never = (): AbortSignal => new AbortController().signal;

/** Varying numbers from 0 to 1; Knuth's golden-ratio sequence. */
function chance(): () => number {
  let drawn = 0;
  return () => (drawn++ * 0.618_033_988_75) % 1;
}

/** When a request arrived and when it got its response, in milliseconds. */
interface Seen {
  readonly atMs: number;
  endMs: number;
}

/** A service that returns 500 for a period, with some latency. */
function unavailable(
  clock: VirtualClock,
  { fromMs, toMs, answerMs = 5 }: { fromMs: number; toMs: number; answerMs?: number },
): { readonly connection: ScriptedConnection; readonly seen: readonly Seen[] } {
  const seen: Seen[] = [];
  const connection = scripted(async (batch) => {
    const request = { atMs: clock.now(), endMs: Infinity };
    seen.push(request);
    await clock.sleep(answerMs, never());
    request.endMs = clock.now();
    if (request.atMs >= fromMs && request.atMs < toMs) throw down();
    return takes(batch);
  });
  return { connection, seen };
}

/** Maximum concurrent requests between two times. */
const maxConcurrent = (seen: readonly Seen[], fromMs: number, toMs: number): number =>
  Math.max(
    0,
    ...seen
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map(({ atMs }) => seen.filter((other) => other.atMs <= atMs && other.endMs > atMs).length),
  );

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
      random: chance(),
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
      random: chance(),
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
      random: chance(),
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
      random: chance(),
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
    const { summary } = await ran(connection, { clock, limit: 300, random: chance() });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 300, failed: 0 });
  });

  test.each([
    ['a service that stays down', 0],
    ['one that goes down later', 7000],
  ])(
    '%s fails the run 30 s after the first failure, with delays of up to five seconds',
    async (_, fromMs) => {
      const clock = virtualClock();
      const { connection, seen } = unavailable(clock, { fromMs, toMs: Infinity, answerMs: 0 });
      const { summary, tookMs } = await ran(connection, { clock, pace: steady(1), random: chance() });
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
    ['network', { code: 'ENOTFOUND' }],
  ] as const)('%s %j cannot heal and ends the run at once', async (kind, more) => {
    const connection = scripted(() => {
      throw new DeliveryError(kind, 'No', more);
    });
    const { summary, tookMs } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10 });
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
    const { summary } = await ran(connection, { clock, retry, limit: 50, random: chance() });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 50 });
  });
});

describe('progress', () => {
  test('reports the time until the next attempt and until the rows fail, until rows are accepted', async () => {
    const clock = virtualClock();
    const { connection, seen } = unavailable(clock, { fromMs: 1000, toMs: 12_000, answerMs: 0 });
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

  test('does not report a batch that is retried while others are accepted', async () => {
    const connection = scripted((batch, request) => {
      if (request === 0) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 4000 });
      return takes(batch);
    });
    const { reports } = await ran(connection, { pace: steady(1), limit: 10 });
    const retried = reports.filter(({ retrying }) => retrying !== undefined);
    expect(retried.at(-1)?.elapsedMs).toBe(900);
    expect(retried).toHaveLength(9);
  });

  test('reports the remaining attempts if they are limited', async () => {
    const connection = scripted(() => {
      throw new DeliveryError('unavailable', 'Down', { retryAfterMs: 1000 });
    });
    const { reports } = await ran(connection, { pace: steady(1), retry: { attempts: 3 } });
    const left = reports.map(({ retrying }) => retrying?.attemptsLeft);
    expect([...new Set(left)]).toEqual([2, 1]);
  });
});

describe('Stop', () => {
  test('works at once while the service is down', async () => {
    const clock = virtualClock();
    const { connection } = unavailable(clock, { fromMs: 2000, toMs: Infinity, answerMs: 0 });
    const { summary, tookMs } = await ran(connection, { clock, stopAfterMs: 9100, random: chance() });
    expect(summary.reason).toBe('stopped');
    expect(summary.failed).toBeGreaterThan(0);
    expect(tookMs).toBe(9100);
  });

  test('works at once if the service asked to wait longer than a stopped run may', async () => {
    const connection = scripted((batch, request) => {
      if (request > 0) throw new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 25_000 });
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

describe('a service that asks to wait too long', () => {
  const asking = (retryAfterMs: number, failures = Infinity): ScriptedConnection =>
    scripted((batch, request) => {
      if (request > 0 && request <= failures)
        throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs, hint: 'A hint.' });
      return takes(batch);
    });
  const hintOf = async (connection: ScriptedConnection, retry = {}): Promise<string | undefined> =>
    (await ran(connection, { retry, optionNames: { retryFor: '--retry-for 30s', continueOnFailure: '' } }))
      .summary.error?.hint;

  test.each([
    [60_000, {}, 'It asked to wait 60 s, longer than --retry-for 30s. A hint.'],
    [3_600_000, {}, 'It asked to wait 3,600 s, longer than --retry-for 30s. A hint.'],
    [20_000, {}, 'It asked to wait 20 s, longer than the 10 s left of --retry-for 30s. A hint.'],
  ])('%d ms with %j: %s', async (ms, retry, hint) => {
    expect(await hintOf(asking(ms), retry)).toBe(hint);
  });

  test('before anything is accepted, the error names the shorter window', async () => {
    const connection = scripted(() => {
      throw new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 5000 });
    });
    expect(await hintOf(connection, { startWindowMs: 2000 })).toBe(
      'It asked to wait 5 s, longer than the 2 s allowed until the service accepts its first event.',
    );
  });

  test.each([0, -5, 1])(
    'one that asks for %d ms is not flooded, and fails the run at the end of the window',
    async (ms) => {
      const connection = scripted(() => {
        throw new DeliveryError('unavailable', 'Later', { status: 503, retryAfterMs: ms });
      });
      const { summary, tookMs } = await ran(connection, { limit: 10 });
      expect(summary).toMatchObject({
        reason: 'failed',
        failed: 10,
        error: { message: 'Later', hint: undefined },
      });
      expect(tookMs).toBe(30_000);
      expect(connection.requests.length).toBeLessThan(30);
    },
  );

  test('is retried if the window is longer', async () => {
    const { summary } = await ran(asking(60_000, 1), { limit: 30, retry: { windowMs: 61_000 } });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 30 });
  });
});
