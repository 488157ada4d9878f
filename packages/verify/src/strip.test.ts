import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newStrip } from './totals.ts';

test('every row counts in the one cell whose rows it is among', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), (rows) => {
      const strip = newStrip(rows);
      for (let row = 0; row < rows; row++) strip.add(row, 'right');
      const cells = strip.cells();
      expect(cells).toHaveLength(Math.min(rows, 200));
      cells.forEach(({ first, expected }, i) => expect(first + expected).toBe(cells[i + 1]?.first ?? rows));
    }),
  );
});

test('a missing row that is found under another identity counts as changed', () => {
  const strip = newStrip(3);
  strip.add(0, 'right');
  strip.add(1, 'missing');
  strip.add(2, 'missing');
  strip.find(2, 'changed');
  expect(strip.cells()).toEqual([
    { first: 0, expected: 1, right: 1, changed: 0, missing: 0 },
    { first: 1, expected: 1, right: 0, changed: 0, missing: 1 },
    { first: 2, expected: 1, right: 0, changed: 1, missing: 0 },
  ]);
});

test('a stream without rows has no cells', () => {
  expect(newStrip(0).cells()).toEqual([]);
});
