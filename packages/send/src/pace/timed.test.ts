import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATE, timingOf } from '../../test/timed-run.ts';
import { withFaults } from '../../../engine/src/rows/faults.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import type { Timing } from '../../../engine/src/time/timing.ts';
import { shardPace } from './split.ts';
import { rowsUpTo, timed } from './timed.ts';

const HOUR = 3_600_000;

/** A pace whose wall clock goes on with the elapsed time, and is off by `offMs`. */
function following(some: Partial<Timing>, positions?: (rows: number) => number) {
  const time = timingOf(some);
  const timeline = newTimeline(time, 1);
  const wall = { nowMs: 0, offMs: 0, date: () => DATE + wall.nowMs + wall.offMs };
  const pace = timed(timeline, { timing: time, clock: wall, ...(positions && { positions }) });
  const dueAt = (ms: number): number => {
    wall.nowMs = ms;
    return pace.due(ms);
  };
  return { pace, timeline, wall, dueAt };
}

describe('at the present', () => {
  test('a row is due at its own time, not before', () => {
    const { pace, dueAt } = following({ eps: 2 });
    expect([pace.perSecond, dueAt(0)]).toEqual([2, 1]);
    expect(pace.next(0)).toBe(500);
    expect([dueAt(499), dueAt(500), dueAt(999), dueAt(1000)]).toEqual([1, 2, 2, 3]);
  });

  test('rows are released at least 10 ms apart, and from 1,000 a second on five times a second', () => {
    const slow = following({ eps: 500 });
    expect([slow.dueAt(0), slow.dueAt(9), slow.dueAt(10)]).toEqual([1, 1, 6]);
    expect(slow.pace.next(10)).toBe(20);
    const fast = following({ eps: 1000 });
    expect([fast.dueAt(0), fast.dueAt(199), fast.dueAt(200), fast.dueAt(399)]).toEqual([1, 1, 201, 201]);
    expect(fast.pace.next(399)).toBe(400);
    expect([fast.pace.perSecond, fast.pace.batchRows]).toEqual([1000, 200]);
  });

  test('no row is due before the present, wherever the clock goes', () => {
    const { wall, timeline, dueAt } = following({ fromMs: DATE - HOUR, eps: 100 });
    for (let ms = 0; ms < 60_000; ms += 20) {
      if (ms > 20_000) wall.offMs = -2000;
      if (ms > 40_000) wall.offMs = HOUR;
      const rows = dueAt(ms);
      expect(timeline.time(rows - 1)).toBeLessThanOrEqual(wall.date());
      expect(timeline.time(rows)).toBeGreaterThan(wall.date());
    }
  });

  test('rows stand for no more time after the clock is set back', () => {
    const { pace, wall, dueAt } = following({ eps: 10 });
    const rows = dueAt(10_000);
    expect(pace.coveredMs?.(rows, 10_000)).toBe(10_100);
    wall.offMs = -24 * HOUR;
    dueAt(10_020);
    expect(pace.coveredMs?.(rows, 10_020)).toBe(10_120);
  });

  test('a start in the future waits', () => {
    const { pace, dueAt } = following({ fromMs: DATE + 5000 });
    expect(dueAt(0)).toBe(0);
    expect(pace.next(0)).toBe(5000);
    expect([dueAt(4999), dueAt(5000)]).toEqual([0, 1]);
  });

  test('rows whose positions are due later wait for them', () => {
    const { dueAt } = following({ eps: 2 }, (rows) => Math.floor(rows / 3) * 3);
    expect([dueAt(500), dueAt(1000), dueAt(2500)]).toEqual([0, 3, 6]);
  });
});

