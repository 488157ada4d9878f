import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newBreaker, newConcurrencyLimit, newRateLimiter, type RateLimiter } from './limiters.ts';

test('spreads requests over the second', () => {
  const limiter = newRateLimiter(10);
  const went: number[] = [];
  for (let ms = 0; ms <= 2000; ms++) {
    while (limiter.earliestMs <= ms) {
      limiter.acquire(ms);
      went.push(ms);
    }
  }
  // One more at first, as a tenth of a second may be made up for.
  expect(went.slice(0, 4)).toEqual([0, 0, 100, 200]);
  expect(went.filter((ms) => ms < 2000)).toHaveLength(20);
});

test('never exceeds the limit in any window of a second, and uses it nearly fully', () => {
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

/** Sends as often as allowed to a service that accepts `most` requests in any second. */
function sendAll(most: number, seconds: number, perSecond?: number): { throttled: number; accepted: number } {
  const limiter = newRateLimiter(perSecond);
  const all: number[] = [];
  let throttled = 0;
  let accepted = 0;
  for (let ms = 0; ms < seconds * 1000;) {
    if (limiter.earliestMs > ms) {
      ms = Math.ceil(limiter.earliestMs);
      continue;
    }
    limiter.acquire(ms);
    all.push(ms);
    if (all.filter((each) => each > ms - 1000).length > most) {
      throttled++;
      limiter.throttled(ms);
      // The wait that Retry-After asks for.
      ms += 1000;
    } else {
      accepted++;
      limiter.accepted(ms);
      // The latency of a response.
      ms += 1;
    }
  }
  return { throttled, accepted };
}

test('learns the limit of a service and stays close to it', () => {
  const { throttled, accepted } = sendAll(100, 60);
  expect(throttled).toBeLessThan(20);
  expect(accepted).toBeGreaterThan(60 * 100 * 0.75);
});

test('never exceeds the published limit', () => {
  expect(sendAll(1000, 20, 50)).toEqual({ throttled: 0, accepted: 1000 });
});

test('keeps trying at the minimum rate', () => {
  const { accepted } = sendAll(0, 20);
  expect(accepted).toBe(0);
  const limiter = newRateLimiter(undefined);
  for (let ms = 0; ms < 100_000; ms += 1000) {
    limiter.accepted(ms);
    limiter.throttled(ms);
  }
  limiter.acquire(100_000);
  expect(limiter.earliestMs - 100_000).toBeLessThanOrEqual(2000);
});

describe('after throttling', () => {
  /** Maximum requests per second, from the spacing of two consecutive ones. */
  const rateOf = (limiter: RateLimiter, ms: number): number => {
    const before = limiter.earliestMs;
    limiter.acquire(ms);
    return 1000 / (limiter.earliestMs - Math.max(before, ms - 100));
  };
  const take = (limiter: RateLimiter, perSecond: number, fromMs: number, toMs: number): void => {
    for (let ms = fromMs; ms < toMs; ms += 1000 / perSecond) limiter.accepted(ms);
  };

  test('nothing slows down before a whole second is measured', () => {
    const limiter = newRateLimiter(undefined);
    limiter.accepted(0);
    for (let ms = 10; ms < 1000; ms += 10) limiter.throttled(ms);
    expect(rateOf(limiter, 1000)).toBe(Infinity);
  });

  test('seconds are measured from the first request on', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 700, 1100);
    limiter.throttled(1100);
    expect(rateOf(limiter, 1100)).toBe(Infinity);
    take(limiter, 50, 1100, 1700);
    limiter.throttled(1701);
    expect(rateOf(limiter, 1701)).toBeCloseTo(40);
  });

  test('the rate falls to four fifths of the best of the last five seconds', () => {
    for (const [ms, rate] of [
      [5900, 40],
      [6000, 8],
    ] as const) {
      const limiter = newRateLimiter(undefined);
      take(limiter, 50, 0, 1000);
      take(limiter, 10, 1000, ms);
      limiter.throttled(ms);
      expect(rateOf(limiter, ms)).toBeCloseTo(rate);
    }
  });

  test('further throttling without acceptances belongs to the same incident', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    for (let ms = 1000; ms <= 5000; ms += 1000) limiter.throttled(ms);
    expect(rateOf(limiter, 5000)).toBeCloseTo(40);
  });

  test('the rate doubles every second', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    limiter.throttled(1000);
    take(limiter, 40, 2000, 3000);
    expect(rateOf(limiter, 3000)).toBeGreaterThan(60);
    expect(rateOf(limiter, 3000)).toBeLessThan(80);
    take(limiter, 1000, 3000, 5000);
    expect(rateOf(limiter, 5000)).toBeGreaterThan(500);
  });

  test('near a rate that was throttled twice it grows by 2 % per second, up to twice its value', () => {
    const limiter = newRateLimiter(undefined);
    take(limiter, 50, 0, 1000);
    limiter.throttled(1000);
    take(limiter, 40, 1000, 2000);
    limiter.throttled(2000);
    take(limiter, 40, 2000, 7000);
    expect(rateOf(limiter, 7000)).toBeCloseTo(40 * 1.02 ** 5, 0);
    take(limiter, 1000, 7000, 12_000);
    expect(rateOf(limiter, 12_000)).toBeGreaterThan(500);
  });
});

test('the breaker opens at the fifth failure in a row, again after each answer', () => {
  const breaker = newBreaker(() => undefined);
  for (let outage = 0; outage < 2; outage++) {
    for (let failures = 0; failures < 4; failures++) breaker.failed(0);
    expect(breaker.isOpen).toBe(false);
    breaker.failed(0);
    expect(breaker.isOpen).toBe(true);
    breaker.answered();
  }
});

test('throttling halves the limit at most once a second, down to one', () => {
  const concurrency = newConcurrencyLimit(9);
  const after = (ms: number): number => {
    concurrency.throttled(ms);
    return concurrency.limit;
  };
  expect([0, 10, 999, 1000, 2000, 3000, 4000].map(after)).toEqual([4, 4, 4, 2, 1, 1, 1]);
});

test('every success raises it by one, up to its initial value', () => {
  const concurrency = newConcurrencyLimit(8);
  concurrency.throttled(0);
  concurrency.throttled(1000);
  expect(concurrency.limit).toBe(2);
  const successes = Array.from({ length: 8 }, () => {
    concurrency.accepted();
    return concurrency.limit;
  });
  expect(successes).toEqual([3, 4, 5, 6, 7, 8, 8, 8]);
});
