import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scatter } from './skew.ts';

test('numbers of large pools are scattered by exact remainders', () => {
  const pool = fc.integer({ min: 2, max: 2 ** 26 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      step: fc.integer({ min: 1, max: size + 16 }),
      shift: fc.integer({ min: 0, max: size - 1 }),
      ranks: fc.array(fc.oneof(fc.integer({ min: 0, max: size - 1 }), fc.constantFrom(0, 1, size - 1)), {
        minLength: 1,
      }),
    }),
  );
  fc.assert(
    fc.property(pool, ({ size, step, shift, ranks }) => {
      const numbers = Float64Array.from(ranks);
      scatter(numbers, ranks.length, step, shift, size);
      expect([...numbers]).toEqual(ranks.map((rank) => (rank * step + shift) % size));
    }),
    { numRuns: 1000 },
  );
});
