import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSubject } from '../../../numeric/random.ts';
import { chunkOf } from '../../../../test/chunk.ts';
import { bounded, rounded, roundedTo } from './rounded.ts';
import type { Vector } from './vector.ts';

const numbers = fc.array(fc.double({ min: -1e10, max: 1e10 }), { minLength: 1, maxLength: 20 });
const bounds = fc.array(
  fc.record({
    name: fc.constantFrom('min' as const, 'max' as const),
    bound: fc.integer({ min: -9, max: 9 }),
  }),
  { maxLength: 4 },
);

test('bounds within one another and rounding give what each of them gives alone', () => {
  fc.assert(
    fc.property(numbers, bounds, fc.integer({ min: 0, max: 6 }), (given, steps, digits) => {
      const exact = Float64Array.from(given);
      const [chunk, subject, made] = [chunkOf(given.length), newSubject(0), new Float64Array(given.length)];
      const part = steps.reduce<Vector>((inner, { name, bound }) => bounded(name, inner, bound), {
        run: () => exact,
      });
      const within = given.map((x) => steps.reduce((y, { name, bound }) => Math[name](y, bound), x));
      expect([...part.run(chunk, subject).subarray(0, given.length)]).toEqual(within);
      const { run, short } = roundedTo(part, digits);
      const expected = within.map((x) => rounded(x, digits));
      expect([...run(chunk, subject).subarray(0, given.length)]).toEqual(expected);
      const areShort = short?.(chunk, subject, made);
      expect([...made]).toEqual(expected.map((x) => x + 0));
      expect(areShort).toBe(!expected.some((x) => Math.abs(x) >= 1e9));
    }),
    { numRuns: 1000 },
  );
});
