import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSequence } from './sequence.ts';

test('counts what is missing and what came twice, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(200_000), { maxLength: 500 }), (numbers) => {
      const sequence = newSequence();
      for (const number of numbers) sequence.note(number);
      const distinct = new Set(numbers);
      const range = numbers.length === 0 ? 0 : Math.max(...numbers) - Math.min(...numbers) + 1;
      expect(sequence.duplicates).toBe(numbers.length - distinct.size);
      expect(sequence.missing).toBe(range - distinct.size);
    }),
  );
});

test('what is no whole number from 0 on counts as without', () => {
  const sequence = newSequence();
  for (const value of ['1', null, undefined, -1, 1.5, 2 ** 60, {}]) sequence.note(value);
  expect(sequence.without).toBe(7);
  expect(sequence.missing).toBe(0);
});
