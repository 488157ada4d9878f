import type { RowWriter } from '@catbird/core';
import { countBelow, type Range } from './ranges.ts';

/**
 * The row that comes at a turn, where only some rows remain: the first of them has its own number as its turn, and the others
 * follow without gaps.
 */
export function rowAt(
  turn: number,
  remaining: readonly Range[],
): { readonly row: number; readonly end: number } {
  let left = turn - (remaining[0]?.[0] ?? 0);
  for (const [first, end] of remaining) {
    if (left < end - first) return { row: first + left, end };
    left -= end - first;
  }
  throw new RangeError(`There is no turn ${turn}`);
}

/** A writer of the remaining rows alone, each with the bytes that it has among all. A batch ends with its range. */
export const remainingRows = (rows: RowWriter, remaining: readonly Range[]): RowWriter => ({
  fill(batch, extent) {
    const { row, end } = rowAt(extent.first, remaining);
    return rows.fill(batch, { ...extent, first: row, count: Math.min(extent.count, end - row) });
  },
});

/** How many of the first `limit` rows remain; −1, no limit, stays. */
export const remainingLimit = (limit: number, remaining: readonly Range[]): number =>
  limit < 0 ? limit : countBelow(limit, remaining);
