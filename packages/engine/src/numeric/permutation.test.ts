import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chiSquareZ, tally } from '../../test/statistics.ts';
import { inversePermutation, permutation } from './permutation.ts';
import { mix } from './random.ts';

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test('a permutation is a bijection for any size and key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), word, word, (size, a, b) => {
      const at = permutation(size);
      const places = new Set(Array.from({ length: size }, (_, place) => at(place, a, b)));
      expect(places.size).toBe(size);
      expect(Math.min(...places)).toBe(0);
      expect(Math.max(...places)).toBe(size - 1);
    }),
  );
});

test('the inverse of a permutation undoes it, for any size and key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70_000 }), word, word, fc.nat(), (size, a, b, place) => {
      const at = permutation(size)(place % size, a, b);
      expect(inversePermutation(size)(at, a, b)).toBe(place % size);
    }),
    { numRuns: 3000 },
  );
});

test.each([[5], [8], [100], [1000]])('all of %i positions are equally likely over many keys', (size) => {
  const at = permutation(size);
  const taken = Array.from({ length: size * 300 }, (_, i) => at(3 % size, mix(i), mix(i + 0x9e3779b9)));
  expect(Math.abs(chiSquareZ(tally(taken, size), new Array<number>(size).fill(1 / size)))).toBeLessThan(4);
});
