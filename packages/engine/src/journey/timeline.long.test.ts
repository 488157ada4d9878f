import { describe, expect, test } from 'vitest';
import { cdc, clicks, shop } from '../../test/journey-plans.ts';
import { bruteForce, rowsOf, textOf, type StepRow } from '../../test/journeys.ts';
import { timing } from '../../test/timings.ts';
import { mix, seedOf } from '../numeric/random.ts';
import { sampleDeck } from './deck/deck.ts';
import { newJourneyRows } from './deck/rows.ts';
import { rowStepsOf } from './deck/tiers.ts';
import { newJourneyTimeline, type JourneyTimeline } from './timeline.ts';
import { newTimeline } from '../time/timeline.ts';
import type { Timing } from '../time/timing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STARTS = 12 * 4096;
const SEED = 42;

const TIMINGS: Readonly<Record<string, Timing>> = {
  even: timing({ eps: 20, unit: 'starts' }),
  'a day curve, poisson': timing({
    eps: 20,
    unit: 'starts',
    arrivals: 'poisson',
    rate: { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } },
  }),
  'a ramp from 0 with a pause': timing({
    unit: 'starts',
    rate: {
      stages: [
        [0, 0],
        [10 * MINUTE_MS, 60],
        [40 * MINUTE_MS, 60],
        [40 * MINUTE_MS, 0],
        [3 * HOUR_MS, 0],
        [3 * HOUR_MS, 20],
      ],
    },
  }),
};

const SETTINGS = [shop, cdc, clicks].flatMap((plan) =>
  Object.entries(TIMINGS).flatMap(([rate, timing]) =>
    [1024, 4096].map((deck) => ({ name: plan.name, rate, timing, deck, plan: { ...plan, deck } })),
  ),
);

/** Numbers from 0 up to `below`, at random. */
const someOf = (count: number, below: number): number[] =>
  Array.from({ length: count }, (_, n) => (mix(n + 1) >>> 0) % below);

describe.each(SETTINGS)('$name, $rate, a deck of $deck', ({ plan, timing }) => {
  const make = (): JourneyTimeline => newJourneyTimeline(plan, timing, SEED);
  const { rows, untilMs } = bruteForce(make(), STARTS);

  test('rows are the steps of all starts in order of time', () => {
    expect(textOf(rowsOf(make(), 0, rows.length)) === textOf(rows)).toBe(true);
    expect(make().before(untilMs)).toBe(rows.length);
  });

  test('any row is found alone', () => {
    for (const row of someOf(30, rows.length)) {
      expect(rowsOf(make(), row, 1)).toEqual([rows[row]]);
      expect(make().time(row)).toBe(rows[row]?.ms);
    }
  });

  test('the rows before an instant are counted', () => {
    const timeline = make();
    for (const row of someOf(50, rows.length)) {
      const atMs = rows[row]?.ms ?? NaN;
      const first = rows.findIndex(({ ms }) => ms >= atMs);
      expect(timeline.before(atMs)).toBe(first);
      expect(make().before(atMs)).toBe(first);
    }
  });

  test('pages of any size hold the same rows', () => {
    const deck = sampleDeck(plan, seedOf(SEED));
    const starts = newTimeline({ ...timing, changes: [] }, SEED);
    for (const pageRows of [1000, 100_000]) {
      const pages = newJourneyRows({
        deck,
        steps: rowStepsOf(deck, undefined),
        name: plan.name,
        seed: seedOf(SEED),
        starts,
        even: starts,
        pageRows,
      });
      for (const row of someOf(10, rows.length - 1000))
        expect(textOf(rowsOf(pages, row, 500))).toBe(textOf(rows.slice(row, row + 500)));
    }
  });

  test('shards have all rows', () => {
    const shards = [0, 1, 2].map((shard) => rowsOf(make(), shard, 2000, 3));
    const union = Array.from({ length: 6000 }, (_, row) => shards[row % 3]?.[Math.floor(row / 3)]);
    expect(textOf(union.filter((row) => row !== undefined))).toBe(textOf(rows.slice(0, 6000)));
  });

  test('each step comes after the one before it, and has a time of its own', () => {
    const last = new Map<number, StepRow>();
    for (const row of rows) {
      const before = last.get(row.start);
      if (row.step !== (before?.step ?? -1) + 1 || row.ms <= (before?.ms ?? -Infinity))
        expect(row).toBe(before);
      last.set(row.start, row);
    }
  });
});

const PLACED = 0;
const PAID = 1;
const SHIPPED = 2;

test.each(Object.entries(TIMINGS))(
  'at 1,000 instants, streams of a journey have the parent of each row: %s',
  (_, timing) => {
    const streamOf = (state: number): JourneyTimeline =>
      newJourneyTimeline({ ...shop, only: [state] }, timing, SEED);
    const [orders, payments, shipments] = [streamOf(PLACED), streamOf(PAID), streamOf(SHIPPED)];
    const all = [orders, payments, shipments].map((stream) => rowsOf(stream, 0, 40_000));
    const [ordered = [], paid = [], shipped = []] = all;
    const lastMs = Math.min(...all.map((rows) => rows.at(-1)?.ms ?? NaN));
    const placeOf = (rows: readonly StepRow[]): Map<number, number> =>
      new Map(rows.map(({ start }, row) => [start, row]));
    const [orderOf, paymentOf] = [placeOf(ordered), placeOf(paid)];
    /** Whether each of the first rows has its parent among the parents' first rows. */
    const haveParents = (
      rows: readonly StepRow[],
      count: number,
      parents: Map<number, number>,
      parentCount: number,
    ): boolean => rows.slice(0, count).every(({ start }) => (parents.get(start) ?? Infinity) < parentCount);
    for (const share of someOf(1000, 1e6)) {
      const atMs = timing.fromMs + Math.floor(((lastMs - timing.fromMs) * share) / 1e6);
      const paidCount = payments.before(atMs);
      expect(haveParents(paid, paidCount, orderOf, orders.before(atMs))).toBe(true);
      expect(haveParents(shipped, shipments.before(atMs), paymentOf, paidCount)).toBe(true);
    }
  },
);

test('waits have the distribution that was asked for', () => {
  const timeline = newJourneyTimeline(shop, timing({ eps: 20, unit: 'starts' }), SEED);
  const waits: number[] = [];
  const counts = new Map<number, number>();
  for (let start = 0; start < 60_000; start++) {
    const steps = timeline.stepsOf(start);
    for (const { state } of steps) counts.set(state, (counts.get(state) ?? 0) + 1);
    if (steps[1]?.state === 1) waits.push(steps[1].ms - (steps[0]?.ms ?? NaN));
  }
  waits.sort((a, b) => a - b);
  let ks = 0;
  waits.forEach((ms, n) => {
    ks = Math.max(ks, Math.abs((n + 0.5) / waits.length - logNormal(ms, 3 * MINUTE_MS, 1)));
  });
  expect(ks).toBeLessThan(0.005);
  expect(new Set(waits).size).toBeGreaterThan(50_000);
  expect((counts.get(1) ?? 0) / 60_000).toBeCloseTo(0.92, 3);
});

/** The share of a log-normal distribution below a number (Abramowitz and Stegun, 7.1.26). */
function logNormal(x: number, median: number, sigma: number): number {
  const z = Math.log(x / median) / sigma / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * Math.abs(z));
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp(-z * z);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
}
