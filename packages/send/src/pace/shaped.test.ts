import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import { newTiming, type RateChange, type Timing } from '../../../engine/src/time/timing.ts';
import { steady } from './pace.ts';
import { shaped } from './shaped.ts';

const DATE = Date.UTC(2026, 10, 21, 10, 0, 0, 123);
const clock = { date: () => DATE };

const rate = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 5_000_000 }).map((milli) => milli / 1000),
);

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

test('from a row on, rows are due at their mean rate until the end of the tick, if that is higher', () => {
  const pace = shaped({ eps: 1, clock: { date: () => 0 }, rate: { stages: [[0, 0], [10_000, 100]] } }); // prettier-ignore
  expect(pace.due(5500)).toBe(180);
  // Row 5 comes after 1 s, at 10 a second.
  expect(pace.perSecondFrom?.(5, 5500)).toBeCloseTo(35, 5);
});

describe('changes', () => {
  const steps = fc.array(
    fc.record({ ms: fc.integer({ min: 1, max: 400 }), to: fc.integer({ min: 0, max: 3000 }) }),
    { maxLength: 50 },
  );
  const epsOf = fc.integer({ min: 1, max: 3000 });
  const timingOf = (eps: number, changes: readonly RateChange[]): Timing =>
    newTiming({ fromMs: DATE, eps, changes });

  test('rows due are never more than the integral and a tick at the highest rate, and none are taken back', () => {
    fc.assert(
      fc.property(epsOf, steps, (eps, given) => {
        const pace = shaped({ eps, clock });
        const planned = newTimeline(timingOf(eps, []), 0);
        let [ms, last, highest] = [0, pace.due(0), eps];
        for (const { ms: after, to } of [...given, { ms: 2000, to: 0 }]) {
          ms += after;
          const before = pace.due(ms);
          expect(before).toBeGreaterThanOrEqual(Math.max(last, planned.before(DATE + ms) - 1));
          const change = pace.change(to, ms);
          if (change !== undefined) planned.change(change);
          highest = Math.max(highest, to);
          last = pace.due(ms);
          expect(last).toBeGreaterThanOrEqual(before);
          const tick = highest < 1000 ? highest : Math.max(1000, highest / 5);
          expect(last - planned.before(DATE + ms)).toBeLessThanOrEqual(tick + 2);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('after any change the next row comes within a tick and the time of a row at the new rate', () => {
    const to = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(0.01, 0.5, 1e5, 1e7));
    fc.assert(
      fc.property(epsOf, steps, fc.integer({ min: 0, max: 3000 }), to, (eps, given, after, lastTo) => {
        const pace = shaped({ eps, clock });
        let ms = 0;
        pace.due(0);
        for (const step of given) {
          ms += step.ms;
          pace.change(step.to, ms);
        }
        ms += after;
        const change = pace.change(lastTo, ms);
        const atMs = (change?.atMs ?? Infinity) - DATE;
        expect(atMs).toBeGreaterThanOrEqual(ms);
        expect(atMs).toBeLessThanOrEqual((Math.floor(ms / 1000) + 1) * 1000);
        expect(pace.next(ms) - ms).toBeLessThanOrEqual(Math.max(1000, 1000 / lastTo) + 1001);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [500, 5, 10_400, 11_000, 11_000],
    [2000, 1, 10_450, 10_600, 11_000],
  ])('from %i to %i a second, the stream goes on in the next tick', (eps, to, ms, atMs, nextMs) => {
    const pace = shaped({ eps, clock });
    pace.due(0);
    const due = pace.due(ms);
    expect(pace.change(to, ms)).toEqual({ atMs: DATE + atMs, to });
    expect([pace.perSecond, pace.batchRows, pace.due(ms)]).toEqual([to, to, due]);
    expect(pace.next(ms)).toBeLessThanOrEqual(nextMs);
    expect(pace.due(nextMs + 9000) - due).toBeGreaterThanOrEqual(to * 9);
    expect(pace.due(nextMs + 9000) - due).toBeLessThanOrEqual(to * 11);
  });

  test('a higher rate begins at once, unless a lower one is yet to begin', () => {
    const pace = shaped({ eps: 100, clock });
    pace.due(0);
    expect(pace.change(500, 500)).toEqual({ atMs: DATE + 500, to: 500 });
    expect(pace.due(500)).toBe(300);
    expect(pace.change(5, 600)).toEqual({ atMs: DATE + 1000, to: 5 });
    expect(pace.change(500, 700)).toEqual({ atMs: DATE + 1000, to: 500 });
    expect([pace.due(999), pace.due(1000)]).toEqual([300, 800]);
    const stages = [[0, 100], [1000, 100], [1000, 1000]] as const; // prettier-ignore
    const rising = shaped({ eps: 1, clock, rate: { stages } });
    rising.due(0);
    expect(rising.change(500, 500)).toEqual({ atMs: DATE + 500, to: 500 });
  });

  test('a pause makes no rows, and its end restores the rate', () => {
    const pace = shaped({ eps: 100, clock });
    expect(pace.due(0)).toBe(100);
    // The rows of this tick are sent.
    expect(pace.pause(500)).toEqual({ atMs: DATE + 1000, to: 0 });
    expect([pace.isPaused, pace.perSecond, pace.due(9000)]).toEqual([true, 0, 100]);
    expect(pace.change(200, 9500)).toBeUndefined();
    expect(pace.resume(10_000)).toEqual({ atMs: DATE + 10_000, to: 200 });
    expect([pace.isPaused, pace.due(10_000), pace.due(11_000)]).toEqual([false, 300, 500]);
  });

  test('a pause that ends within its tick leaves no gap', () => {
    const pace = shaped({ eps: 100, clock });
    pace.due(0);
    pace.pause(300);
    expect(pace.resume(600)).toEqual({ atMs: DATE + 1000, to: 'planned' });
    expect([pace.due(999), pace.due(1000), pace.due(2000)]).toEqual([100, 200, 300]);
  });
});
