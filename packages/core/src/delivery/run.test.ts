import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran, rows, unaccounted } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady, unlimited } from '../pace/pace.ts';
import type { RunOptions } from './options.ts';
import type { Summary } from './progress.ts';
import { run } from './run.ts';

const unavailable = (): DeliveryError => new DeliveryError('unavailable', 'Later', { status: 503 });

describe('limit', () => {
  test.each([
    [5, 10, 0],
    [2500, 1000, 2400],
    [1001, 1001, 800],
    [3, 0.5, 4000],
    [250, 100, 2000],
  ])('%i rows at %f events/s are exactly that many, after %i ms', async (limit, eps, ms) => {
    const connection = scripted();
    const { summary, tookMs } = await ran(connection, { limit, pace: steady(eps) });
    expect(connection.requests.flatMap((each) => each.rows)).toHaveLength(limit);
    expect(summary).toMatchObject({ reason: 'limit', generated: limit, accepted: limit, failed: 0 });
    expect(tookMs).toBe(ms);
    expect(connection.requests.every((each) => each.rows.length > 0)).toBe(true);
  });

  test('the limit is exact as fast as possible, too', async () => {
    const connection = scripted();
    const { summary } = await ran(connection, { limit: 100_000, pace: unlimited() });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 100_000 });
    expect(connection.requests.flatMap((each) => each.rows)).toHaveLength(100_000);
  });

  test('a second session continues where the first ended', async () => {
    const whole = scripted();
    await ran(whole, { limit: 20 });
    const second = scripted();
    await ran(second, { limit: 10, first: 10 });
    expect(second.requests.flatMap((each) => each.rows)).toEqual(
      whole.requests.flatMap((each) => each.rows).slice(10),
    );
  });
});

describe('pace', () => {
  test('slow responses do not lower the rate, as several requests are in flight', async () => {
    const clock = virtualClock();
    const connection = scripted(async (batch) => {
      await clock.sleep(2500, new AbortController().signal);
      return takes(batch);
    });
    const { summary, tookMs } = await ran(connection, { clock, limit: 60, pace: steady(10) });
    expect(summary.accepted).toBe(60);
    expect(tookMs).toBe(5000 + 2500);
  });

  test('after a stall, catches up one second at once and the rest at twice the rate', async () => {
    const clock = virtualClock();
    const times: number[] = [];
    const connection = scripted(async (batch, request) => {
      times.push(...Array<number>(batch.count).fill(clock.now()));
      if (request === 0) await clock.sleep(10_000, new AbortController().signal);
      return takes(batch);
    });
    await ran(connection, {
      clock,
      limit: 2000,
      limits: { rows: 100, bytes: 1e6, inFlight: 1 },
      pace: steady(100),
      retry: { requestMs: 30_000 },
    });
    const within = (from: number, to: number): number => times.filter((ms) => ms >= from && ms < to).length;
    expect(within(10_000, 10_500)).toBeLessThanOrEqual(200);
    expect(within(10_500, 11_500)).toBeLessThanOrEqual(200);
    expect(within(0, 19_001)).toBe(2000);
  });
});

test('passes every accepted batch to the callback, with its receipt', async () => {
  const passed: [count: number, accepted: number][] = [];
  await ran(scripted(), {
    limit: 25,
    onBatch: (batch, receipt) => passed.push([batch.count, receipt.accepted]),
  });
  expect(passed).toEqual([
    [10, 10],
    [10, 10],
    [5, 5],
  ]);
});

