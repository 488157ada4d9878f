import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBefore, createdAfterMs } from './growth.ts';

const growth = fc.record({
  from: fc.nat(1000),
  perSecond: fc.oneof(
    fc.double({ min: 1e-6, max: 1e7, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(1 / 3, 0.1, 1, 1000, 1e7, 7 / 86_400),
  ),
});

test('a member exists from the millisecond after its creation on', () => {
  fc.assert(
    fc.property(growth, fc.nat(1_000_000), (given, number) => {
      const ms = createdAfterMs(given, number);
      if (number < given.from) expect(ms).toBe(0);
      else expect(countBefore(given, ms)).toBeLessThanOrEqual(number);
      expect(countBefore(given, ms + 1)).toBeGreaterThan(number);
    }),
    { numRuns: 2000 },
  );
});

test('creation is even, and neither goes back', () => {
  const given = { from: 2, perSecond: 4 };
  expect([0, 1, 2, 3, 4, 5].map((number) => createdAfterMs(given, number))).toEqual([
    0, 0, 250, 500, 750, 1000,
  ]);
  expect([-9, 0, 250, 251, 1000, 1001].map((ms) => countBefore(given, ms))).toEqual([2, 2, 2, 3, 5, 6]);
});

test.each([
  [1e-300, Infinity],
  [5e-324, Infinity],
  [1e308, 1],
  [Number.MAX_VALUE, 1],
])('at %d a second, the second member comes after %d ms', (perSecond, ms) => {
  expect(createdAfterMs({ from: 1, perSecond }, 1)).toBe(ms);
  expect(countBefore({ from: 1, perSecond }, 0)).toBe(1);
});
