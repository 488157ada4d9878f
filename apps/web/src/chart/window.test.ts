import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateScale, secondsShown, timeSplits } from './window.ts';

test.each([
  { width: 928, seconds: 60, remark: 'the whole column' },
  { width: 350, seconds: 22, remark: 'a phone' },
  { width: 5000, seconds: 60, remark: 'never more than a minute' },
  { width: 0, seconds: 10, remark: 'before layout' },
])('$remark: $width pixels show $seconds seconds', ({ width, seconds }) => {
  expect(secondsShown(width)).toBe(seconds);
});

test('the time axis is labelled every ten seconds back from now', () => {
  expect(timeSplits(75, 60)).toEqual([75, 65, 55, 45, 35, 25]);
  expect(timeSplits(3, 22)).toEqual([3, -7, -17]);
});

test.each([
  { highest: 1000, lines: [500, 1000] },
  { highest: 1400, lines: [500, 1000] },
  { highest: 620, lines: [250, 500] },
  { highest: 0, lines: [0.5, 1] },
  { highest: Infinity, lines: [0.5, 1] },
])('gridlines for a rate of $highest are at $lines', ({ highest, lines }) => {
  expect(rateScale(highest).lines).toEqual(lines);
});

test('the gridlines and the highest rate are inside the chart', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e8, noNaN: true }), (highest) => {
      const { top, lines } = rateScale(highest);
      expect(top).toBeGreaterThan(highest);
      expect(lines[1]).toBeLessThanOrEqual(highest);
      expect(lines[0]).toBe(lines[1] / 2);
    }),
  );
});
