import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test('rounds as Math.round, also halves, large numbers and numbers that are none', () => {
  fc.assert(
    fc.property(fc.double(), (x) => {
      expect(nearest(x)).toBe(Math.round(x) + 0);
    }),
    { numRuns: 5000 },
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(-0.5, 0, 0.25, 0.5), (n, part) => {
      expect(nearest(n + part)).toBe(Math.round(n + part) + 0);
    }),
    { numRuns: 5000 },
  );
  for (const x of [
    0.5,
    -0.5,
    2.5,
    -2.5,
    2 ** 52 - 0.5,
    -(2 ** 52) + 0.5,
    2 ** 52 + 1,
    2 ** 53 - 1,
    1e300,
    -Infinity,
    NaN,
  ])
    expect(nearest(x)).toBe(Math.round(x) + 0);
});
