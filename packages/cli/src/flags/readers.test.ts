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
])('%d ms are written %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('a time that is written is read as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (ms) => {
      expect(readDuration(durationText(ms))).toEqual({ ok: true, value: ms });
    }),
  );
});
