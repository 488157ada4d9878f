import fc from 'fast-check';
import { parseFaults, steady, unlimited, withFaults, type RowWriter } from '@catbird/core';
import type { Range } from '@catbird/core/resume';
import { newTimeline, newTiming } from '@catbird/core/time';
import { describe, expect, test } from 'vitest';
import { viewOf } from './pace-view.ts';
import { paceOf, rowOf } from './pace.ts';

const ALL: readonly Range[] = [[0, Infinity]];
const same = (rows: number): number => rows;

describe('all shards together', () => {
  const dueOf = (options: { readonly eps: number }, count: number, elapsedMs: number): number =>
    Array.from({ length: count }, (_, index) =>
      paceOf(options, {
        part: { shard: { index, count }, remaining: ALL },
        time: undefined,
        shape: undefined,
        dueBefore: same,
        positionOf: same,
      }).due(elapsedMs),
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

test('a view counts the remaining rows of a pace that began earlier', () => {
  const view = viewOf(steady(10), {
    aheadMs: () => 3000,
    count: (rows) => Math.max(0, rows - 25),
    rowAt: (row) => row + 25,
  });
  expect([view.due(0), view.next(0), view.due(1000), view.perSecond]).toEqual([15, 1000, 25, 10]);
  // 15 rows of the view are 40 of the pace: 4 s, of which 3 s were over.
  expect(view.coveredMs?.(15, 0)).toBe(1000);
  expect(viewOf(unlimited(), {}).due(0)).toBe(Infinity);
});

const PAST = newTiming({
  fromMs: Date.parse('2026-01-01'),
  toMs: Date.parse('2026-01-02'),
  speed: 86_400,
  eps: 1,
});

test('event times with a speed go on from the first remaining row, without a wait', () => {
  const time = { timing: PAST, given: PAST, timeline: newTimeline(PAST, 1), nowMs: 0 };
  const pace = paceOf(
    {},
    {
      part: { shard: undefined, remaining: [[43_200, Infinity]] },
      time,
      shape: undefined,
      dueBefore: same,
      positionOf: same,
    },
  );
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
    const row = rowOf(position, dueBefore);
    expect(dueBefore(row)).toBeLessThanOrEqual(position);
    expect(dueBefore(row + 1)).toBeGreaterThan(position);
  }
  expect([0, 1, 17].map((position) => rowOf(position, same))).toEqual([0, 1, 17]);
});
