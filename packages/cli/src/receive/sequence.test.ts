import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSequence } from './counts.ts';

test('counts missing numbers and duplicates, in any order', () => {
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

test('anything but a whole number of at least 0 counts as a row without one', () => {
  const sequence = newSequence();
  for (const value of ['1', null, undefined, -1, 1.5, 2 ** 60, {}]) sequence.note(value);
  expect(sequence.without).toBe(7);
  expect(sequence.missing).toBe(0);
});

const PAGE = 65_536;

test('if numbers are too far apart, the lowest are forgotten and reported; the others remain exact', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 60 }), (pages) => {
      const sequence = newSequence(8);
      const seen = new Set<number>();
      let unchecked = 0;
      let duplicates = 0;
      for (const page of pages) {
        const value = page * PAGE;
        if (value < sequence.forgottenBelow) unchecked++;
        else if (seen.has(value)) duplicates++;
        else seen.add(value);
        sequence.note(value);
      }
      expect(sequence).toMatchObject({ unchecked, duplicates, without: 0 });
      const range = seen.size === 0 ? 0 : Math.max(...seen) - Math.min(...seen) + 1;
      expect(sequence.missing).toBe(range - seen.size);
      if (new Set(pages).size <= 8) expect(sequence.forgottenBelow).toBe(0);
    }),
  );
});

test('numbers without gaps are never forgotten', () => {
  const sequence = newSequence(1);
  for (let n = 0; n < 5 * PAGE; n++) sequence.note(n);
  sequence.note(0);
  expect(sequence).toMatchObject({ missing: 0, duplicates: 1, unchecked: 0, forgottenBelow: 0 });
});
