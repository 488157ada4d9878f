import { describe, expect, test } from 'vitest';
import { cdc, clicks, shop } from '../../../test/journey-plans.ts';
import type { JourneyPlan, Wait } from '../../model/journey.ts';
import { seedOf } from '../../numeric/random.ts';
import { sampleDeck } from './deck.ts';
import type { Deck } from './steps.ts';

const MINUTE_MS = 60_000;
const seed = seedOf(42);

interface SampledStep {
  readonly state: number;
  readonly lowMs: number;
  readonly widthMs: number;
  readonly visit: number;
}

/** The journeys of a deck, each as its steps. */
const journeysOf = (deck: Deck): SampledStep[][] =>
  Array.from({ length: deck.size }, (_, journey) => {
    const [from = NaN, to = NaN] = deck.firsts.subarray(journey, journey + 2);
    return Array.from({ length: to - from }, (_, n) => ({
      state: deck.state[from + n] ?? NaN,
      lowMs: deck.lowMs[from + n] ?? NaN,
      widthMs: deck.widthMs[from + n] ?? NaN,
      visit: deck.visit[from + n] ?? NaN,
    }));
  });

const sample = (plan: JourneyPlan): SampledStep[][] => journeysOf(sampleDeck(plan, seed));

/** A journey through states one after the other. */
const line = (waits: readonly Wait[], changes: Partial<JourneyPlan> = {}): JourneyPlan => ({
  name: 'line',
  states: [...waits.map((_, n) => `s${n}`), 'last'],
  begins: [{ to: 0, weight: 1 }],
  ways: [...waits.map((wait, n) => [{ to: n + 1, weight: 1, wait }]), []],
  deck: 1024,
  longestMs: 1e12,
  ...changes,
});

test.each([shop, cdc, clicks])('the steps of $name have times of their own, and widths that grow', (plan) => {
  for (const steps of sample(plan))
    steps.forEach(({ lowMs, widthMs }, n) => {
      const before = steps[n - 1];
      expect(lowMs).toBe(Math.floor(lowMs));
      if (before !== undefined && !(lowMs > before.lowMs && widthMs >= before.widthMs))
        expect(lowMs).toBe(before);
    });
});

test('ways have their exact shares of those who come to a state at a step', () => {
  const journeys = sample(shop);
  const paid = journeys.filter((steps) => steps[1]?.state === 1).length;
  expect(Math.abs(paid - 4096 * 0.92)).toBeLessThan(1);
  const shipped = journeys.filter((steps) => steps[2]?.state === 2).length;
  expect(Math.abs(shipped - paid * 0.97)).toBeLessThan(1);
  const starts = sample(clicks).filter((steps) => steps[0]?.state === 0).length;
  expect(starts).toBe(3072);
});

test('weights may be as large and as small as numbers are', () => {
  const wait = { kind: 'exactly', ms: 5 } as const;
  const ways = [
    [
      { to: 1, weight: 1.7e308, wait },
      { to: 0, weight: 1.7e308, wait },
      { to: -1, weight: 5e-324, wait },
    ],
    [],
  ];
  const journeys = sample({ ...line([wait]), ways });
  expect(journeys.filter((steps) => steps[1]?.state === 1)).toHaveLength(512);
});

describe('waits', () => {
  const waitsOf = (wait: Wait): number[] =>
    sample(line([wait]))
      .map((steps) => (steps[1]?.lowMs ?? NaN) + (steps[1]?.widthMs ?? NaN) / 2)
      .sort((a, b) => a - b);

  test.each([
    [{ kind: 'between', minMs: 1000, maxMs: 9000 }, 5000, 5000],
    [{ kind: 'mean', meanMs: 10_000 }, 6931, 10_000],
    [{ kind: 'median', medianMs: 10_000, sigma: 0.5 }, 10_000, 11_331],
    [{ kind: 'exactly', ms: 777 }, 777, 777],
    [{ kind: 'median', medianMs: 777, sigma: 0 }, 777, 777],
  ] as const)('%j have their median and mean', (wait, median, mean) => {
    const waits = waitsOf(wait);
    expect(waits).toHaveLength(1024);
    expect(Math.abs((waits[512] ?? NaN) / median - 1)).toBeLessThan(0.005);
    expect(Math.abs(waits.reduce((sum, ms) => sum + ms, 0) / 1024 / mean - 1)).toBeLessThan(0.005);
  });

  test('are a millisecond at least', () => {
    expect(new Set(waitsOf({ kind: 'exactly', ms: 0 }))).toEqual(new Set([1]));
    expect(Math.min(...waitsOf({ kind: 'mean', meanMs: 0.001 }))).toBeGreaterThanOrEqual(1);
  });

  test('without end break a journey off', () => {
    const endless = sample(line([{ kind: 'median', medianMs: 1e300, sigma: 300 }]));
    expect(endless.filter((steps) => steps.length === 2).length).toBeLessThan(600);
    for (const step of endless.flat()) expect(step.lowMs + step.widthMs).toBeLessThanOrEqual(1e12);
  });
});

