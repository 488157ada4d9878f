import type { JourneyPlan, Wait } from '../src/model/journey.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const between = (minMs: number, maxMs: number): Wait => ({ kind: 'between', minMs, maxMs });
const mean = (meanMs: number): Wait => ({ kind: 'mean', meanMs });
const median = (medianMs: number, sigma: number): Wait => ({ kind: 'median', medianMs, sigma });
const way = (to: number, weight: number, wait: Wait) => ({ to, weight, wait });

const END = { to: -1, wait: { kind: 'exactly', ms: 0 } } as const;
const COMMON = { deck: 4096, longestMs: 7 * 24 * HOUR_MS };

/** Orders: minutes to hours. */
export const shop: JourneyPlan = {
  ...COMMON,
  name: 'order',
  states: ['placed', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'returned'],
  begins: [{ to: 0, weight: 1 }],
  ways: [
    [way(1, 92, median(3 * MINUTE_MS, 1)), way(4, 8, between(MINUTE_MS, 30 * MINUTE_MS))],
    [way(2, 97, median(20 * MINUTE_MS, 0.6)), way(5, 3, median(20 * MINUTE_MS, 0.6))],
    [way(3, 95, between(HOUR_MS, 3 * HOUR_MS)), way(6, 5, between(HOUR_MS, 3 * HOUR_MS))],
    [],
    [],
    [],
    [],
  ],
};

/** Changes of customers: of any number, minutes apart. */
export const cdc: JourneyPlan = {
  ...COMMON,
  name: 'op',
  states: ['created', 'updated', 'deleted'],
  begins: [{ to: 0, weight: 1 }],
  ways: [
    [way(1, 8, mean(5 * MINUTE_MS)), way(2, 1, mean(5 * MINUTE_MS)), { ...END, weight: 1 }],
    [way(1, 6, mean(10 * MINUTE_MS)), way(2, 2, mean(10 * MINUTE_MS)), { ...END, weight: 2 }],
    [],
  ],
};

/** Clicks of sessions: seconds apart. */
export const clicks: JourneyPlan = {
  ...COMMON,
  name: 'page',
  states: ['home', 'search', 'product', 'cart', 'paid'],
  begins: [
    { to: 0, weight: 3 },
    { to: 2, weight: 1 },
  ],
  ways: [
    [way(1, 5, median(8 * SECOND_MS, 0.8)), way(2, 3, median(8 * SECOND_MS, 0.8)), { ...END, weight: 2 }],
    [way(2, 6, median(12 * SECOND_MS, 0.7)), way(1, 2, median(12 * SECOND_MS, 0.7)), { ...END, weight: 2 }],
    [way(2, 3, median(30 * SECOND_MS, 1)), way(3, 2, median(30 * SECOND_MS, 1)), { ...END, weight: 5 }],
    [way(2, 2, median(45 * SECOND_MS, 0.8)), way(4, 3, median(45 * SECOND_MS, 0.8)), { ...END, weight: 5 }],
    [],
  ],
};

/** Lives of machines: most never end, and go in one of two circles. */
export const machines: JourneyPlan = {
  name: 'state',
  deck: 256,
  of: { entity: 'machine', size: 300 },
  states: ['built', 'up', 'down', 'repaired', 'sold', 'beat', 'scrapped'],
  begins: [
    { to: 0, weight: 3 },
    { to: 5, weight: 1 },
  ],
  ways: [
    [way(1, 8, mean(MINUTE_MS)), way(6, 1, mean(MINUTE_MS)), way(4, 1, between(SECOND_MS, MINUTE_MS))],
    [way(1, 9, between(SECOND_MS, 9 * SECOND_MS)), way(2, 1, mean(5 * SECOND_MS))],
    [way(3, 1, median(30 * SECOND_MS, 1)), way(2, 1, mean(SECOND_MS))],
    [way(1, 1, { kind: 'exactly', ms: 0 })],
    [way(5, 1, mean(MINUTE_MS))],
    [way(5, 1, { kind: 'exactly', ms: 30 * SECOND_MS })],
    [],
  ],
};
