import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  between,
  countBelow,
  countIn,
  inBoth,
  merged,
  remainingLimit,
  rowAt,
  takeOut,
  type CountedRange,
  type Range,
} from './ranges.ts';

const ROWS = 60;
const some = fc.uniqueArray(fc.nat(ROWS - 1)).map((rows) => new Set(rows));

/** The ranges of some rows below `ROWS`. */
function rangesOf(rows: ReadonlySet<number>): Range[] {
  const ranges: Range[] = [];
  for (let row = 0; row < ROWS; row++) {
    if (!rows.has(row)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === row) ranges[ranges.length - 1] = [last[0], row + 1];
    else ranges.push([row, row + 1]);
  }
  return ranges;
}
const rowsOf = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(([first, end]) => Array.from({ length: Math.min(end, ROWS) - first }, (_, i) => first + i));

test('removing rows keeps all others, in ranges that are in order and disjoint', () => {
  fc.assert(
    fc.property(some, fc.nat(ROWS), fc.nat(ROWS), (rows, first, end) => {
      const ranges = rangesOf(rows);
      takeOut(ranges, [first, end]);
      const left = new Set([...rows].filter((row) => row < first || row >= end));
      expect(ranges).toEqual(rangesOf(left));
    }),
  );
});

test('rows are counted as often as they are added, in the fewest ranges, and those that are in two ranges are found', () => {
  const added = fc.array(fc.tuple(fc.nat(ROWS), fc.nat(ROWS), fc.integer({ min: 1, max: 3 })));
  fc.assert(
    fc.property(added, some, fc.nat(ROWS), fc.nat(ROWS), (all, rows, first, end) => {
      const counts: CountedRange[] = [];
      for (const [from, to, times] of all) countIn(counts, [from, to], times);
      const each = Array.from({ length: ROWS }, (_, row) =>
        all.reduce((sum, [from, to, times]) => sum + (row >= from && row < to ? times : 0), 0),
      );
      const fewest = each.flatMap((times, row): CountedRange[] => {
        if (times === 0 || each[row - 1] === times) return [];
        const next = each.findIndex((other, i) => i > row && other !== times);
        return [[row, next < 0 ? ROWS : next, times]];
      });
      expect(counts).toEqual(fewest);
      const both = new Set([...rows].filter((row) => row >= first && row < end));
      expect(inBoth([first, end], rangesOf(rows))).toEqual(rangesOf(both));
    }),
  );
});

test('merging loses no row, respects the bound, and closes the smallest gaps', () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 8 }), (rows, most) => {
      const ranges = rangesOf(rows);
      const fewer = merged(ranges, most);
      expect(fewer.length).toBe(Math.min(most, ranges.length));
      expect(rowsOf(fewer)).toEqual(expect.arrayContaining([...rows]));
      const sizes = (all: readonly Range[]): number[] => between(all).map(([first, end]) => end - first);
      const largest = sizes(ranges)
        .sort((a, b) => b - a)
        .slice(0, Math.max(0, fewer.length - 1));
      expect(sizes(fewer).sort((a, b) => b - a)).toEqual(largest);
    }),
  );
});

test('each index has a remaining row, in order, and a limit counts the rows below it', () => {
  fc.assert(
    fc.property(some, fc.nat(ROWS + 5), (done, limit) => {
      const remaining: Range[] = [[0, Infinity]];
      for (const row of done) takeOut(remaining, [row, row + 1]);
      const rows = Array.from({ length: ROWS + 5 }, (_, row) => row).filter((row) => !done.has(row));
      const first = rows[0] ?? 0;
      expect(rows.map((_, i) => rowAt(first + i, remaining).row)).toEqual(rows);
      expect(remainingLimit(limit, remaining)).toBe(rows.filter((row) => row < limit).length);
      expect(remainingLimit(-1, remaining)).toBe(-1);
      expect(countBelow(Infinity, between(remaining))).toBe([...done].filter((row) => row > first).length);
    }),
  );
});
