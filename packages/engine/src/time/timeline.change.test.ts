import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { rate, timing } from '../../test/timings.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { ARRIVALS, type RateChange } from './timing.ts';

const FROM = timing().fromMs;

const to: fc.Arbitrary<RateChange['to']> = fc.oneof(
  fc.constantFrom(0, 0.5, 7, 1000, 'planned' as const),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  rate,
);

/** Waits between ten changes; 0 makes two at one instant. */
const waits = fc.array(
  fc.record({ waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })), to }),
  {
    minLength: 10,
    maxLength: 10,
  },
);

const timesOf = (timeline: Timeline, first: number, rows: number): Float64Array => {
  const ms = new Float64Array(rows);
  timeline.put(ms, first, rows);
  return ms;
};

test.each(ARRIVALS)(
  'changes leave earlier rows of %s arrivals as they are, and replay to the same times',
  (arrivals) => {
    fc.assert(
      fc.property(
        fc.record({ eps: fc.double({ min: 0.1, max: 1e5, noNaN: true }), rate }),
        waits,
        (settings, waits) => {
          const timeline = newTimeline(timing({ ...settings, arrivals }), 7);
          let atMs = FROM;
          for (const { waitMs, to } of waits) {
            atMs += waitMs;
            const due = timeline.before(atMs);
            const first = Math.max(0, due - 200);
            const past = timesOf(timeline, first, due - first);
            timeline.change({ atMs, to });
            expect(timeline.before(atMs)).toBe(due);
            expect(timesOf(timeline, first, due - first)).toEqual(past);
            expect(timeline.time(due)).toBeGreaterThanOrEqual(atMs);
          }
          const rows = timeline.before(atMs + 60_000);
          const first = Math.max(0, Math.min(rows - 500, timeline.before(FROM + 1000)));
          const replayed = newTimeline(timing({ ...settings, arrivals, changes: timeline.changes }), 7);
          expect(timesOf(replayed, first, 1000)).toEqual(timesOf(timeline, first, 1000));
        },
      ),
      { numRuns: cases(25) },
    );
  },
);

test('a change where a ramp comes to 0 leaves earlier rows as they are', () => {
  const ramp = fc.record({
    eps: fc.integer({ min: 1, max: 1000 }).map((n) => n / 10),
    seconds: fc.integer({ min: 1, max: 100_000 }),
    beforeMs: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(ramp, ({ eps, seconds, beforeMs }) => {
      const ms = seconds * 1000;
      const timeline = newTimeline(
        timing({
          rate: {
            stages: [
              [0, eps],
              [ms, 0],
            ],
          },
        }),
        1,
      );
      const atMs = FROM + ms - beforeMs;
      const due = timeline.before(atMs);
      const last = timeline.time(due - 1);
      timeline.change({ atMs, to: 1 });
      expect([timeline.before(atMs), timeline.time(due - 1)]).toEqual([due, last]);
      expect(timeline.time(due)).toBeGreaterThanOrEqual(atMs);
    }),
    { numRuns: cases(750) },
  );
});

test('a number replaces events per second and stages, and keeps the other factors', () => {
  const halves = { day: Array.from({ length: 24 }, () => 0.5) };
  const timeline = newTimeline(timing({ rate: { ...halves, stages: [[0, 8]] } }), 1);
  timeline.change({ atMs: FROM + 1000, to: 20 });
  timeline.change({
    atMs: FROM + 2000,
    to: {
      stages: [
        [0, 0],
        [1000, 6],
      ],
    },
  });
  timeline.change({ atMs: FROM + 3000, to: {} });
  timeline.change({ atMs: FROM + 4000, to: 'planned' });
  const at = [0, 999, 1000, 2000, 2500, 3000, 4000].map((ms) => timeline.rateAt(FROM + ms));
  expect(at).toEqual([4, 4, 10, 0, 3, 1000, 4]);
  expect(timeline.before(FROM + 4000)).toBe(4 + 10 + 3 + 1000);
});

test('a pause is a gap in the data, and a rate that stays 0 ends it', () => {
  const timeline = newTimeline(timing({ eps: 10 }), 1);
  timeline.change({ atMs: FROM + 1000, to: 0 });
  expect([timeline.time(9), timeline.time(10), timeline.before(Infinity)]).toEqual([
    FROM + 900,
    Infinity,
    10,
  ]);
  timeline.change({ atMs: FROM + 61_000, to: 'planned' });
  expect([timeline.time(10), timeline.before(Infinity)]).toEqual([FROM + 61_000, Infinity]);
});

test('a change before the beginning holds from the beginning', () => {
  const timeline = newTimeline(timing({ changes: [{ atMs: FROM - 5000, to: 2 }] }), 1);
  expect([timeline.time(0), timeline.time(1)]).toEqual([FROM, FROM + 500]);
});

test('changes out of order and impossible rates are errors, and change nothing', () => {
  const timeline = newTimeline(timing({ eps: 10, changes: [{ atMs: FROM + 5000, to: 1 }] }), 1);
  expect(() => timeline.change({ atMs: FROM + 4999, to: 1 })).toThrow(/last change is at/);
  expect(() => timeline.change({ atMs: NaN, to: 1 })).toThrow(RangeError);
  for (const to of [-1, NaN, Infinity])
    expect(() => timeline.change({ atMs: FROM + 6000, to })).toThrow(/events per second/);
  expect(timeline.changes).toEqual([{ atMs: FROM + 5000, to: 1 }]);
  expect(timeline.time(51)).toBe(FROM + 6000);
});
