import fc from 'fast-check';
import { exactLimit } from '@catbird/stream';
import { describe, expect, test } from 'vitest';
import { latenessOf } from './deliver.ts';

describe('a duration at a rate', () => {
  test.each([
    [100, 10_000, 1000, ''],
    [10, 500, 5, 'shorter than a tick'],
    [1001, 500, 501, 'a started row counts'],
    [0.5, 3000, 2, 'due at 0 s and 2 s'],
    [0.5, 1000, 1, 'the first is due at once'],
    [1.1, 10_000, 11, 'not 12 through rounding'],
    [0.1, 30_000, 3, ''],
    [0.3, 10_000, 3, ''],
    [1e6, 30 * 86_400_000, 2.592e12, 'longer than a timer can wait'],
  ])('of %d rows/s for %d ms is %d rows: %s', (perSecond, duration, rows) => {
    expect(exactLimit({ duration }, perSecond)).toEqual({ limit: rows, byDuration: true });
  });

  test('is rate × duration if that is whole', () => {
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
  ])('with a limit of %d, the smaller one applies: %j', (limit, expected) => {
    expect(exactLimit({ limit, duration: 10_000 }, 10)).toEqual(expected);
  });

  test('sets no limit at the maximum rate', () => {
    expect(exactLimit({ duration: 10_000 }, Infinity)).toEqual({ limit: -1, byDuration: false });
    expect(exactLimit({ limit: 5, duration: 10_000 }, Infinity)).toEqual({ limit: 5, byDuration: false });
  });
});

describe('lateness', () => {
  const ten = { end: { endMs: () => 10_000, rows: () => 100 } };
  const late = (
    elapsedMs: number,
    prepared: Parameters<typeof latenessOf>[2] = ten,
    reason: 'duration' | 'limit' | 'interrupted' = 'duration',
  ) => latenessOf({ elapsedMs }, reason, prepared);

  test('is the time beyond the duration', () => {
    expect([9050, 10_050, 10_100, 25_000].map((ms) => late(ms))).toEqual([undefined, undefined, 100, 15_000]);
  });

  test('of a resumed stream is the time beyond the rest of its duration', () => {
    expect(late(5000, { end: { endMs: () => 4000, rows: () => 40 } })).toBe(1000);
  });

  test('is undefined if the duration is no number of events, or if something else ended the stream', () => {
    expect(late(25_000, { end: undefined })).toBeUndefined();
    expect(late(25_000, ten, 'interrupted')).toBeUndefined();
  });
});
