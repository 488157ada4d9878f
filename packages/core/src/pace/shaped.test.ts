import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { steady } from './pace.ts';
import { shaped } from './shaped.ts';

const DATE = Date.UTC(2026, 10, 21, 10, 0, 0, 123);
const clock = { date: () => DATE };

const rate = fc.integer({ min: 1, max: 5_000_000 }).map((milli) => milli / 1000);

describe('without a shape and without changes', () => {
  test('equals steady at every time', () => {
    fc.assert(
      fc.property(rate, fc.double({ min: 0, max: 1e7, noNaN: true }), (eps, ms) => {
        const pace = shaped({ eps, clock });
        const same = steady(eps);
        expect([pace.due(ms), pace.next(ms), pace.perSecond, pace.batchRows]).toEqual([
          same.due(ms),
          same.next(ms),
          same.perSecond,
          same.batchRows,
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  test('a flat shape has the same rows due, but for one that its time, in whole milliseconds, puts before a tick', () => {
    fc.assert(
      fc.property(rate, fc.nat({ max: 1e7 }), (eps, ms) => {
        const pace = shaped({ eps, clock, rate: { day: Array<number>(24).fill(1) } });
        const more = pace.due(ms) - steady(eps).due(ms);
        expect([0, 1]).toContain(more);
        if (more === 0 && eps >= 1) expect(pace.next(ms)).toBe(steady(eps).next(ms));
      }),
      { numRuns: 300 },
    );
  });
});

describe('with stages', () => {
  /** From 0 to 100 a second in ten seconds, then constant. */
  const ramp = (): ReturnType<typeof shaped> => {
    const stages = [[0, 0], [10_000, 100]] as const; // prettier-ignore
    return shaped({ eps: 1, clock, rate: { stages } });
  };

  test('the rows of a tick are due at its start, by the integral', () => {
    const pace = ramp();
    // 5 t² rows in t seconds.
    expect([0, 999, 1000, 8999, 9000, 10_000].map((ms) => pace.due(ms))).toEqual([5, 5, 20, 405, 500, 600]);
    expect(pace.next(999)).toBe(1000);
  });

  test('a rate of 0 at the end makes no more rows', () => {
    const pace = shaped({ eps: 1, clock, rate: { stages: [[0, 10], [2000, 10], [2000, 0]] } }); // prettier-ignore
    expect([0, 1000, 2000, 1e9].map((ms) => pace.due(ms))).toEqual([10, 20, 20, 20]);
    expect(pace.next(1000)).toBe(Infinity);
  });

  test('next is the time at which more rows are due', () => {
    const stages = [[0, 0], [3000, 0], [3000, 0.1], [60_000, 5000], [70_000, 0], [80_000, 2]] as const; // prettier-ignore
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2e5, noNaN: true }), (ms) => {
        const pace = shaped({ eps: 1, clock, rate: { stages } });
        const next = pace.next(ms);
        expect(next).toBeGreaterThan(ms);
        expect(pace.due(next)).toBeGreaterThan(pace.due(ms));
        expect(pace.due(Math.max(ms, next - 0.5))).toBe(pace.due(ms));
      }),
      { numRuns: 500 },
    );
  });
});

describe('changes', () => {
  test('rows due are never more than the integral and a tick at the highest rate, and none are taken back', () => {
    const change = fc.record({ ms: fc.integer({ min: 1, max: 400 }), to: fc.integer({ min: 0, max: 3000 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.array(change, { maxLength: 50 }), (eps, changes) => {
        const pace = shaped({ eps, clock });
        let [ms, sum, now, last] = [0, 0, eps, pace.due(0)];
        let highest = eps;
        for (const { ms: after, to } of [...changes, { ms: 2000, to: 0 }]) {
          const before = pace.due(ms + after);
          sum += (now * after) / 1000;
          ms += after;
          expect(before).toBeGreaterThanOrEqual(Math.max(last, Math.floor(sum)));
          pace.change(to, ms);
          highest = Math.max(highest, to);
          now = to;
          last = pace.due(ms);
          expect(last).toBeGreaterThanOrEqual(before);
          const tick = highest < 1000 ? highest : Math.max(1000, highest / 5);
          expect(last - sum).toBeLessThanOrEqual(tick + 2);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a pause makes no rows, and its end restores the rate', () => {
    const pace = shaped({ eps: 100, clock });
    expect(pace.due(0)).toBe(100);
    expect(pace.pause(500)).toEqual({ atMs: DATE + 500, to: 0 });
    expect([pace.isPaused, pace.perSecond, pace.due(9000)]).toEqual([true, 0, 100]);
    expect(pace.change(200, 9500)).toBeUndefined();
    expect(pace.resume(10_000)).toEqual({ atMs: DATE + 10_000, to: 200 });
    // 50 rows until the pause, and 200 a second from its end.
    expect([pace.isPaused, pace.due(10_000), pace.due(11_000)]).toEqual([false, 250, 450]);
  });
});
