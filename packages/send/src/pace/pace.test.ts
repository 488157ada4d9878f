import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import { newTiming } from '../../../engine/src/time/timing.ts';
import { DATE } from '../../test/timed-run.ts';
import { ending, isAdjustable, newAdjustment, steady } from './pace.ts';
import { shaped } from './shaped.ts';

describe('steady', () => {
  test.each([
    [0.5, 1999, 1, 'half an event a second is one in two'],
    [999, 1999, 1998, 'below 1000 once a second'],
    [1000, 0, 200, 'from 1000 on five times a second'],
    [1.1, 9999, 11, '1.1 × 10 is not eleven and a bit'],
    [1e6, 864e8 - 1, 864e11, 'a thousand days of a million'],
  ])('at %d a second, %d ms make %d rows due: %s', (eps, ms, rows) => {
    expect(steady(eps).due(ms)).toBe(rows);
  });

  /** A rate with up to three decimal places, and the same in thousandths. */
  const rate = fc.integer({ min: 1, max: 5_000_000 }).map((milli) => ({ eps: milli / 1000, milli }));

  test('is exact at any rate and time, compared with integer arithmetic', () => {
    fc.assert(
      fc.property(rate, fc.nat({ max: 864e5 }), ({ eps, milli }, ms) => {
        const perSecond = eps < 1000 ? 1n : 5n;
        const ticks = (BigInt(ms) * perSecond) / 1000n + 1n;
        const whole = 1000n * perSecond;
        expect(BigInt(steady(eps).due(ms))).toBe((ticks * BigInt(milli) + whole - 1n) / whole);
      }),
      { numRuns: 2000 },
    );
  });

  test('never decreases, and gives the exact next time at which more rows are due', () => {
    fc.assert(
      fc.property(rate, fc.double({ min: 0, max: 1e7, noNaN: true }), ({ eps }, ms) => {
        const pace = steady(eps);
        const next = pace.next(ms);
        expect(next).toBeGreaterThan(ms);
        expect(pace.due(next)).toBeGreaterThan(pace.due(ms));
        expect(pace.due(Math.max(ms, next - 0.5))).toBe(pace.due(ms));
        expect(pace.due(next) - pace.due(ms)).toBeLessThanOrEqual(pace.batchRows);
      }),
      { numRuns: 2000 },
    );
  });
});

const clock = { date: () => DATE };
const end = { endMs: () => 15_000, rows: () => 150 };

test('as long as the rate does not change, the rows are exact, and the pace ends with the time', () => {
  for (const pace of [ending(steady(10), end), ending(shaped({ eps: 10, clock }), end)]) {
    expect([0, 999, 14_000, 15_000, 60_000].map((ms) => pace.due(ms))).toEqual([10, 10, 150, 150, 150]);
    expect([14_000, 14_999.9, 15_000].map((ms) => pace.ended?.(ms))).toEqual([false, false, true]);
    expect([pace.next(14_500), pace.next(15_000)]).toEqual([15_000, Infinity]);
    expect([pace.isChanged, pace.perSecond]).toEqual([false, 10]);
  }
  const short = ending(steady(100), { endMs: () => 500, rows: () => 50 });
  expect([short.due(0), short.due(9000)]).toEqual([50, 50]);
});

test('a pace with an end can be changed if the pace can', () => {
  const paces = [steady(10), shaped({ eps: 10, clock })];
  expect(paces.map((pace) => isAdjustable(ending(pace, end)))).toEqual([false, true]);
});

test('a rate that is chosen for a stream whose stored changes end with a pause begins after it', () => {
  const timing = newTiming({ eps: 10, fromMs: DATE, changes: [{ to: 0, atMs: DATE + 1000 }] });
  const timeline = newTimeline(timing, 1);
  const adjustment = newAdjustment({
    timeline: () => timeline,
    eventMs: () => DATE + 2000,
    clock: () => undefined,
  });
  expect(adjustment.change(50, 2000)).toBeUndefined();
  expect(adjustment.isPaused).toBe(true);
  expect(adjustment.resume(3000)).toMatchObject({ to: 50 });
});

test('no row is lost that comes a moment after the end', () => {
  const late = ending(steady(10), { endMs: () => 3000, rows: () => 31 });
  expect([3000, 3500, 30_000].map((ms) => [late.due(ms), late.ended?.(ms)])).toEqual([
    [31, true],
    [31, true],
    [31, true],
  ]);
  const slow = ending(steady(0.5), { endMs: () => 3000, rows: () => 3 });
  expect([3000, 3999, 4000].map((ms) => slow.ended?.(ms))).toEqual([false, false, true]);
  expect(slow.next(3500)).toBe(4000);
});

test.each([
  [15_000, 0],
  [15_001, 100],
])('a rate that changes changes the rows, not the end after %i ms: then a tick has %i', (endMs, rows) => {
  const pace = ending(shaped({ eps: 10, clock }), { ...end, endMs: () => endMs });
  if (!isAdjustable(pace)) throw new Error('Not adjustable');
  expect(pace.due(1500)).toBe(20);
  pace.change(100, 1500);
  expect(pace.due(14_000)).toBeGreaterThan(1250);
  expect([pace.ended?.(endMs - 1), pace.ended?.(endMs)]).toEqual([false, true]);
  expect(pace.due(90_000) - pace.due(14_999)).toBe(rows);
  expect([pace.isChanged, pace.spentMs, pace.perSecond]).toEqual([true, endMs, 100]);
});

test('fixed times have neither changes nor pauses', () => {
  const timeline = {
    ...newTimeline(newTiming({ eps: 10, fromMs: DATE, changes: [] }), 1),
    isFixed: true,
  } as const;
  const change = vi.fn(timeline.change);
  const {
    pause,
    change: changeTo,
    ...adjustment
  } = newAdjustment({
    timeline: () => ({ ...timeline, change }),
    eventMs: () => DATE,
    clock: () => undefined,
  });
  expect([pause(100), changeTo(5, 200)]).toEqual([undefined, undefined]);
  expect(adjustment.isPaused).toBe(false);
  expect(change).not.toHaveBeenCalled();
});
