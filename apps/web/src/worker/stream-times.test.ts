import type { Clock, Progress } from '@catbird/core';
import { expect, test } from 'vitest';
import type { StreamRequest } from './run-protocol.ts';
import { streamTimes } from './stream-times.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

/** A clock that a test moves. */
const clockAt = (clock: { ms: number }): Clock => ({
  now: () => clock.ms - NOW,
  date: () => clock.ms,
  sleep: () => Promise.resolve(),
  after: () => () => undefined,
});
const request = (more: Partial<StreamRequest>): StreamRequest =>
  ({ eps: 20, seed: '42', first: 0, time: undefined, timing: undefined, ...more }) as StreamRequest;
const same = (rows: number): number => rows;

test('without settings of time, the pace is the specified one and rows have the clock’s times', () => {
  const { pace, times, timing } = streamTimes(request({}), {}, clockAt({ ms: NOW }), same);
  expect([times, timing, pace.due(0), pace.due(1000), pace.perSecond]).toEqual([
    undefined,
    undefined,
    20,
    40,
    20,
  ]);
});

test('an hour of history is due at once; a later session has only what came since', () => {
  const clock = { ms: NOW };
  const first = streamTimes(request({ time: { from: '-1h' } }), {}, clockAt(clock), same);
  expect(first.pace.backlog).toBe(72_001);
  clock.ms += 10_000;
  const again = streamTimes(request({ timing: first.timing, first: 72_001 }), {}, clockAt(clock), same);
  expect(again.timing).toBe(first.timing);
  expect(again.pace.backlog).toBe(200);
});

test('at a speed of its own, a later session goes on where the first one was', () => {
  const clock = { ms: NOW };
  const time = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', speed: '1d/10m' };
  const first = streamTimes(request({ time }), {}, clockAt(clock), same);
  first.pace.due(0);
  const half = first.pace.due(300_000);
  expect(half).toBe((20 * 86_400) / 2 + 1);
  const again = streamTimes(request({ timing: first.timing, first: half }), {}, clockAt(clock), same);
  expect(again.pace.due(0)).toBeLessThanOrEqual(1);
  expect(again.pace.due(1000)).toBeGreaterThan(2000);
});

test('faults that copy rows have more rows due, counted from the session’s first', () => {
  const { pace } = streamTimes(
    request({ time: { from: '-1h' }, first: 1000 }),
    {},
    clockAt({ ms: NOW }),
    (rows) => rows * 2,
  );
  expect(pace.backlog).toBe(2 * 72_001 - 1000);
});

test('reports the remaining past until the stream is live', () => {
  const stream = streamTimes(request({ time: { from: '-1h' } }), {}, clockAt({ ms: NOW }), same);
  const time = { isLive: false, backlogRows: 70_001, dueRows: 72_001, eventMs: NOW - 3_600_000 + 1999 * 50 };
  expect(stream.pace.timeOf?.(1999)).toBe(time.eventMs);
  const progress = { generated: 2000, time } as unknown as Progress;
  expect(stream.backfill(progress)).toEqual({
    fromMs: NOW - 3_600_000,
    reachedMs: time.eventMs,
    leftRows: 70_001,
    rows: 72_001,
  });
  expect(
    stream.backfill({ ...progress, time: { ...time, isLive: true, eventMs: NOW } } as Progress),
  ).toBeUndefined();
});

test('settings that are not valid are an error, not another stream', () => {
  expect(() => streamTimes(request({ time: { from: 'soon' } }), {}, clockAt({ ms: NOW }), same)).toThrow(
    /from/i,
  );
});
