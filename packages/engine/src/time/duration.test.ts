import { invalid } from '../model/issue.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, parseDuration, readDuration } from './duration.ts';

test.each([
  ['30', 30_000],
  ['30s', 30_000],
  ['1h30m', 5_400_000],
  ['1m30', 90_000],
  ['250ms', 250],
  ['0.5s', 500],
  ['1d', 86_400_000],
])('a duration of %s is %d milliseconds', (text, ms) => {
  expect(readDuration(text)).toEqual({ ok: true, value: ms });
});

test.each(['', 'soon', '-1s', '1x', 's', '1.s', '.5s', '1e3', '1 fortnight', '1.2.3'])(
  '"%s" is not a duration',
  (text) => {
    expect(readDuration(text)).toEqual(invalid('must be a duration such as 30s, 5m or 1h30m'));
  },
);

test.each([
  ['5 minutes', '5m'],
  ['1 s', '1s'],
  ['30m ', '30m'],
  ['1.5hrs', '1.5h'],
  ['200 milliseconds', '200ms'],
  ['2 DAYS', '2d'],
])('%j is written %s', (text, short) => {
  expect(readDuration(text)).toEqual(invalid(`must be a duration: write ${short} instead of ${text}`));
});

test('a duration of 0 is rejected where it must be longer', () => {
  expect(parseDuration('0s')).toBe(0);
  expect(readDuration('0s')).toEqual(invalid('must be longer than 0'));
});

test('a long text is rejected at once', () => {
  expect(parseDuration(`${'1'.repeat(100_000)}!`)).toBeUndefined();
  expect(parseDuration(`${'1.1'.repeat(50_000)}!`)).toBeUndefined();
});

test.each([
  [0, '0s'],
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
    fc.property(fc.integer({ min: 0, max: 1e15 }), (ms) => {
      expect(parseDuration(durationText(ms))).toBe(ms);
    }),
  );
});