describe('failures', () => {
  test.each(['auth', 'not-found'] as const)(
    '%s ends the run at the first response, and nothing counts as sent',
    async (kind) => {
      const connection = scripted(() => {
        throw new DeliveryError(kind, 'No', { status: 401 });
      });
      const { summary, tookMs, errors } = await ran(connection, { limit: 100 });
      expect(summary).toMatchObject({ reason: 'failed', accepted: 0, failed: 10, generated: 10 });
      expect(summary.error?.kind).toBe(kind);
      expect(errors).toHaveLength(1);
      expect(tookMs).toBeLessThan(1000);
    },
  );

  test('rejected rows end the run', async () => {
    const connection = scripted(() => {
      throw new DeliveryError('rejected', 'No', { status: 400 });
    });
    const { summary } = await ran(connection, { limit: 100 });
    expect(summary).toMatchObject({ reason: 'failed', accepted: 0, rejected: 10, failed: 0 });
  });

  test('with onFailure "continue" the run counts them and continues', async () => {
    const connection = scripted((batch, request) => {
      if (request % 2 === 0) throw new DeliveryError('rejected', 'No', { status: 400 });
      return takes(batch);
    });
    const { summary } = await ran(connection, { limit: 40, onFailure: 'continue' });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 20, rejected: 20 });
  });

  test('a service that is briefly unavailable gets the same rows again, with the same id', async () => {
    const connection = scripted((batch, request) => {
      if (request < 3) throw unavailable();
      return takes(batch);
    });
    const { summary, errors } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 10, retried: 3 });
    expect(new Set(connection.requests.map((each) => each.rows.join('\n'))).size).toBe(1);
    expect(new Set(connection.requests.map((each) => each.options.id)).size).toBe(1);
    expect(connection.requests.map((each) => each.options.attempt)).toEqual([1, 2, 3, 4]);
    expect(errors).toHaveLength(3);
  });

  test('Retry-After is respected', async () => {
    const times: number[] = [];
    const clock = virtualClock();
    const connection = scripted((batch, request) => {
      times.push(clock.now());
      if (request === 0)
        throw new DeliveryError('rate-limited', 'Slow down', { status: 429, retryAfterMs: 7000 });
      return takes(batch);
    });
    await clock.until(
      run({
        rows,
        pace: steady(10),
        connection,
        limits: { rows: 1000, bytes: 1_000_000 },
        limit: 30,
        stop: new AbortController().signal,
        clock,
        random: () => 0.5,
      }),
    );
    expect(times[0]).toBe(0);
    expect(times.slice(1).every((ms) => ms >= 7000)).toBe(true);
  });

  test('splits batches that are too large, and rejects a single row that is too large with its index and size', async () => {
    const connection = scripted((batch) => {
      if ([...Array(batch.count).keys()].some((i) => batch.first + i === 6)) {
        throw new DeliveryError('too-large', 'Too large', { status: 413 });
      }
      return takes(batch);
    });
    const { summary, errors } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 9, rejected: 1 });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(/^Row 6 is too large: \d+ bytes$/);
  });

  test('retries only the retryable rows of a receipt', async () => {
    const connection = scripted((batch, request) =>
      request === 0
        ? {
            ...takes(batch),
            accepted: 8,
            retryable: { rows: [2, 5], error: new DeliveryError('rate-limited', 'Some were throttled') },
          }
        : takes(batch),
    );
    const { summary } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ accepted: 10, failed: 0, retried: 1 });
    const [first, second] = connection.requests;
    expect(second?.rows).toEqual([first?.rows[2], first?.rows[5]]);
  });

  test('rows of a request that timed out fail as uncertain', async () => {
    const connection = scripted(() => new Promise(() => undefined));
    const { summary } = await ran(connection, { limit: 10, retry: { attempts: 1, requestMs: 3000 } });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10, uncertain: 10 });
    expect(summary.error?.kind).toBe('timeout');
  });

  test('anything else that a connection throws is a bug, and run rejects with it', async () => {
    const connection = scripted(() => {
      throw new TypeError('bug');
    });
    await expect(ran(connection, { limit: 10 })).rejects.toThrow('bug');
  });
});

describe('reports', () => {
  test('a partial rejection ends the run, unless onFailure is "continue"', async () => {
    const refusing = (): ScriptedConnection =>
      scripted((batch, request) =>
        request === 0
          ? {
              ...takes(batch),
              accepted: 9,
              rejected: 1,
              refusal: new DeliveryError('rejected', 'One was bad'),
            }
          : takes(batch),
      );
    const { summary, errors } = await ran(refusing(), { limit: 30 });
    expect(summary).toMatchObject({
      reason: 'failed',
      accepted: 9,
      rejected: 1,
      error: { message: 'The service rejected 1 of 10 events: One was bad' },
    });
    expect(errors).toHaveLength(1);
    const { summary: whole } = await ran(refusing(), { limit: 30, onFailure: 'continue' });
    expect(whole).toMatchObject({ reason: 'limit', accepted: 29, rejected: 1 });
  });

  test('retryable rows get a new id, as they are a different batch', async () => {
    const error = new DeliveryError('unavailable', 'Some');
    const connection = scripted((batch, request) =>
      request === 0
        ? { ...takes(batch), accepted: 5, retryable: { rows: [0, 1, 2, 3, 4], error } }
        : takes(batch),
    );
    let drawn = 0;
    await ran(connection, { limit: 10, random: () => (drawn++ * 0.37) % 1 });
    const [first, second] = connection.requests;
    expect(second?.options.attempt).toBe(2);
    expect(second?.options.id).not.toBe(first?.options.id);
  });

  test('every request is reported once, whatever its outcome', async () => {
    const outcomes: string[] = [];
    const connection = scripted((batch, request) => {
      if (request === 0) throw unavailable();
      if (request === 2) throw new DeliveryError('too-large', 'Too large', { status: 413 });
      return takes(batch);
    });
    await ran(connection, { limit: 20, onRequest: ({ outcome }) => outcomes.push(outcome) });
    expect(outcomes).toEqual(['retried', 'accepted', 'retried', 'accepted', 'accepted']);
    expect(connection.requests).toHaveLength(5);
  });

  test('rows that fall due after a stop are not behind', async () => {
    const clock = virtualClock();
    const connection = scripted(async (batch) => {
      await clock.sleep(5000, new AbortController().signal);
      return takes(batch);
    });
    const { summary } = await ran(connection, { clock, stopAfterMs: 100 });
    expect(summary).toMatchObject({ accepted: 10, elapsedMs: 5000, behind: { rows: 0, seconds: 0 } });
  });
});

