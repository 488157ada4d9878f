import { describe, expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran, rows as writer } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import type { RequestLimits } from '../destinations/destination.ts';
import { DeliveryError, type DeliveryErrorKind } from '../destinations/error.ts';
import { steady, unlimited, type Pace } from '../pace/pace.ts';
import { byteLength, newBatch } from '../../../engine/src/rows/batch.ts';
import { newBatchSize, type BatchSize } from './limiters.ts';

/** Makes a batch and has it answered. Returns its rows. */
function answered(size: BatchSize, ms: number, madeMs = 1): number {
  const rows = size.next(5000);
  size.made(madeMs);
  size.answered(rows, ms);
  return rows;
}

test('batches double while they are made and answered quickly, and halve while answers are slow', () => {
  const size = newBatchSize(20_000);
  const ms = [250, 250, 250, 251, 1000, 1001, 1001, 1001, 1001];
  expect(ms.map((each) => answered(size, each))).toEqual([
    5000, 10_000, 20_000, 20_000, 20_000, 20_000, 10_000, 5000, 5000,
  ]);
});

test('batches that take long to make, or are not full, do not grow', () => {
  const size = newBatchSize(20_000);
  expect([answered(size, 0, 11), answered(size, 0, 11)]).toEqual([5000, 5000]);
  size.made(1);
  size.answered(4999, 0);
  expect(size.next(5000)).toBe(5000);
});

test('requests that were smaller do not make batches grow again', () => {
  const size = newBatchSize(20_000);
  size.next(5000);
  size.made(1);
  for (let n = 0; n < 4; n++) size.answered(5000, 10);
  expect(size.next(5000)).toBe(10_000);
});

/** Mean bytes of the rows that runs send. */
const ROW_BYTES =
  byteLength(writer.fill(newBatch(), { first: 0, count: 1000, time: { startMs: 0, stepMs: 0 } })) / 1000;

describe('in a run without a rate', () => {
  const limits = { rows: Infinity, bytes: Infinity, inFlight: 1, growsTo: 20_000 };
  /** The rows of each request to a service that fails some of them and answers after so many milliseconds. */
  async function requests(
    fail: (request: number) => DeliveryErrorKind | undefined,
    answerMs: (request: number) => number = () => 10,
    pace: Pace = unlimited(),
    given: RequestLimits = limits,
  ): Promise<readonly number[]> {
    const clock = virtualClock();
    const rows: number[] = [];
    const connection = scripted(async (batch, request) => {
      rows.push(batch.count);
      await clock.sleep(answerMs(request), new AbortController().signal);
      const kind = fail(request);
      if (kind !== undefined) throw new DeliveryError(kind, 'No');
      return takes(batch);
    });
    const { summary } = await ran(connection, { clock, limits: given, limit: 80_000, pace });
    expect(summary.accepted).toBe(80_000);
    return rows;
  }
  const never = (): undefined => undefined;

  test('batches grow to 20,000 rows', async () => {
    expect(await requests(never)).toEqual([5000, 10_000, 20_000, 20_000, 20_000, 5000]);
  });

  test('batches grow up to the bytes of a request', async () => {
    const bytes = 12_000 * ROW_BYTES;
    const rows = await requests(never, () => 10, unlimited(), { ...limits, bytes });
    expect(rows.slice(0, 3)).toEqual([5000, 10_000, expect.closeTo(12_000, -3)]);
    expect(Math.max(...rows)).toBeLessThan(20_000);
  });

  test('batches of a slow service stay small', async () => {
    expect(new Set(await requests(never, () => 400))).toEqual(new Set([5000]));
  });

  test('after an outage, they are small and grow again', async () => {
    const rows = await requests((request) => (request === 3 ? 'network' : undefined));
    expect(rows).toEqual([5000, 10_000, 20_000, 20_000, 20_000, 5000, 10_000, 10_000]);
  });

  test('after a batch was too large, they stay small', async () => {
    const rows = await requests((request) => (request === 2 ? 'too-large' : undefined));
    expect(rows.slice(0, 6)).toEqual([5000, 10_000, 20_000, 10_000, 10_000, 5000]);
    expect(new Set(rows.slice(5))).toEqual(new Set([5000]));
  });

  test('one that times out is sent again in halves, down to the smallest', async () => {
    const rows = await requests(
      () => undefined,
      (request) => (request === 2 || request === 3 ? 11_000 : 10),
    );
    expect(rows.slice(0, 7)).toEqual([5000, 10_000, 20_000, 10_000, 5000, 5000, 10_000]);
  });

  test('where they may not grow, they stay small, and are sent again whole', async () => {
    const whole: RequestLimits = { rows: Infinity, bytes: Infinity, inFlight: 1 };
    const rows = await requests(never, (request) => (request === 2 ? 11_000 : 10), unlimited(8000), whole);
    expect(rows.slice(1, 5)).toEqual([8000, 8000, 8000, 8000]);
    expect(new Set(rows.slice(1, -1))).toEqual(new Set([8000]));
  });

  test('a rate has batches of its ticks', async () => {
    const rows = await requests(never, undefined, steady(40_000));
    expect(new Set(rows.slice(2))).toEqual(new Set([8000]));
  });
});
