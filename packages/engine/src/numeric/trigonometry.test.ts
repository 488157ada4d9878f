import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acos, asin, atan, atan2, cos, sin, tan } from './deterministic-math.ts';

const close = (actual: number, expected: number, epsilon = 4e-15): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(epsilon * Math.max(1, Math.abs(expected)));
};

const angle = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('sine, cosine and tangent agree with Math', () => {
  fc.assert(
    fc.property(angle, (x) => {
      close(sin(x), Math.sin(x));
      close(cos(x), Math.cos(x));
      if (Math.abs(Math.cos(x)) > 1e-3) close(tan(x), Math.tan(x), 1e-11);
    }),
  );
});

test('the inverse functions agree with Math', () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(any, any, fc.double({ min: -1, max: 1, noNaN: true }), (x, y, share) => {
      close(atan(x), Math.atan(x));
      if (x !== 0 && y !== 0) close(atan2(y, x), Math.atan2(y, x));
      close(asin(share), Math.asin(share), 2e-8);
      close(acos(share), Math.acos(share), 2e-8);
    }),
  );
});

test('special values', () => {
  expect([sin(0), cos(0), atan(0), atan2(0, 0), atan2(0, -1)]).toEqual([0, 1, 0, 0, Math.PI]);
  expect([sin(Infinity), cos(NaN), asin(2), acos(-2)]).toEqual([NaN, NaN, NaN, NaN]);
  expect(Math.abs(sin(1e300))).toBeLessThanOrEqual(1);
  expect(atan(Infinity)).toBe(Math.PI / 2);
});
