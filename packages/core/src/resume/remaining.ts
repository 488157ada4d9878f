import type { RowWriter } from '../rows/writer.ts';
import { countBelow, type Range } from './ranges.ts';

/**
 * Maps consecutive indices to the remaining rows: the first remaining row is its own index, the others follow without gaps. Also
 * returns the end of the row's range.
 */
export function rowAt(
  index: number,
  remaining: readonly Range[],
): { readonly row: number; readonly end: number } {
  let left = index - (remaining[0]?.[0] ?? 0);
  for (const [first, end] of remaining) {
    if (left < end - first) return { row: first + left, end };
    left -= end - first;
  }
  throw new RangeError(`No remaining row at index ${index}`);
}

/** Writes only the remaining rows, byte for byte as in the whole stream. A batch ends with its range. */
export const remainingRows = (rows: RowWriter, remaining: readonly Range[]): RowWriter => ({
  fill(batch, extent) {
    const { first, step = 1, count } = extent;
    const { row, end } = rowAt(first, remaining);
    return rows.fill(batch, { ...extent, first: row, count: Math.min(count, Math.ceil((end - row) / step)) });
  },
});

/** How many of the first `limit` rows remain; −1 (no limit) stays −1. */
export const remainingLimit = (limit: number, remaining: readonly Range[]): number =>
  limit < 0 ? limit : countBelow(limit, remaining);

/** How many rows are done: all but those that remain. */
export function doneRows(remaining: readonly Range[]): number {
  const [end = 0] = remaining.at(-1) ?? [];
  return end - countBelow(end, remaining);
}
