import { messagesOf } from '../../engine/src/model/issue.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../send/src/delivery/signals.ts';
import { steady, type Pace } from '../../send/src/pace/pace.ts';
import { rowsUpTo } from '../../send/src/pace/timed.ts';
import { parseFaults } from '../../engine/src/rows/fault-settings.ts';
import { withFaults } from '../../engine/src/rows/faults.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import type { StreamKeys } from './config/keys.ts';
import { planStream } from './plan.ts';
import { readStream, type StreamSettings } from './stream-settings.ts';
import { timeSince } from './pace.ts';

const same = (rows: number): number => rows;

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const { schema } = parsed;
const compiled = compile(schema, { seed: 1 });

const NOW = Date.UTC(2026, 6, 1);

function paceOf(options: StreamKeys, more: Partial<StreamSettings> = {}, clock = systemClock): Pace {
  const optionOf = String;
  const read = readStream(schema, { options, optionOf, nowMs: NOW });
  if (!read.ok) throw new Error(messagesOf(read.issues).join('; '));
  const planned = planStream({ schema, seed: 1, options, optionOf, compiled, ...read, ...more });
  if (!planned.ok) throw new Error(messagesOf(planned.issues).join('; '));
  return planned.plan.paceBy(clock).pace;
}

describe('all shards together', () => {
  const dueOf = (options: { readonly eps: number }, count: number, elapsedMs: number): number =>
    Array.from({ length: count }, (_, index) =>
      paceOf(options, { shard: { index, count } }).due(elapsedMs),
    ).reduce((sum, due) => sum + due, 0);

  test('have the rows due that the whole stream has, at any time', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 5000, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 100_000 }),
        (eps, count, elapsedMs) => {
          expect(dueOf({ eps }, count, elapsedMs)).toBe(steady(eps).due(elapsedMs));
        },
      ),
    );
  });

  test('send one row after the other at a low rate, not all at once', () => {
    expect([0, 1000, 2000].map((ms) => dueOf({ eps: 2 }, 4, ms))).toEqual([2, 4, 6]);
  });
});

describe('the clock of event times', () => {
  const lateBy = (lateMs: number) => {
    let elapsedMs = 0;
    const clock = { ...systemClock, date: () => NOW + lateMs + elapsedMs };
    const dues = (pace: Pace) => [0, 1000, 2000].map((ms) => pace.due((elapsedMs = ms)));
    return { clock, dues };
  };
  const LEFT = { remaining: [[5, Infinity]] } as const;

  test.each<[what: string, lateMs: number, StreamKeys, Partial<StreamSettings>, dues: readonly number[]]>([
    ['starts with the first batch, however long that takes', 16_000, {}, {}, [1, 101, 201]],
    ['also if `from` is now', 950, { from: 'now' }, {}, [1, 101, 201]],
    ['at a speed of its own, too', 16_000, { speed: '3' }, {}, [1, 101, 201]],
    ['has begun if its beginning was given', 16_000, { from: '-1s' }, {}, [1701, 1801, 1901]],
    ['has begun if another process sent rows', 2000, {}, { left: LEFT }, [196, 296, 396]],
    ['has begun if all shards start at one time', 2000, {}, { startAt: NOW }, [201, 301, 401]],
    ['has begun long ago if other streams came first', 61_000, {}, {}, [6101, 6201, 6301]],
  ])('%s', (_, lateMs, options, more, expected) => {
    const { clock, dues } = lateBy(lateMs);
    const pace = paceOf({ eps: 100, arrivals: 'even', ...options }, more, clock);
    expect(dues(pace)).toEqual(expected);
  });
});

test('event times with a speed go on from the first remaining row, without a wait', () => {
  const past = { from: '2026-01-01', to: '2026-01-02', speed: '86400', eps: 1 };
  const pace = paceOf(past, { left: { remaining: [[43_200, Infinity]] } });
  // Half of the day is over; the other half takes half a second.
  expect(pace.backlog).toBeLessThanOrEqual(1);
  expect(pace.due(250)).toBeGreaterThan(20_000);
  expect(pace.due(250)).toBeLessThan(23_000);
  expect(pace.due(600)).toBe(43_200);
  expect(pace.ended?.(600)).toBe(true);
});

test('a position waits for the last of the rows that must be due before it', () => {
  const rows: RowWriter = { fill: (batch) => batch };
  const faults = parseFaults({
    dropped: { share: 0.3 },
    duplicates: { share: 0.4 },
    reordering: { window: 50, share: 0.5 },
  });
  if (!faults.ok) throw new Error('Invalid faults');
  const { dueBefore } = withFaults(rows, faults.faults, { seed: 1 });
  for (let position = 0; position < 2000; position++) {
    const rows = rowsUpTo(position, dueBefore);
    expect(dueBefore(rows - 1)).toBeLessThanOrEqual(position);
    expect(dueBefore(rows)).toBeGreaterThan(position);
  }
  expect([0, 1, 17].map((position) => rowsUpTo(position, same))).toEqual([1, 2, 18]);
});

test('the time since a start is that of the first look, and 0 before the start', () => {
  let dateMs = 4000;
  const sinceMs = timeSince(1000, { date: () => dateMs });
  expect([sinceMs(), ((dateMs += 5000), sinceMs())]).toEqual([3000, 3000]);
  expect(timeSince(1e12, { date: () => dateMs })()).toBe(0);
});
