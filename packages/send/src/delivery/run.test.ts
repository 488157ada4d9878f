import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran, rows } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady, unlimited } from '../pace/pace.ts';
import type { RunOptions } from './options.ts';

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

test('a stream whose last bytes cannot be written has failed, whatever ended it', async () => {
  const error = unavailable();
  const working = scripted();
  const connection: ScriptedConnection = Object.assign(Object.create(working), {
    async close() {
      await working.close();
      throw error;
    },
  });
  const { summary, errors } = await ran(connection, { limit: 25 });
  expect(summary).toMatchObject({ accepted: 25, reason: 'failed', error, lastError: error });
  expect(errors).toEqual([error]);
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

test('rows that can no longer be read end the run, and what was sent before is counted', async () => {
  const gone = new DeliveryError('not-found', 'the recording has changed');
  const errors: unknown[] = [];
  let filled = 0;
  const { summary } = await ran(scripted(), {
    limit: 30,
    pace: steady(10),
    onError: (each) => errors.push(each),
    rows: {
      fill(batch, extent) {
        if (filled++ > 0) throw gone;
        return rows.fill(batch, extent);
      },
    },
  });
  expect(summary).toMatchObject({ reason: 'failed', error: gone, accepted: 10, generated: 10 });
  expect(errors).toEqual([gone]);
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
    const attempts = new Set<number>();
    const { summary } = await ran(connection, {
      pace: unlimited(),
      limits: { rows: 30, bytes: 10 },
      stopAfterMs: 50,
      onOutcome: (_, __, reason) => void attempts.add(reason.attempts),
    });
    expect([connection.requests, ...attempts]).toEqual([[], 0]);
    expect(summary.reason).toBe('stopped');
    expect(summary.rejected).toBe(summary.generated);
  });
});

test('rows that a slow service delays are exactly those reported as behind', async () => {
  const clock = virtualClock();
  const connection = scripted(async (batch) => {
    await clock.sleep(1000, new AbortController().signal);
    return takes(batch);
  });
  const limits = { rows: 10, bytes: 1_000_000, inFlight: 2 };
  const { summary } = await ran(connection, { clock, pace: steady(100), limits, stopAfterMs: 10_000 });
  // Two requests of ten rows per second: 200 of 1,100 due when stopped, and two requests in flight.
  expect(summary.generated + summary.behind.rows).toBe(1100);
  expect(summary.accepted).toBe(summary.generated);
  expect(summary.behind.seconds).toBeCloseTo(summary.behind.rows / 100);
});

describe('stop', () => {
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
