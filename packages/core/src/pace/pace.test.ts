import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { steady, unlimited } from './pace.ts';

describe('steady', () => {
  test.each([
    [1, 0, 1, 'the first row is due at once'],
    [1, 999, 1, 'and no other within its second'],
    [1, 1000, 2, 'the next a second later'],
    [0.5, 1999, 1, 'half an event a second is one in two'],
    [0.5, 2000, 2, ''],
    [0.1, 29_999, 3, 'a tenth is one in ten'],
    [50, 4999, 250, 'five seconds of 50'],
    [999, 1999, 1998, 'below 1000 once a second'],
    [1000, 0, 200, 'from 1000 on five times a second'],
    [1000, 199, 200, ''],
    [1000, 200, 400, ''],
    [1001, 999, 1001, 'a fifth that is not whole adds up'],
    [1001, 3_599_999, 3_603_600, 'and still after an hour'],
    [1.1, 9999, 11, '1.1 × 10 is not eleven and a bit'],
    [1e6, 864e8 - 1, 864e11, 'a thousand days of a million'],
  ])('at %d a second, %d ms make %d rows due: %s', (eps, ms, rows) => {
    expect(steady(eps).due(ms)).toBe(rows);
  });

  /** A rate with up to three decimal places, and the same in thousandths. */
  const rate = fc.integer({ min: 1, max: 5_000_000 }).map((milli) => ({ eps: milli / 1000, milli }));

  test('is exact at any rate and time, compared with integer arithmetic', () => {
    fc.assert(
      fc.property(rate, fc.nat({ max: 864e5 }), ({ eps, milli }, ms) => {
        const perSecond = eps < 1000 ? 1n : 5n;
        const ticks = (BigInt(ms) * perSecond) / 1000n + 1n;
        const whole = 1000n * perSecond;
        expect(BigInt(steady(eps).due(ms))).toBe((ticks * BigInt(milli) + whole - 1n) / whole);
      }),
      { numRuns: 2000 },
    );
  });

  test('never decreases, and gives the exact next time at which more rows are due', () => {
    fc.assert(
      fc.property(rate, fc.double({ min: 0, max: 1e7, noNaN: true }), ({ eps }, ms) => {
        const pace = steady(eps);
        const next = pace.next(ms);
        expect(next).toBeGreaterThan(ms);
        expect(pace.due(next)).toBeGreaterThan(pace.due(ms));
        expect(pace.due(Math.max(ms, next - 0.5))).toBe(pace.due(ms));
        expect(pace.due(next) - pace.due(ms)).toBeLessThanOrEqual(pace.batchRows);
      }),
      { numRuns: 2000 },
    );
  });
});

test('unlimited: all rows are always due', () => {
  const pace = unlimited(7);
  expect([pace.due(0), pace.next(0), pace.perSecond, pace.batchRows]).toEqual([
    Infinity,
    Infinity,
    Infinity,
    7,
  ]);
});
