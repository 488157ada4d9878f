import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateScale, timeLabels, timeText, windowOf } from './window.ts';

test.each([
  { first: 0, now: 0, from: 0, to: 1, remark: 'before the first report' },
  { first: 0, now: 6.2, from: 0, to: 6.2, remark: 'from the start' },
  { first: 0, now: 700, from: 100, to: 700, remark: 'the last ten minutes' },
  { first: 13, now: 20, from: 13, to: 20, remark: 'since history was sent' },
])('$remark: the window ends at $to', ({ first, now, from, to }) => {
  expect(windowOf(first, now)).toEqual({ from, to });
});

test.each([
  { window: { from: 0, to: 6.2 }, width: 620, labels: ['1 s', '2 s', '3 s', '4 s', '5 s'] },
  { window: { from: 0, to: 252 }, width: 608, labels: ['1:00', '2:00', '3:00'] },
  { window: { from: 100, to: 700 }, width: 320, labels: ['5:00'] },
  { window: { from: 7000, to: 7600 }, width: 600, labels: ['1:58:00', '2:00:00', '2:02:00', '2:04:00'] },
  { window: { from: 0, to: 1 }, width: 600, labels: [] },
  { window: { from: 0, to: 100 }, width: 0, labels: [] },
])('a window to $window.to, $width pixels wide, is labelled $labels', ({ window, width, labels }) => {
  expect(timeLabels(window, width).map((time) => timeText(time, window))).toEqual(labels);
});

test.each([
  { asked: 200, achieved: 200, half: 150, top: 300 },
  { asked: 400, achieved: 528, half: 300, top: 600 },
  { asked: 400, achieved: 800, half: 420, top: 840 },
  { asked: 333, achieved: 0, half: 250, top: 500 },
  { asked: 0, achieved: 0, half: 1, top: 2 },
  { asked: Infinity, achieved: NaN, half: 1, top: 2 },
  { asked: 1e-3, achieved: 0, half: 7.5e-4, top: 1.5e-3 },
])('of $asked asked and $achieved achieved, the axis ends at $top', ({ asked, achieved, half, top }) => {
  expect(rateScale(asked, achieved)).toEqual({ half, top });
});

test('all rates are inside the chart', () => {
  const rate = fc.double({ min: 1e-3, max: 1e10, noNaN: true });
  fc.assert(
    fc.property(rate, rate, (asked, achieved) => {
      const { half, top } = rateScale(asked, achieved);
      expect(top).toBeGreaterThan(Math.max(asked, achieved));
      expect(top).toBe(2 * half);
    }),
  );
});
