import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { DATE, timingOf } from '../../test/timed-run.ts';
import { steady, unlimited } from '../pace/pace.ts';
import { shaped } from '../pace/shaped.ts';
import { timed } from '../pace/timed.ts';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import { newSchedule, type Schedule } from './schedule.ts';

/** Takes all rows that are ready. */
function takeAll(schedule: Schedule, ms: number): number {
  const rows = schedule.ready(ms);
  schedule.take(rows);
  return rows;
}

describe('a schedule', () => {
  test('a limit of 0 is reached at once', () => {
    expect(newSchedule(steady(10), 0).finished).toBe(true);
  });

  test('follows a limit that changes', () => {
    let limit = 15;
    const schedule = newSchedule(steady(10), () => limit);
    expect([takeAll(schedule, 0), takeAll(schedule, 1000), schedule.finished]).toEqual([10, 5, true]);
    limit = 18;
    expect([schedule.finished, takeAll(schedule, 1000), schedule.finished]).toEqual([false, 3, true]);
  });

  test('knows when more rows will be ready', () => {
    const schedule = newSchedule(steady(0.5), -1);
    expect(schedule.next(0)).toBe(1);
    takeAll(schedule, 0);
    expect(schedule.next(0)).toBe(2000);
    expect(schedule.next(1999)).toBe(2000);
  });

  test('after a stall releases one second’s worth, then twice the rate', () => {
    const schedule = newSchedule(steady(1000), -1);
    takeAll(schedule, 0);
    expect(schedule.behind(10_000)).toBe(10_000);
    expect(takeAll(schedule, 10_000)).toBe(1000);
    expect([takeAll(schedule, 10_000), schedule.next(10_000)]).toEqual([0, 10_100]);
    expect(takeAll(schedule, 10_100)).toBe(200);
  });

  test('rows beyond one second’s worth are late, and can be dropped', () => {
    const schedule = newSchedule(steady(100), -1);
    expect(schedule.late(4999)).toBe(400);
    schedule.drop(400);
    expect(schedule.late(4999)).toBe(0);
    expect(schedule.taken).toBe(400);
    expect(takeAll(schedule, 4999)).toBe(100);
  });

  test('without a rate nothing is ever late', () => {
    expect(newSchedule(unlimited(), -1).late(1e6)).toBe(0);
    expect(newSchedule(unlimited(), 10).late(1e6)).toBe(0);
    expect(newSchedule(unlimited(), 10).ready(0)).toBe(10);
  });

  test('at any times: never ahead, within the limit, at most three seconds’ worth in a second, and complete in the end', () => {
    const looks = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 0, max: 5000 }),
        looks,
        (milli, limit, pauses) => {
          const pace = steady(milli / 1000);
          const schedule = newSchedule(pace, limit);
          const taken: { ms: number; rows: number }[] = [];
          let ms = 0;
          for (const pause of pauses) {
            taken.push({ ms, rows: takeAll(schedule, ms) });
            expect(schedule.taken).toBeLessThanOrEqual(Math.min(limit, pace.due(ms)));
            expect(schedule.taken + schedule.behind(ms)).toBe(Math.min(limit, pace.due(ms)));
            ms += pause;
          }
          const burst = Math.max(pace.perSecond, pace.batchRows);
          for (const { ms: from } of taken) {
            const within = taken.filter((each) => each.ms >= from && each.ms < from + 1000);
            expect(within.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(
              burst + 2 * pace.perSecond + 1e-6,
            );
          }
          // Following its own `next`, it reaches its limit.
          for (let looked = 0; !schedule.finished && looked < 20_000; looked++) {
            takeAll(schedule, ms);
            ms = schedule.next(ms);
          }
          expect(schedule.taken).toBe(limit);
        },
      ),
      { numRuns: cases(15) },
    );
  });
});

describe('a schedule at a rate that varies', () => {
  const clock = { date: () => 0 };
  const stage = fc.record({
    afterMs: fc.integer({ min: 0, max: 5000 }),
    eps: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 50_000 }).map((tenth) => tenth / 10),
    ),
  });
  const rates = fc.array(stage, { minLength: 1, maxLength: 8 }).map((stages) => {
    let ms = 0;
    const points = stages.map(({ afterMs, eps }) => [(ms += afterMs), eps] as const);
    return { stages: [...points, [ms + 1000, 0], [ms + 2000, 7]] as const };
  });

  test('rows that are taken as they fall due are held back less than a second, however steep the rate', () => {
    fc.assert(
      fc.property(rates, (rate) => {
        const pace = shaped({ eps: 1, clock, rate });
        const schedule = newSchedule(pace, -1);
        const dues = [{ ms: 0, rows: pace.due(0) }];
        let ms = 0;
        for (let looked = 0; looked < 200; looked++) {
          takeAll(schedule, ms);
          const next = schedule.next(ms);
          expect(next).toBeGreaterThan(ms);
          ms = next;
          if (ms === Infinity) break;
          const before = schedule.taken;
          if (ms >= 1000)
            expect(before).toBeGreaterThanOrEqual(dues.findLast((due) => due.ms < ms - 1000)?.rows ?? 0);
          dues.push({ ms, rows: pace.due(ms) });
        }
      }),
      { numRuns: cases(25) },
    );
  });

  test('after a stall, rows are caught up at the rate at which they fell due, also when it is 0 since', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 60_000 }), (rate, stallMs) => {
        const schedule = newSchedule(shaped({ eps: 1, clock, rate }), -1);
        let ms = stallMs;
        while (schedule.behind(ms) > 0 && ms < stallMs + 120_000) {
          takeAll(schedule, ms);
          ms = schedule.next(ms);
        }
        expect(schedule.behind(stallMs)).toBe(0);
      }),
      { numRuns: cases(15) },
    );
  });

  test('rows of the past are all ready, and none is late, until they are taken', () => {
    const pace = { ...steady(10), backlog: 5000, due: (ms: number) => 5000 + Math.floor(ms / 100) };
    const schedule = newSchedule(pace, -1);
    expect([schedule.ready(1000), schedule.late(1000), schedule.perSecond, schedule.isLive]).toEqual([
      5010,
      0,
      Infinity,
      false,
    ]);
    schedule.take(5010);
    expect([schedule.ready(1000), schedule.isLive, schedule.perSecond]).toEqual([0, true, 10]);
    expect([schedule.behind(9000), schedule.ready(9000), schedule.late(9000)]).toEqual([80, 10, 70]);
  });

  test('a run is live once the rows left are of the last second, though some are due whenever it looks', () => {
    const timing = timingOf({ fromMs: DATE - 60_000, eps: 900 });
    const clock = { date: () => DATE + ms };
    let ms = 0;
    const schedule = newSchedule(timed(newTimeline(timing, 1), { timing, clock }), -1);
    expect(schedule.isLive).toBe(false);
    for (; ms < 300; ms += 15) expect(takeAll(schedule, ms)).toBeGreaterThan(0);
    expect(schedule.isLive).toBe(true);
  });
});
