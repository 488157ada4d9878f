import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { eps, fromMs, rate, timing } from '../../test/timings.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { ARRIVALS } from './timing.ts';

const DAY_MS = 86_400_000;
const ROWS = 300;
const RUNS = cases(50);

const stream = fc.record({
  fromMs,
  eps,
  rate,
  afterMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
  seed: fc.nat(),
});

function timesOf(timeline: Timeline, first: number, rows: number, step = 1): number[] {
  const ms = new Float64Array(rows);
  timeline.put(ms, first, rows, step);
  return [...ms];
}

describe.each(ARRIVALS)('%s arrivals at random rates', (arrivals) => {
  test('times ascend, and are the same in runs, alone, backwards and in steps', () => {
    fc.assert(
      fc.property(stream, ({ afterMs, seed, ...settings }) => {
        const make = (): Timeline => newTimeline(timing({ ...settings, arrivals }), seed);
        const timeline = make();
        const first = timeline.before(settings.fromMs + afterMs);
        const times = timesOf(timeline, first, ROWS);
        const fresh = make();
        let previous = settings.fromMs;
        for (const ms of times) {
          if (!(ms >= previous && (Number.isInteger(ms) || ms === Infinity))) expect(ms).toBe(previous);
          previous = ms;
        }
        for (let n = ROWS - 1; n >= 0; n -= 1 + (n % 5))
          if (fresh.time(first + n) !== times[n]) expect(fresh.time(first + n)).toBe(times[n]);
        for (let step = 1; step <= 7; step++) {
          const rows = Math.floor((ROWS - step) / step);
          expect(timesOf(fresh, first + step, rows, step)).toEqual(
            times.filter((_, n) => n >= step && n % step === 0).slice(0, rows),
          );
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('rows before an instant are those whose times are', () => {
    fc.assert(
      fc.property(stream, ({ afterMs, seed, ...settings }) => {
        const timeline = newTimeline(timing({ ...settings, arrivals }), seed);
        const atMs = settings.fromMs + afterMs;
        const rows = timeline.before(atMs);
        expect(timeline.time(rows)).toBeGreaterThanOrEqual(atMs);
        if (rows > 0) expect(timeline.time(rows - 1)).toBeLessThan(atMs);
        for (const row of [rows, rows + 1, rows + 99]) {
          const ms = timeline.time(row);
          if (ms === Infinity) continue;
          expect(timeline.before(ms)).toBeLessThanOrEqual(row);
          expect(timeline.before(ms + 1)).toBeGreaterThan(row);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