test('a journey breaks off where it would take longer than it may, and too many steps are refused', () => {
  const wait = { kind: 'exactly', ms: 10 * MINUTE_MS } as const;
  const twice = sample(line([wait, wait], { longestMs: 15 * MINUTE_MS }));
  expect(new Set(twice.map(({ length }) => length))).toEqual(new Set([2]));
  const loop = { ...line([wait], { deck: 256 }), ways: [[{ to: 0, weight: 1, wait }], []] };
  expect(new Set(sample({ ...loop, longestMs: 2e9 }).map(({ length }) => length))).toEqual(new Set([3334]));
  expect(() => sample(loop)).toThrow(/in the state s0 after 4,096 steps.*Reduce deck/);
});

test('the name and the seed key all draws; the states of rows do not', () => {
  const text = (plan: JourneyPlan, seed = 42): string =>
    JSON.stringify(journeysOf(sampleDeck(plan, seedOf(seed))));
  expect(text({ ...shop, only: [1] })).toBe(text(shop));
  expect(text({ ...shop, name: 'other' })).not.toBe(text(shop));
  expect(text(shop, 43)).not.toBe(text(shop));
});

describe('cascades', () => {
  // A customer orders and is deleted; an order may be cancelled before.
  const wait = { kind: 'exactly', ms: 1000 } as const;
  const [CREATED, ORDERED, CANCELLED, DELETED, GONE] = [0, 1, 2, 3, 4];
  const plan: JourneyPlan = {
    name: 'customer',
    states: ['created', 'ordered', 'cancelled', 'deleted', 'gone'],
    begins: [{ to: CREATED, weight: 1 }],
    ways: [
      [{ to: ORDERED, weight: 1, wait }],
      [
        { to: ORDERED, weight: 2, wait },
        { to: CANCELLED, weight: 1, wait },
        { to: DELETED, weight: 1, wait },
      ],
      [
        { to: ORDERED, weight: 1, wait },
        { to: DELETED, weight: 1, wait },
      ],
      [],
      [],
    ],
    each: ORDERED,
    cascades: [{ before: DELETED, each: ORDERED, as: CANCELLED }],
    deck: 256,
    longestMs: 1e9,
  };

  test('end each visit once, a millisecond apart, before the step', () => {
    for (const steps of sample(plan)) {
      const orders = steps.filter(({ state }) => state === ORDERED);
      expect(orders.map(({ visit }) => visit)).toEqual(orders.map((_, n) => n));
      expect(steps[0]?.visit).toBe(-1);
      const cancelled = steps.filter(({ state }) => state === CANCELLED).map(({ visit }) => visit);
      expect(new Set(cancelled).size).toBe(cancelled.length);
      if (steps.at(-1)?.state !== DELETED) continue;
      expect(cancelled.toSorted((a, b) => a - b)).toEqual(orders.map((_, n) => n));
      const inserted = steps.slice(steps.findLastIndex(({ state }) => state === ORDERED) + 1);
      const [first] = inserted;
      expect((inserted.at(-1)?.lowMs ?? NaN) - (first?.lowMs ?? NaN)).toBeLessThan(1000 + inserted.length);
      steps.forEach(({ lowMs }, n) => expect(lowMs).toBeGreaterThan(steps[n - 1]?.lowMs ?? -1));
    }
  });

  test('of cascades come before them', () => {
    const both = {
      ...plan,
      cascades: [...(plan.cascades ?? []), { before: CANCELLED, each: ORDERED, as: GONE }],
    };
    for (const steps of sample(both)) {
      const firstCancelled = steps.findIndex(({ state }) => state === CANCELLED);
      if (firstCancelled < 0) continue;
      const before = steps.slice(0, firstCancelled);
      const orders = before.filter(({ state }) => state === ORDERED).length;
      expect(before.filter(({ state }) => state === GONE)).toHaveLength(orders);
    }
  });
});
