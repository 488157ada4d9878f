import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, readDuration } from './readers.ts';

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
