import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newConcurrencyLimit } from './concurrency.ts';

test('throttling halves the limit at most once a second, down to one', () => {
  const concurrency = newConcurrencyLimit(8);
  const after = (ms: number): number => {
    concurrency.throttled(ms);
    return concurrency.limit;
  };
  expect([0, 10, 999, 1000, 2000, 3000, 4000].map(after)).toEqual([4, 4, 4, 2, 1, 1, 1]);
});

test('every success raises it by one, up to its initial value', () => {
  const concurrency = newConcurrencyLimit(8);
  concurrency.throttled(0);
  concurrency.throttled(1000);
  expect(concurrency.limit).toBe(2);
  const successes = Array.from({ length: 8 }, () => {
    concurrency.accepted();
    return concurrency.limit;
  });
  expect(successes).toEqual([3, 4, 5, 6, 7, 8, 8, 8]);
});

test('is always a whole number between 1 and the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.array(fc.boolean()), (most, answers) => {
      const concurrency = newConcurrencyLimit(most);
      answers.forEach((isGood, i) => {
        if (isGood) concurrency.accepted();
        else concurrency.throttled(i * 300);
        expect(Number.isInteger(concurrency.limit)).toBe(true);
        expect(concurrency.limit).toBeGreaterThanOrEqual(1);
        expect(concurrency.limit).toBeLessThanOrEqual(most);
      });
    }),
  );
});
