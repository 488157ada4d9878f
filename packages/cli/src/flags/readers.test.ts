import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, readDuration, readInstant } from './readers.ts';

test.each([
  [250, '250ms'],
  [30_000, '30s'],
  [90_000, '90s'],
  [600_000, '10m'],
  [5_400_000, '90m'],
  [2_592_000_000, '30d'],
])('%d ms are written as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('a written duration reads as the same duration', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (ms) => {
      expect(readDuration(durationText(ms))).toEqual({ ok: true, value: ms });
    }),
  );
});

test.each([
  ['2026-11-20', 1_795_132_800_000],
  ['2026-11-20T09:00Z', 1_795_165_200_000],
  ['2026-11-20T09:00:00.250+01:00', 1_795_161_600_250],
  ['2026-11-20T09:00', undefined],
  ['2026-02-30', undefined],
  ['2026-13-01', undefined],
  ['2026-11-20T25:00Z', undefined],
  ['20 November', undefined],
  ['', undefined],
])('the instant %s is read as %s', (text, ms) => {
  const wrong = { ok: false, message: 'must be a date or an instant, such as 2026-11-20T09:00:00Z' };
  expect(readInstant(text)).toEqual(ms === undefined ? wrong : { ok: true, value: ms });
});
