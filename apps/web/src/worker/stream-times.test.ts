import { parseSchema, type AdjustablePace, type Clock, type Progress } from '@catbird/core';
import type { StreamKeys } from '@catbird/core/config';
import { expect, test } from 'vitest';
import type { KeptProgress } from '../kept/kept-run.ts';
import { configRows } from './config-rows.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const { schema } = parsed;

/** A clock that a test moves. */
const clockAt = (clock: { ms: number }): Clock => ({
  now: () => clock.ms - NOW,
  date: () => clock.ms,
  sleep: () => Promise.resolve(),
  after: () => () => undefined,
});

/** The page's own stream from a row on. */
function streamAt(clock: { ms: number }, options: StreamKeys, left: Partial<KeptProgress> = {}) {
  const counts = { accepted: 0, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 };
  const none = { id: '', savedMs: 0, spans: [], timing: undefined, faultChanges: [], counts };
  const rows = configRows(schema, {
    seed: '42',
    options: { eps: 20, ...options },
    optionNames: {},
    nowMs: clock.ms,
    left: { ...none, remaining: [[0, Infinity]], end: Infinity, reason: undefined, ...left },
  });
  if (!rows.ok) throw new Error(rows.lines.join('; '));
  const reading = clockAt(clock);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- at a rate, it is
  const pace = rows.paceBy(reading) as AdjustablePace;
  return { ...rows, pace, pastOf: (progress: Progress) => rows.backfill(progress, reading) };
}

test('without settings of time, the pace is the specified one and rows have the clock’s times', () => {
  const { pace, timeline, timing } = streamAt({ ms: NOW }, {});
  expect([timeline, timing, pace.due(0), pace.due(1000), pace.perSecond]).toEqual([
    undefined,
    undefined,
    20,
    40,
    20,
  ]);
});

test('an hour of history is due at once; a later session has only what came since', () => {
  const clock = { ms: NOW };
  const { pace, timing } = streamAt(clock, { from: '-1h' });
  expect(pace.backlog).toBe(72_001);
  clock.ms += 10_000;
  const again = streamAt(clock, { from: '-1h' }, { timing, remaining: [[72_001, Infinity]] });
  expect(again.timing).toBe(timing);
  expect(again.pace.backlog).toBe(200);
});

test('at a speed of its own, a later session goes on where the first one was', () => {
  const clock = { ms: NOW };
  const time = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z', speed: '1d/10m' };
  const { pace, timing } = streamAt(clock, time);
  pace.due(0);
  const half = pace.due(300_000);
  expect(half).toBe((20 * 86_400) / 2 + 1);
  const again = streamAt(clock, time, { timing, remaining: [[half, Infinity]] });
  expect(again.pace.due(0)).toBeLessThanOrEqual(1);
  expect(again.pace.due(1000)).toBeGreaterThan(2000);
});

test('faults that copy rows have more rows due, counted from the session’s first', () => {
  const options = { from: '-1h', faults: { duplicates: { share: 0.5 } } };
  const whole = streamAt({ ms: NOW }, options).pace.backlog ?? 0;
  expect(whole).toBeGreaterThan(100_000);
  expect(streamAt({ ms: NOW }, options, { remaining: [[1000, Infinity]] }).pace.backlog).toBe(whole - 1000);
});

test('reports the remaining past until the stream is live', () => {
  const stream = streamAt({ ms: NOW }, { from: '-1h' });
  const time = { isLive: false, backlogRows: 70_001, dueRows: 72_001, eventMs: NOW - 3_600_000 + 1999 * 50 };
  expect(stream.timeline?.time(1999)).toBe(time.eventMs);
  const progress = { generated: 2000, time } as unknown as Progress;
  expect(stream.pastOf(progress)).toEqual({
    fromMs: NOW - 3_600_000,
    reachedMs: time.eventMs,
    leftRows: 70_001,
    rows: 72_001,
  });
  expect(
    stream.pastOf({ ...progress, time: { ...time, isLive: true, eventMs: NOW } } as Progress),
  ).toBeUndefined();
});

test('journeys per second apply to schemas with a journey only', () => {
  const { timing, pace } = streamAt({ ms: NOW }, { startsOfAll: '3', from: '-1h' });
  expect([timing?.unit, pace.backlog]).toEqual([undefined, 72_001]);
});

test('settings that are not valid are an error, not another stream', () => {
  expect(() => streamAt({ ms: NOW }, { from: 'soon' })).toThrow(/from/i);
});
