import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST_STEP, parseRate, rateAt, stepOf } from './rate-control.tsx';

test('the slider goes from a pause over a hundredth to ten times Events Per Second', () => {
  expect([0, 1, 24, 48, 72].map((step) => rateAt(step, 200))).toEqual([0, 2.2, 20, 200, 2000]);
  expect(rateAt(48, 333)).toBe(333);
  expect(rateAt(LAST_STEP, 333)).toBe(3330);
});

const eps = fc.double({ min: 1e-3, max: 1e9, noNaN: true });

test('each step is a rate of its own, and the nearest to it', () => {
  fc.assert(
    fc.property(eps, fc.integer({ min: 1, max: LAST_STEP }), (perSecond, step) => {
      expect(rateAt(step, perSecond)).toBeGreaterThan(rateAt(step - 1, perSecond));
      expect(stepOf(rateAt(step, perSecond), perSecond)).toBe(step);
    }),
  );
});

test('a rate that two digits move by half a step has its own step', () => {
  expect(rateAt(24, 10.4999)).toBe(1);
  expect(stepOf(1, 10.4999)).toBe(24);
});

test.each([0, -1, NaN, 1e-300, 1e308, Infinity])('a rate of %d has a step', (rate) => {
  expect(stepOf(rate, 200)).toBeGreaterThanOrEqual(0);
  expect(stepOf(rate, 200)).toBeLessThanOrEqual(LAST_STEP);
});

test.each([
  ['250', 250],
  [' 0 ', 0],
  ['0.5', 0.5],
  ['2e3', 2000],
])('%j is the rate %d', (text, rate) => {
  expect(parseRate(text, 200)).toEqual({ rate });
});

test.each(['', 'fast', '-1', '2000.1', '1e308', 'Infinity', 'NaN'])('%j is not a rate', (text) => {
  expect(parseRate(text, 200)).toEqual({ error: 'Must be a number from 0 to 2,000' });
});