describe('the past', () => {
  test('all rows up to the present are due at once, as backlog', () => {
    const { pace, dueAt } = following({ fromMs: DATE - HOUR });
    expect(pace.backlog).toBe(36_001);
    expect(dueAt(0)).toBe(36_001);
    expect(pace.perSecond).toBe(10);
  });

  test('a speed catches up, and goes on at the present', () => {
    const { pace, dueAt } = following({ fromMs: DATE - 9000, speed: 10, eps: 1 });
    expect([dueAt(0), pace.perSecond]).toEqual([1, 10]);
    expect(pace.next(0)).toBe(100);
    expect([dueAt(500), dueAt(1000), dueAt(2000)]).toEqual([6, 11, 12]);
    expect(pace.perSecond).toBe(1);
    expect(pace.next(2000)).toBe(3000);
  });

  test('an end in the past has a clock of its own, and ends', () => {
    const day = 24 * HOUR;
    const { pace, timeline, dueAt } = following({
      fromMs: DATE - 2 * day,
      toMs: DATE - day,
      speed: 144,
      eps: 5,
    });
    expect([dueAt(0), pace.perSecond]).toEqual([1, 720]);
    expect(pace.ended?.(0)).toBe(false);
    expect(dueAt(300_000)).toBe(216_001);
    expect(dueAt(600_000)).toBe(432_000);
    expect([pace.ended?.(600_000), pace.perSecond, pace.eventMs]).toEqual([true, 0, DATE - day]);
    expect(timeline.time(432_000)).toBe(DATE - day);
  });

  test('as fast as possible, all of it is due and the end is reached', () => {
    const { pace, dueAt } = following({ fromMs: DATE - HOUR, toMs: DATE });
    expect([dueAt(0), pace.ended?.(0), pace.perSecond]).toEqual([36_000, true, Infinity]);
  });
});

test('the year 9999 is the end of time', () => {
  const { pace, dueAt } = following({ fromMs: Date.UTC(9999, 11, 31, 23, 59, 59), future: true, speed: 1 });
  expect([dueAt(0), pace.ended?.(0)]).toEqual([1, false]);
  expect([dueAt(5000), pace.ended?.(5000), pace.perSecond]).toEqual([10, true, 0]);
  expect(pace.change(5, 6000)).toBeUndefined();
});

test('with `future`, events run ahead of the clock', () => {
  const { pace, dueAt } = following({ future: true, speed: 100 });
  expect([dueAt(0), dueAt(1000)]).toEqual([1, 1001]);
  const endless = following({ future: true });
  expect([endless.dueAt(0), endless.pace.perSecond, endless.pace.ended?.(0)]).toEqual([
    Infinity,
    Infinity,
    true,
  ]);
  expect(pace.change(5, 1000)).toEqual({ atMs: DATE + 100_001, to: 5 });
});

test.for(['even', 'poisson'] as const)(
  'ahead of the clock without an end, the last %s row is that before the year 10000, once it is wanted',
  (arrivals) => {
    const { pace, timeline } = following({
      fromMs: Date.UTC(9999, 11, 30),
      future: true,
      eps: 0.1,
      arrivals,
    });
    expect([pace.due(0), pace.due(0, 10_000)]).toEqual([Infinity, Infinity]);
    const rows = pace.due(0, 20_000);
    expect(rows).toBeGreaterThan(17_200);
    expect(timeline.time(rows - 1)).toBeLessThan(Date.UTC(10_000, 0));
    expect(timeline.time(rows)).toBe(Infinity);
    expect([pace.due(0), pace.ended?.(0)]).toEqual([rows, true]);
    expect(shardPace(pace, { index: 1, count: 4 }).due(0, 5000)).toBe(Math.ceil((rows - 1) / 4));
  },
);

