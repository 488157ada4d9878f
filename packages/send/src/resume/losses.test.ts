import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newLosses, sizeOf, type Loss } from './watermark.ts';
import { putIn, type Range } from './ranges.ts';

const rowsOf = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, i) => first + i));
const loss = (rows: readonly number[], reason = 'Bad'): Loss => ({
  outcome: 'rejected',
  reason,
  rows: rows.length,
  ranges: rows.map((row): Range => [row, row + 1]),
});

test('ranges that take in rows hold each once, in order and disjoint', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(6))), (added) => {
      const ranges: Range[] = [];
      for (const [first, length] of added) putIn(ranges, [first, first + length]);
      const rows = new Set(added.flatMap(([first, length]) => rowsOf([[first, first + length]])));
      expect(rowsOf(ranges)).toEqual([...rows].toSorted((a, b) => a - b));
      for (const [i, [first, end]] of ranges.entries()) {
        expect(first).toBeLessThan(end);
        expect(first).toBeGreaterThan(ranges[i - 1]?.[1] ?? -1);
      }
    }),
  );
});

test('with too many ranges the count stays exact, and the ranges hold all lost rows and others between them', () => {
  const rows = fc.uniqueArray(fc.nat(200), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.uniqueArray(fc.nat(200)), fc.nat(200), (some, more, from) => {
      const losses = newLosses([], 4);
      losses.add(loss(some));
      losses.snapshot();
      const later = more.filter((row) => !some.includes(row));
      losses.add(loss(later));
      const [kept] = losses.snapshot();
      expect(kept?.rows).toBe(some.length + later.length);
      expect(kept?.ranges.length).toBeLessThanOrEqual(4);
      expect(rowsOf(kept?.ranges ?? [])).toEqual(expect.arrayContaining([...some, ...later]));
      // Rows that will be sent again are lost no longer.
      losses.remove([[from, Infinity]]);
      const [left = loss([])] = losses.snapshot();
      expect(left.rows).toBeLessThanOrEqual(sizeOf(left));
      expect(left.rows).toBeGreaterThanOrEqual([...some, ...later].filter((row) => row < from).length);
      expect(rowsOf(left.ranges).every((row) => row < from)).toBe(true);
    }),
  );
});

test('a few reasons are kept, and rows lost for others are counted together', () => {
  const losses = newLosses([], 100);
  for (let row = 0; row < 30; row++) losses.add(loss([row], `Reason ${row}`));
  const all = losses.snapshot();
  expect(all.map(({ reason, rows }) => [reason, rows])).toEqual([
    ...Array.from({ length: 9 }, (_, i) => [`Reason ${i}`, 1]),
    ['other reasons', 21],
  ]);
});

test('reasons that differ in the values of rows are one, and others are not', () => {
  const losses = newLosses([], 100);
  const lose = (reason: string, row: number): void =>
    losses.add({ outcome: 'rejected', reason, rows: 1, ranges: [[row, row + 1]] });
  for (let row = 0; row < 30; row++) lose(`duplicate key "numbers". Key (n)=(${row}) already exists.`, row);
  lose('responded with 400', 40);
  lose('responded with 413', 50);
  expect(losses.snapshot().map(({ reason, rows }) => [reason, rows])).toEqual([
    ['duplicate key "numbers". Key (n)=(0) already exists.', 30],
    ['responded with 400', 1],
    ['responded with 413', 1],
  ]);
});

test('ranges are shared by the losses as they need them', () => {
  const losses = newLosses([], 10);
  const spread = (count: number): number[] => Array.from({ length: count }, (_, i) => 2 * i);
  losses.add(loss(spread(40), 'Often'));
  losses.add(loss(spread(10), 'Seldom'));
  expect(losses.snapshot().map(({ ranges }) => ranges.length)).toEqual([8, 2]);
});
