import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf } from '../numeric/random.ts';
import { eps, fromMs, rate, timing } from '../../test/timings.ts';
import { cronTimes } from './cron.ts';
import { incidentFactor } from './incidents.ts';
import { factorsOf } from './intensity/factors.ts';
import { product } from './intensity/product.ts';
import type { Stretch } from './intensity/stretch.ts';
import { newTimeline } from './timeline.ts';
import type { Rate } from './timing.ts';

const DAY_MS = 86_400_000;

/** Numbers as multiples of 2^−90, which doubles of the test's sizes are. */
const UNIT_BITS = 90;
function exact(value: number): bigint {
  let [whole, bits] = [value, 0];
  while (!Number.isInteger(whole)) [whole, bits] = [whole * 2, bits + 1];
  return BigInt(whole) << BigInt(UNIT_BITS - bits);
}

/** Positions this close to an edge of the rate count as the edge. */
const NEAR = 2 ** -32;

/** The rate by rational arithmetic: whether a position lies in the millisecond from ms on. */
function rationalRate(stretches: readonly Stretch[]) {
  // Rows × 2000 × 2^90, before each stretch.
  const before = [0n];
  for (const { startMs, endMs, atStart, atEnd } of stretches)
    before.push((before.at(-1) ?? 0n) + (exact(atStart) + exact(atEnd)) * BigInt(endMs - startMs));
  return (place: bigint, ms: number): boolean => {
    const reached = (ms: number): boolean => {
      const n = stretches.findLastIndex(({ startMs }) => startMs <= ms);
      const stretch = stretches[n];
      if (stretch === undefined) return false;
      const length = BigInt(stretch.endMs - stretch.startMs);
      const after = BigInt(ms - stretch.startMs);
      const [left, right] = [exact(stretch.atStart), exact(stretch.atEnd)];
      const within = 2n * length * left * after + (right - left) * after * after;
      return within + (before[n] ?? 0n) * length <= place * 2000n * length;
    };
    return reached(ms) && !reached(ms + 1);
  };
}

const stretchesOf = (
  rate: Rate,
  eps: number,
  fromMs: number,
  toMs: number,
  seed: number,
): readonly Stretch[] =>
  product(
    factorsOf(rate, {
      eps,
      originMs: fromMs,
      seed: seedOf(seed),
      cron: (at, offsets) => (start, end) => cronTimes(at, start, end, offsets),
      incident: ({ times, factor, afterMs }) => incidentFactor(times, factor, { seed, fromMs, afterMs }),
    }),
  ).over(fromMs, toMs);

interface Compared {
  readonly checked: number;
  /** Not in the millisecond of rational arithmetic, and not even in one beside it. */
  readonly off: number;
  readonly further: number;
}

/** Compares rows of random rates with rational arithmetic. */
function compared(options: { readonly numRuns: number; readonly seed?: number }): Compared {
  let [checked, off, further] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.record({
        fromMs,
        eps,
        rate,
        seed: fc.nat(),
        shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 150, maxLength: 150 }),
      }),
      ({ fromMs, eps, rate, seed, shares }) => {
        const timeline = newTimeline(timing({ fromMs, eps, rate }), seed);
        const stretches = stretchesOf(rate, eps, fromMs, fromMs + DAY_MS, seed);
        const isIn = rationalRate(stretches);
        const rows = timeline.before(fromMs + DAY_MS);
        for (const share of shares) {
          const row = Math.floor(share * rows);
          if (row >= rows) continue;
          checked++;
          const ms = timeline.time(row);
          const place = exact(row);
          if (isIn(place, ms)) continue;
          off++;
          const isClose = [place, place + exact(NEAR)].some(
            (place) => isIn(place, ms) || isIn(place, ms - 1) || isIn(place, ms + 1),
          );
          if (!isClose) further++;
        }
      },
    ),
    options,
  );
  return { checked, off, further };
}

test('rows are at most a millisecond off, compared with rational arithmetic', () => {
  const { checked, further } = compared({ numRuns: 100 });
  expect(checked).toBeGreaterThan(5000);
  expect(further).toBe(0);
});

// The rows of a rate are off together, so the share differs between samples of 200 rates: always the same sample.
test('less than a thousandth of the rows are off', () => {
  const { checked, off, further } = compared({ numRuns: 200, seed: 42 });
  expect(checked).toBeGreaterThan(10_000);
  expect(further).toBe(0);
  expect(off / checked).toBeLessThan(0.001);
});
