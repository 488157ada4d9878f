import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran, rows } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import type { RequestLimits } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { ending, steady, unlimited } from '../pace/pace.ts';
import { byteLength, newBatch, texts } from '../../../engine/src/rows/batch.ts';
import { timedRows } from '../resume/saved-times.ts';
import { wholeRows } from './sender.ts';

const LIMITS = { rows: 1000, bytes: 1_000_000 };
const ROW_BYTES =
  byteLength(rows.fill(newBatch(), { first: 0, count: 1000, time: { startMs: 0, stepMs: 0 } })) / 1000;

/** The rows of each request, and when it was made. */
async function requests(limits: RequestLimits, options: Parameters<typeof ran>[1] = {}) {
  const clock = virtualClock();
  const made: (readonly [rows: number, ms: number])[] = [];
  const connection = scripted((batch) => {
    made.push([batch.count, clock.now()]);
    return takes(batch);
  });
  const { summary, reports } = await ran(connection, { clock, limits, ...options });
  expect(connection.requests.flatMap((each) => each.rows)).toEqual(
    Array.from({ length: summary.accepted }, (_, row) => textOf(row)),
  );
  return { made, summary, reports, connection };
}

const textOf = (first: number): string =>
  [...texts(rows.fill(newBatch(), { first, count: 1, time: { startMs: 0, stepMs: 0 } }))].join('');

test.each([
  ['a limit', { limit: 170 }, 16_000],
  ['a time', { pace: ending(steady(10), { endMs: () => 16_500, rows: () => 170 }) }, 16_500],
])('a request waits until it is full, or nothing can follow because of %s', async (_, options, endMs) => {
  const { made } = await requests({ ...LIMITS, rows: 50, waitMs: 60_000 }, options);
  expect(made).toEqual([
    [50, 4000],
    [50, 9000],
    [50, 14_000],
    [20, endMs],
  ]);
});

test('but no longer than it may, from its first row on', async () => {
  const { made } = await requests({ ...LIMITS, waitMs: 2500 }, { limit: 100 });
  expect(made).toEqual([
    [30, 2500],
    [30, 5500],
    [30, 8500],
    [10, 9000],
  ]);
});

test('without a time to wait, each tick has its request', async () => {
  expect((await requests(LIMITS, { limit: 30 })).made).toEqual([
    [10, 0],
    [10, 1000],
    [10, 2000],
  ]);
});

test('a request is full by its bytes, too', async () => {
  const { made } = await requests({ ...LIMITS, fullBytes: 35 * ROW_BYTES, waitMs: 60_000 }, { limit: 120 });
  expect(made[0]?.[1]).toBe(3000);
  for (const [count] of made.slice(0, -1)) expect(Math.abs(count - 35)).toBeLessThanOrEqual(2);
});

test('a row that is larger than a full request is sent alone', async () => {
  const { made, summary } = await requests({ ...LIMITS, fullBytes: 1 }, { limit: 5 });
  expect(made.map(([count]) => count)).toEqual([1, 1, 1, 1, 1]);
  expect(summary).toMatchObject({ accepted: 5, rejected: 0 });
});

test('without a rate, requests are full at once', async () => {
  const { made } = await requests(
    { ...LIMITS, rows: 20_000, bytes: Infinity, fullBytes: 10_000_000, waitMs: 60_000 },
    { limit: 50_000, pace: unlimited() },
  );
  expect(made).toEqual([
    [20_000, 0],
    [20_000, 0],
    [10_000, 0],
  ]);
});

test('rows that wait are sent when the run is stopped', async () => {
  const { made, summary } = await requests({ ...LIMITS, waitMs: 60_000 }, { stopAfterMs: 4500 });
  expect(made).toEqual([[50, 4500]]);
  expect(summary).toMatchObject({ reason: 'stopped', accepted: 50, generated: 50 });
});

