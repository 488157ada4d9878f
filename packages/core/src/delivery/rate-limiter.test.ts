import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newRateLimiter, type RateLimiter } from './rate-limiter.ts';

test('without a bound it is always open', () => {
  const limiter = newRateLimiter(undefined);
  for (let i = 0; i < 5; i++) limiter.acquire(0);
  expect(limiter.earliestMs).toBeLessThanOrEqual(0);
});

test('requests that come at once are spread over the second', () => {
  const limiter = newRateLimiter(10);
  const went: number[] = [];
  for (let ms = 0; ms <= 2000; ms++) {
    while (limiter.earliestMs <= ms) {
      limiter.acquire(ms);
      went.push(ms);
    }
  }
  // One more at first: a tenth of a second may be made up for.
  expect(went.slice(0, 4)).toEqual([0, 0, 100, 200]);
  expect(went.filter((ms) => ms < 2000)).toHaveLength(20);
});

test('in no second, wherever it begins, do more go than are allowed, and hardly fewer where all want to go', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), pauses, (perSecond, late) => {
      const limiter = newRateLimiter(perSecond);
      const went: number[] = [];
      let ms = 0;
      for (const pause of late) {
        ms = Math.max(ms + (pause > 500 ? pause : 0), limiter.earliestMs);
        limiter.acquire(ms);
        went.push(ms);
      }
      for (const from of went)
        expect(went.filter((each) => each >= from && each < from + 999.999).length).toBeLessThanOrEqual(
          perSecond,
        );
      const busyMs = (1000 * went.length) / perSecond + late.reduce((sum, p) => sum + (p > 500 ? p : 0), 0);
      expect(went.at(-1) ?? 0).toBeLessThanOrEqual(busyMs + 1000);
    }),
  );
});

/** Sends as often as it may to a service that takes `most` in any second; requests refused, and all. */
function meet(most: number, seconds: number, perSecond?: number): { refused: number; taken: number } {
  const limiter = newRateLimiter(perSecond);
  const all: number[] = [];
  let refused = 0;
  let taken = 0;
  for (let ms = 0; ms < seconds * 1000;) {
    if (limiter.earliestMs > ms) {
      ms = Math.ceil(limiter.earliestMs);
      continue;
    }
    limiter.acquire(ms);
    all.push(ms);
    if (all.filter((each) => each > ms - 1000).length > most) {
      refused++;
      limiter.throttled(ms);
      // As Retry-After asks.
      ms += 1000;
    } else {
      taken++;
      limiter.accepted(ms);
      // An answer takes a moment.
      ms += 1;
    }
  }
  return { refused, taken };
}

test('learns from a service what it takes, and keeps near it', () => {
  const { refused, taken } = meet(100, 60);
  expect(refused).toBeLessThan(20);
  expect(taken).toBeGreaterThan(60 * 100 * 0.75);
});

test('never goes beyond what is published, however well it goes', () => {
  expect(meet(1000, 20, 50)).toEqual({ refused: 0, taken: 1000 });
});

test('keeps trying at its slowest', () => {
  const { taken } = meet(0, 20);
  expect(taken).toBe(0);
  const limiter = newRateLimiter(undefined);
  for (let ms = 0; ms < 100_000; ms += 1000) {
    limiter.accepted(ms);
    limiter.throttled(ms);
  }
  limiter.acquire(100_000);
  expect(limiter.earliestMs - 100_000).toBeLessThanOrEqual(2000);
});

describe('after the service said "too many"', () => {
  /** Requests a second that a limiter lets through at most: the space between two that go one after the other. */
  const rateOf = (limiter: RateLimiter, ms: number): number => {
    const before = limiter.earliestMs;
    limiter.acquire(ms);
    return 1000 / (limiter.earliestMs - Math.max(before, ms - 100));
  };
  const take = (limiter: RateLimiter, perSecond: number, fromMs: number, toMs: number): void => {
    for (let ms = fromMs; ms < toMs; ms += 1000 / perSecond) limiter.accepted(ms);
  };

  test('before any second is over nothing is known, and nothing is slowed down', () => {
    const limiter = newRateLimiter(undefined);
    limiter.accepted(0);
    for (let ms = 10; ms < 1000; ms += 10) limiter.throttled(ms);
    expect(rateOf(limiter, 1000)).toBe(Infinity);
  });

  test('a second counts from the first request on, whatever the clock says', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 700, 1100);
    limiter.throttled(1100);
    expect(rateOf(limiter, 1100)).toBe(Infinity);
    take(limiter, 50, 1100, 1700);
    limiter.throttled(1701);
    expect(rateOf(limiter, 1701)).toBeCloseTo(40);
  });

  test('four fifths of what was taken in the best of the last seconds may go', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    take(limiter, 10, 1000, 2000);
    limiter.throttled(2000);
    expect(rateOf(limiter, 2000)).toBeCloseTo(40);
  });

  test('while nothing is taken, more refusals are of the same incident', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    for (let ms = 1000; ms <= 5000; ms += 1000) limiter.throttled(ms);
    expect(rateOf(limiter, 5000)).toBeCloseTo(40);
  });

  test('the rate doubles every second, and is free beyond twice what was too many', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    limiter.throttled(1000);
    take(limiter, 40, 2000, 3000);
    expect(rateOf(limiter, 3000)).toBeGreaterThan(60);
    expect(rateOf(limiter, 3000)).toBeLessThan(80);
    take(limiter, 1000, 3000, 5000);
    expect(rateOf(limiter, 5000)).toBeGreaterThan(500);
  });

  test('near a rate that was too many twice it grows by 2 % a second', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    limiter.throttled(1000);
    take(limiter, 40, 1000, 2000);
    limiter.throttled(2000);
    take(limiter, 40, 2000, 7000);
    expect(rateOf(limiter, 7000)).toBeCloseTo(40 * 1.02 ** 5, 0);
  });
});
