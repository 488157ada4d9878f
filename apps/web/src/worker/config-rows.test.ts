import { messagesOf, newBatch, parseSchema, texts, type FaultChange } from '@catbird/engine';
import { systemClock } from '@catbird/send';
import type { StreamKeys } from '@catbird/stream';
import { expect, test } from 'vitest';
import type { KeptProgress } from '../kept/kept-run.ts';
import { configRows, type StreamRows } from './config-rows.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const { schema } = parsed;

/** A stream of which rows 10 to 14 and those from 30 on are left. */
const LEFT: KeptProgress = {
  id: 'run/a',
  savedMs: 0,
  remaining: [
    [10, 15],
    [30, Infinity],
  ],
  spans: [],
  end: 100,
  timing: undefined,
  faultChanges: [],
  counts: { accepted: 25, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 },
  reason: undefined,
  elapsedMs: 4000,
};

function rowsOf(options: StreamKeys, left?: KeptProgress): StreamRows {
  const rows = configRows(schema, { seed: '7', options, optionNames: {}, nowMs: Date.UTC(2026, 0, 2), left });
  if (!rows.ok) throw new Error(messagesOf(rows.issues).join('; '));
  return rows;
}

const limitOf = ({ limit }: StreamRows): number => (typeof limit === 'number' ? limit : limit());

test.each([
  ['a limit', { eps: 5, limit: 100 }, 75],
  ['a limit that was reached before the last rows', { eps: 5, limit: 12 }, 2],
  ['no limit', { eps: 5 }, -1],
  ['a duration without a rate that is not over', { eps: Infinity, duration: 5000 }, -1],
  ['a duration without a rate that is over', { eps: Infinity, duration: 3000 }, 0],
] as const)('with %s, a continued stream sends what is left of it', (_, options, expected) => {
  expect(limitOf(rowsOf(options, LEFT))).toBe(expected);
});

const clockAtStart = { ...systemClock, now: () => 0, date: () => 0 };

test('of a duration at a rate, a continued stream sends the rows that are left', () => {
  const { paceBy, plannedRows } = rowsOf({ eps: 5, duration: 20_000 }, LEFT);
  const pace = paceBy(clockAtStart);
  expect([plannedRows, pace.due(60_000), pace.ended?.(14_999), pace.ended?.(15_000)]).toEqual([
    100,
    75,
    false,
    true,
  ]);
});

test('a duration whose rate has changed goes on for the time that is left', () => {
  const { paceBy } = rowsOf({ eps: 5, duration: 6000 }, { ...LEFT, end: Infinity });
  const pace = paceBy(clockAtStart);
  expect([pace.due(60_000), pace.ended?.(1999), pace.ended?.(2000)]).toEqual([10, false, true]);
});

test('the rest of a duration is left', () => {
  expect(rowsOf({ eps: Infinity, duration: 5000 }, LEFT).stopAfterMs).toBe(1000);
  expect(rowsOf({ eps: Infinity, duration: 5000 }).stopAfterMs).toBe(5000);
});

test('the event time of a continued stream goes on from its first row that is left', () => {
  const options = { eps: 2, from: '2026-01-01T00:00:00Z', speed: '60' };
  const { timeline, timing, paceBy } = rowsOf(options, LEFT);
  const clock = { ...systemClock, now: () => 0, date: () => Date.UTC(2026, 5, 1) };
  // Two a second, of which 10 are done.
  expect(timeline?.time(10)).toBe(Date.UTC(2026, 0, 1, 0, 0, 5));
  expect(timing?.fromMs).toBe(Date.UTC(2026, 0, 1));
  expect(paceBy(clock).due(0)).toBeLessThanOrEqual(1);
  expect(paceBy(clock).due(1000)).toBeGreaterThan(100);
});

test('faults that an earlier session injected for a while end with the rows that it may have sent', () => {
  const always = { malformed: { share: 1 } };
  const trial: FaultChange = { position: 5, faults: always };
  const left = { ...LEFT, faultChanges: [trial], spans: [{ first: 30, end: 34, ms: 0 }] };
  const { rows } = rowsOf({ eps: 5 }, left);
  const time = { startMs: 0, stepMs: 0 };
  const isBroken = (row: number): boolean => {
    const [text = ''] = texts(rows.fill(newBatch(), { first: row, count: 1, time }));
    return !/^\{"n":\d+,"at":"[^"]+"\}$/.test(text);
  };
  expect([4, 5, 12, 33, 34, 40].map(isBroken)).toEqual([false, true, true, true, false, false]);
});