describe('changes', () => {
  test('leave due rows as they are, and begin at the next millisecond', () => {
    const { pace, timeline, dueAt } = following({});
    expect(dueAt(1000)).toBe(11);
    expect(pace.change(100, 1000)).toEqual({ atMs: DATE + 1001, to: 100 });
    expect([timeline.time(10), timeline.time(11)]).toEqual([DATE + 1000, DATE + 1010]);
    expect([dueAt(2000), pace.perSecond]).toEqual([111, 100]);
  });

  test('at the present a pause leaves a gap', () => {
    const { pace, timeline, dueAt } = following({});
    dueAt(1000);
    expect(pace.pause(1000)).toEqual({ atMs: DATE + 1001, to: 0 });
    expect(pace.pause(1000)).toBeUndefined();
    expect([dueAt(5000), pace.perSecond, pace.isPaused, pace.next(5000)]).toEqual([11, 0, true, Infinity]);
    expect(pace.resume(6000)).toEqual({ atMs: DATE + 5001, to: 'planned' });
    expect(timeline.time(11)).toBeGreaterThan(DATE + 5000);
  });

  test('a clock of its own stops, and the data has no gap', () => {
    const { pace, timeline, dueAt } = following({ future: true, speed: 2 });
    expect(dueAt(1000)).toBe(21);
    expect(pace.pause(1000)).toBeUndefined();
    expect([dueAt(5000), pace.isPaused, pace.perSecond, pace.next(5000)]).toEqual([21, true, 0, Infinity]);
    expect(pace.resume(6000)).toBeUndefined();
    expect([dueAt(7000), timeline.changes, pace.isPaused]).toEqual([41, [], false]);
  });

  test('a stream whose last change was a pause is still paused, and resumes the rate before it', () => {
    const changes = [
      { atMs: DATE - 5000, to: 3 },
      { atMs: DATE - 2000, to: 0 },
    ];
    const { pace, dueAt } = following({ fromMs: DATE - 10_000, changes });
    expect([pace.isPaused, dueAt(0), dueAt(5000)]).toEqual([true, 59, 59]);
    expect(pace.resume(5000)).toEqual({ atMs: DATE + 5001, to: 3 });
    expect([dueAt(6000), pace.isPaused]).toEqual([62, false]);
  });

  test('a run from the log of changes has the same times', () => {
    const change = fc.record({
      ms: fc.integer({ min: 0, max: 3000 }),
      to: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constant('planned' as const)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        const { pace, timeline, dueAt } = following({ fromMs: DATE - 5000, eps: 20 });
        const seen: number[] = [];
        let ms = 0;
        for (const { ms: after, to } of changes) {
          ms += after;
          const due = dueAt(ms);
          while (seen.length < due) seen.push(timeline.time(seen.length));
          pace.change(to, ms);
        }
        const again = newTimeline(
          timingOf({ fromMs: DATE - 5000, eps: 20, changes: [...timeline.changes] }),
          1,
        );
        expect(seen.map((_, row) => again.time(row))).toEqual(seen);
      }),
      { numRuns: 100 },
    );
  });
});

test('from a row on, rows are due at the rate that they were at its speed, or at that of its time', () => {
  const { pace, dueAt } = following({ fromMs: DATE - HOUR, eps: 100, speed: 10 });
  expect([dueAt(0), dueAt(1000)]).toEqual([1, 1001]);
  expect([0, 1000].map((row) => pace.perSecondFrom?.(row, 1000))).toEqual([1001, 1000]);
});

test('with faults, the time of a row in the past is that of the row at its position', () => {
  const timing = timingOf({ fromMs: DATE - 1e8, eps: 1 });
  const faulty = withFaults({ fill: (batch) => batch }, { duplicates: { share: 0.5 } }, { seed: 1 });
  const rows = 10_000;
  const positions = (due: number): number => faulty.dueBefore(due);
  const pace = timed(newTimeline(timing, 1), { timing, clock: { date: () => DATE }, positions });
  expect(positions(rows)).toBeGreaterThan(14_000);
  expect(pace.timeOf?.(positions(rows) - 1)).toBe(timing.fromMs + (rows - 1) * 1000);
  expect(pace.timeOf?.(0)).toBe(timing.fromMs);
});

test('rows until a position is due are found far beyond it, and not beyond the last row', () => {
  const everyFourth = (rows: number): number => Math.floor(rows / 4);
  expect(rowsUpTo(10, everyFourth)).toBe(44);
  expect(rowsUpTo(10, everyFourth, (row) => row < 20)).toBeLessThan(44);
  expect(rowsUpTo(10, (rows) => rows * 2)).toBe(6);
});
