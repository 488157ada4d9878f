import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adaptiveFlight } from './flight.ts';

test('throttling halves what may be in flight, at most once a second, and leaves one', () => {
  const flight = adaptiveFlight(8);
  const after = (ms: number): number => {
    flight.throttled(ms);
    return flight.allowed;
  };
  expect([0, 10, 999, 1000, 2000, 3000, 4000].map(after)).toEqual([4, 4, 4, 2, 1, 1, 1]);
});

test('every success makes it one more, up to where it began', () => {
  const flight = adaptiveFlight(8);
  flight.throttled(0);
  flight.throttled(1000);
  expect(flight.allowed).toBe(2);
  const successes = Array.from({ length: 8 }, () => {
    flight.accepted();
    return flight.allowed;
  });
  expect(successes).toEqual([3, 4, 5, 6, 7, 8, 8, 8]);
});

test('is a whole number from 1 to the most, whatever happens', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.array(fc.boolean()), (most, answers) => {
      const flight = adaptiveFlight(most);
      answers.forEach((isGood, i) => {
        if (isGood) flight.accepted();
        else flight.throttled(i * 300);
        expect(Number.isInteger(flight.allowed)).toBe(true);
        expect(flight.allowed).toBeGreaterThanOrEqual(1);
        expect(flight.allowed).toBeLessThanOrEqual(most);
      });
    }),
  );
});