describe('rows that may have been stored', () => {
  test.each([
    ['a refused connection', 'network', { code: 'ECONNREFUSED' }, 0],
    ['a lost connection', 'network', { code: 'ECONNRESET' }, 10],
    ['500', 'unavailable', { status: 500 }, 10],
    ['502', 'unavailable', { status: 502 }, 10],
    ['503', 'unavailable', { status: 503 }, 0],
    ['504', 'unavailable', { status: 504 }, 10],
    ['429', 'rate-limited', { status: 429 }, 0],
    ['403', 'auth', { status: 403 }, 0],
  ] as const)('after %s (%s, %j), %d of ten failed rows are uncertain', async (_, kind, more, uncertain) => {
    const connection = scripted(() => {
      throw new DeliveryError(kind, 'No', more);
    });
    const { summary } = await ran(connection, { limit: 10, retry: { attempts: 2 } });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10, rejected: 0, uncertain });
  });

  test('rows that were rejected but may be stored count as failed', async () => {
    const connection = scripted(() => {
      throw new DeliveryError('rejected', 'Partly written', { status: 422, uncertain: true });
    });
    const { summary } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10, rejected: 0, uncertain: 10, retried: 0 });
  });

  test('an unconfirmed response is a failure that is not retried', async () => {
    const error = new DeliveryError('unconfirmed', 'Returned 200 but confirmed nothing', { status: 200 });
    const connection = scripted(() => {
      throw error;
    });
    const { summary, errors } = await ran(connection, { limit: 30 });
    expect(summary).toMatchObject({ reason: 'failed', error, failed: 10, uncertain: 10, accepted: 0 });
    expect(connection.requests).toHaveLength(1);
    expect(errors).toEqual([error]);
    const continued = await ran(
      scripted((batch, request) => {
        if (request === 0) throw error;
        return takes(batch);
      }),
      { limit: 30, onFailure: 'continue' },
    );
    expect(continued.summary).toMatchObject({ reason: 'limit', accepted: 20, failed: 10, uncertain: 10 });
  });

  test('unconfirmed rows fail, are not retried and end the run, and the others count', async () => {
    const error = new DeliveryError('unconfirmed', 'Confirmed 4 of 10');
    const partly = () =>
      scripted((batch, request) =>
        request === 0 ? { ...takes(batch), accepted: 4, unconfirmed: { rows: 6, error } } : takes(batch),
      );
    const connection = partly();
    const outcomes: string[] = [];
    const { summary, errors } = await ran(connection, {
      limit: 30,
      onRequest: ({ outcome }) => outcomes.push(outcome),
    });
    expect(summary).toMatchObject({ reason: 'failed', error, accepted: 4, failed: 6, uncertain: 6 });
    expect(connection.requests).toHaveLength(1);
    expect([errors, outcomes]).toEqual([[error], ['failed']]);
    const continued = await ran(partly(), { limit: 30, onFailure: 'continue' });
    expect(continued.summary).toMatchObject({ reason: 'limit', accepted: 24, failed: 6, uncertain: 6 });
    expect(continued.summary.lastError).toBe(error);
  });

  test('rows rejected after an attempt that may have stored them are failed and uncertain', async () => {
    const duplicate = new DeliveryError('rejected', 'Duplicate key');
    const connection = scripted((batch, request) => {
      if (request === 0) throw new DeliveryError('network', 'Connection lost', { code: 'ECONNRESET' });
      return { ...takes(batch), accepted: 7, rejected: 3, refusal: duplicate };
    });
    const { summary } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({
      accepted: 7,
      rejected: 0,
      failed: 3,
      uncertain: 3,
      error: { cause: duplicate },
    });
  });
});

