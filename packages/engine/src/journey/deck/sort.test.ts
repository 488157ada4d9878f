import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPage, newSort } from './sort.ts';

/** Rows that are spread over a page, or crowded. */
const crowd = fc.record({
  lengthMs: fc.constantFrom(1, 7, 1000, 2 ** 31),
  starts: fc.constantFrom(1, 500, 2 ** 40),
  rows: fc.integer({ min: 0, max: 3000 }),
  share: fc.constantFrom(1, 1e-3),
});

test('rows are sorted by time and start, however crowded they are', () => {
  const sort = newSort();
  const page = newPage();
  fc.assert(
    fc.property(crowd, fc.nat(), ({ lengthMs, starts, rows, share }, seed) => {
      const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
        seed,
        numRuns: 2 * rows,
      });
      const pairs = Array.from(
        { length: rows },
        (_, r) =>
          [
            100 + Math.floor((random[2 * r] ?? 0) * lengthMs * share),
            Math.floor((random[2 * r + 1] ?? 0) * starts),
          ] as const,
      );
      Object.assign(page, { fromMs: 100, toMs: 100 + lengthMs });
      sort(
        {
          rows,
          ms: Float64Array.from(pairs, ([ms]) => ms),
          which: Float64Array.from(pairs, ([, which]) => which),
        },
        page,
      );
      const sorted = pairs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(Array.from({ length: page.rows }, (_, r) => [page.ms[r], page.which[r]])).toEqual(sorted);
    }),
    { numRuns: 30 },
  );
});
