import fc from 'fast-check';
import { steady, unlimited } from '@catbird/core';
import { describe, expect, test } from 'vitest';
import { exactLimit, latenessOf } from './limit.ts';

describe('a duration at a rate', () => {
  test.each([
    [100, 10_000, 1000, ''],
    [10, 500, 5, 'also where a tick is longer'],
    [1001, 500, 501, 'a row that has begun counts'],
    [0.5, 3000, 2, 'those due at 0 and at 2 s'],
    [0.5, 1000, 1, 'the first is due at once'],
    [1.1, 10_000, 11, 'and not 12 by a rounding'],
    [0.1, 30_000, 3, ''],
    [0.3, 10_000, 3, ''],
    [1e6, 30 * 86_400_000, 2.592e12, 'longer than timers know'],
  ])('%d a second for %d ms are %d rows: %s', (perSecond, duration, rows) => {
    expect(exactLimit({ duration }, perSecond)).toEqual({ limit: rows, byDuration: true });
  });

  test('is rate × duration wherever that is whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (milli, seconds) => {
          const rows = Number((BigInt(milli) * BigInt(seconds) + 999n) / 1000n);
          expect(exactLimit({ duration: seconds * 1000 }, milli / 1000).limit).toBe(rows);
        },
      ),
    );
  });

  test.each([
    [50, { limit: 50, byDuration: false }],
    [100, { limit: 100, byDuration: false }],
    [101, { limit: 100, byDuration: true }],
    [-1, { limit: 100, byDuration: true }],
  ])('with a limit of %d the smaller one counts: %j', (limit, expected) => {
    expect(exactLimit({ limit, duration: 10_000 }, 10)).toEqual(expected);
  });

  test('is no number of rows as fast as possible', () => {
    expect(exactLimit({ duration: 10_000 }, Infinity)).toEqual({ limit: -1, byDuration: false });
    expect(exactLimit({ limit: 5, duration: 10_000 }, Infinity)).toEqual({ limit: 5, byDuration: false });
  });
});

describe('a stream is late', () => {
  const ten = { limitedByDuration: true, limit: 100, pace: steady(10) };
  const late = (
    elapsedMs: number,
    prepared = ten,
    reason: 'duration' | 'limit' | 'interrupted' = 'duration',
  ) => latenessOf({ elapsedMs }, reason, prepared, { duration: 10_000 });

  test('by what it took longer than its duration', () => {
    expect([9050, 10_050, 10_100, 25_000].map((ms) => late(ms))).toEqual([undefined, undefined, 100, 15_000]);
  });

  test('by what the rest of it took longer, where it goes on', () => {
    expect(late(5000, { ...ten, limit: 40 })).toBe(1000);
  });

  test('never where a duration is no number of events, or something else ended it', () => {
    expect(late(25_000, { limitedByDuration: false, limit: -1, pace: unlimited() })).toBeUndefined();
    expect(late(25_000, ten, 'interrupted')).toBeUndefined();
  });
});