describe('bugs', () => {
  test('a bug in a listener ends the run, and run rejects with it', async () => {
    const connection = scripted();
    const bug = new TypeError('listener');
    await expect(
      ran(connection, {
        onProgress: () => {
          throw bug;
        },
      }),
    ).rejects.toBe(bug);
    expect(connection.closed).toBe(1);
  });

  test('a bug in a generator ends the run, run rejects with it, and nothing is sent after the close', async () => {
    const clock = virtualClock();
    const bug = new RangeError('rows');
    const connection = scripted(async () => {
      await clock.sleep(2500, new AbortController().signal);
      throw unavailable();
    });
    let filled = 0;
    const failing: RunOptions['rows'] = {
      fill(batch, extent) {
        if (filled++ > 0) throw bug;
        return rows.fill(batch, extent);
      },
    };
    await expect(ran(connection, { clock, rows: failing })).rejects.toBe(bug);
    expect(clock.now()).toBe(1000);
    await clock.until(clock.sleep(10_000, new AbortController().signal));
    expect(connection.requests).toHaveLength(1);
    expect(connection.closed).toBe(1);
  });
});

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
    ['50 requests/s', { pace: steady(50), limit: 1000, limits: one }],
    ['20,000 events', { pace: steady(1000), limit: 20_000 }],
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

describe('limits of a request', () => {
  test('requests stay within the service’s limits of rows and bytes', async () => {
    const connection = scripted();
    await ran(connection, {
      limit: 100,
      pace: steady(100),
      limits: { rows: 30, bytes: 1000, bytesPerRow: 1 },
    });
    expect(connection.requests.flatMap((each) => each.rows)).toHaveLength(100);
    for (const { rows: sent } of connection.requests) {
      expect(sent.length).toBeLessThanOrEqual(30);
      expect(sent.reduce((sum, row) => sum + row.length + 2, 0)).toBeLessThanOrEqual(1000);
    }
  });

  test('a row larger than any request is rejected, even at full speed, and the run can be stopped', async () => {
    const connection = scripted();
    const { summary } = await ran(connection, {
      pace: unlimited(),
      limits: { rows: 30, bytes: 10 },
      stopAfterMs: 50,
    });
    expect(connection.requests).toHaveLength(0);
    expect(summary.reason).toBe('stopped');
    expect(summary.rejected).toBe(summary.generated);
  });
});

describe('a service that can’t keep up', () => {
  const slow = (clock: RunOptions['clock']): ScriptedConnection =>
    scripted(async (batch) => {
      await clock.sleep(1000, new AbortController().signal);
      return takes(batch);
    });
  const measure = async (whenBehind: 'delay' | 'drop'): Promise<Summary> => {
    const clock = virtualClock();
    const stop = new AbortController();
    void clock.sleep(10_000, new AbortController().signal).then(() => stop.abort());
    return clock.until(
      run({
        rows,
        pace: steady(100),
        connection: slow(clock),
        limits: { rows: 10, bytes: 1_000_000, inFlight: 2 },
        stop: stop.signal,
        clock,
        random: () => 0.5,
        whenBehind,
      }),
    );
  };

  test('delays rows and reports exactly how far behind it is', async () => {
    const summary = await measure('delay');
    // Two requests of ten rows per second: 200 of 1,100 due when stopped, and two requests in flight.
    expect(summary.generated + summary.behind.rows).toBe(1100);
    expect(summary.accepted).toBe(summary.generated);
    expect(summary.behind.seconds).toBeCloseTo(summary.behind.rows / 100);
  });

  test('drops rows with whenBehind "drop", and counts them', async () => {
    const summary = await measure('drop');
    expect(summary.dropped).toBeGreaterThan(700);
    // One second's worth, and the rows that fell due at the moment of the stop.
    expect(summary.behind.rows).toBeLessThanOrEqual(200);
    expect(unaccounted(summary)).toBe(0);
  });
});

describe('stop', () => {
  test('waits for pending responses', async () => {
    const clock = virtualClock();
    const stop = new AbortController();
    const connection = scripted(async (batch) => {
      await clock.sleep(400, new AbortController().signal);
      return takes(batch);
    });
    void clock.sleep(100, new AbortController().signal).then(() => stop.abort());
    const summary = await clock.until(
      run({
        rows,
        pace: steady(10),
        connection,
        limits: { rows: 10, bytes: 1e6 },
        stop: stop.signal,
        clock,
        random: () => 0.5,
      }),
    );
    expect(summary).toMatchObject({ reason: 'stopped', generated: 10, accepted: 10, failed: 0 });
  });

  test('abandons requests without a response after the grace period, as uncertain', async () => {
    const connection = scripted(() => new Promise(() => undefined));
    const { summary, tookMs } = await ran(connection, { stopAfterMs: 100, graceMs: 1000 });
    expect(summary).toMatchObject({ reason: 'stopped', generated: 10, failed: 10, uncertain: 10 });
    expect(tookMs).toBe(1100);
  });

  test('a second stop abandons them at once', async () => {
    const connection = scripted(() => new Promise(() => undefined));
    const { summary, tookMs } = await ran(connection, { stopAfterMs: 100, abortAfterMs: 200 });
    expect(summary).toMatchObject({ reason: 'stopped', failed: 10 });
    expect(tookMs).toBe(200);
  });
});
