import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounded15 } from './number-text.ts';

const toPrecision = (x: number): number => Number(x.toPrecision(15)) + 0;

test('numbers are rounded to 15 digits as by toPrecision, in any order of magnitude', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (x) => {
      expect(rounded15(x)).toBe(Number.isSafeInteger(x) ? x + 0 : toPrecision(x));
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -9, max: 15 }), (x, power) => {
      const value = x * 10 ** power;
      if (!Number.isSafeInteger(value)) expect(rounded15(value)).toBe(toPrecision(value));
    }),
    { numRuns: 5000 },
  );
});

test('numbers near the middle between two of 15 digits are rounded to the nearer one, and from the middle up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10 ** 14, max: 10 ** 15 - 2 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: -3, max: 3 }),
      (units, decimals, steps) => {
        // The sixteenth digit is a 5, give or take some units in the last place.
        const middle = Number(`${units}5e-${decimals + 1}`);
        const value = middle + steps * 2 ** (Math.floor(Math.log2(middle)) - 52);
        expect(rounded15(value)).toBe(toPrecision(value));
        expect(rounded15(-value)).toBe(-toPrecision(value));
      },
    ),
    { numRuns: 20_000 },
  );
  for (const value of [
    0.5 + 2 ** -49,
    1234567.0625 + 2 ** -30,
    1e-7,
    99999999999999.95,
    9.999999999999995,
    2 ** 46 + 0.0625,
  ])
    expect(rounded15(value)).toBe(toPrecision(value));
});