test('rows that wait are sent when the run is stopped while all requests are in flight', async () => {
  const clock = virtualClock();
  const connection = scripted(async (batch) => {
    await clock.sleep(5000, new AbortController().signal);
    return takes(batch);
  });
  const limits = { ...LIMITS, rows: 30, waitMs: 3000, inFlight: 1 };
  const { summary } = await ran(connection, { clock, limits, stopAfterMs: 7500 });
  expect(connection.requests.map(({ rows: sent }) => sent.length)).toEqual([30, 30, 20]);
  expect(summary).toMatchObject({ reason: 'stopped', accepted: 80, generated: 80 });
});

test('but not beyond the time that a stopped run has', async () => {
  const connection = scripted(() => new Promise(() => undefined));
  const limits = { ...LIMITS, waitMs: 3000, inFlight: 1 };
  const { summary } = await ran(connection, { limits, stopAfterMs: 7500, retry: { requestMs: 60_000 } });
  expect(summary).toMatchObject({ reason: 'stopped', accepted: 0, failed: 40, generated: 40 });
});

test('rows that wait are neither late nor behind, and do not lower the rate', async () => {
  const { summary, reports } = await requests(
    { ...LIMITS, waitMs: 30_000 },
    { limit: 120, pace: steady(1), whenBehind: 'drop' },
  );
  expect(summary).toMatchObject({ accepted: 120, dropped: 0, average: 1 });
  const later = reports.filter(({ elapsedMs }) => elapsedMs > 61_000);
  expect(new Set(later.map(({ achieved }) => achieved.toFixed(1)))).toEqual(new Set(['1.0']));
  expect(Math.max(...reports.map(({ behind }) => behind.rows))).toBe(0);
});

test('aligned requests begin at multiples of their size, whenever the run starts and stops', async () => {
  const aligned = { ...LIMITS, rows: 40, waitMs: Infinity, aligned: true } as const;
  const connection = scripted();
  const { summary } = await ran(connection, { limits: aligned, first: 50, stopAfterMs: 20_500 });
  expect(connection.requests.map(({ first, rows: sent }) => [first, sent.length])).toEqual([
    [50, 30],
    [80, 40],
    [120, 40],
    [160, 40],
    [200, 40],
  ]);
  // The rest waits for a run that can fill its request.
  expect(summary.generated).toBe(190);
  const rest = scripted();
  await ran(rest, { limits: aligned, first: 240, limit: 50 });
  expect(rest.requests.map(({ first, rows: sent }) => [first, sent.length])).toEqual([
    [240, 40],
    [280, 10],
  ]);
});

test('after an outage, waiting rows share full requests', async () => {
  const clock = virtualClock();
  const connection = scripted((batch, request) => {
    if (request < 3) throw new DeliveryError('unavailable', 'Later', { status: 503 });
    return takes(batch);
  });
  const limits = { ...LIMITS, rows: 50, waitMs: 10_000 };
  const { summary } = await ran(connection, { clock, limits, limit: 300 });
  expect(summary).toMatchObject({ accepted: 300, failed: 0 });
  expect(connection.requests.slice(3).map(({ rows: sent }) => sent.length)).toEqual([50, 50, 50, 50, 50, 50]);
});

test('rows of several times are together in one batch, and those of several ranges are not', () => {
  const spans = [0, 7, 14].map((first, n) => ({ first, end: first + 7, ms: n }));
  const timed = timedRows(rows, spans).rows;
  const time = { startMs: 9, stepMs: 0 };
  expect(timed.fill(newBatch(), { first: 3, count: 12, time }).count).toBe(4);
  const whole = wholeRows(timed).fill(newBatch(), { first: 3, count: 12, time });
  expect([...texts(whole)]).toEqual(Array.from({ length: 12 }, (_, i) => textOf(3 + i)));
  const apart = wholeRows({
    fill: (batch, extent) =>
      Object.assign(rows.fill(batch, { ...extent, count: 2 }), { first: extent.first * 10 }),
  });
  expect(apart.fill(newBatch(), { first: 3, count: 12, time })).toMatchObject({ first: 30, count: 2 });
});
