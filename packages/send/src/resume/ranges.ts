import { firstPlace, type RowWriter } from '@catbird/engine';

/** Rows from `first` to `end`, which is exclusive and may be `Infinity`. */
export type Range = readonly [first: number, end: number];

/** Rows with how often something happened to them. `times` may be `Infinity`: any number of times. */
export type CountedRange = readonly [first: number, end: number, times: number];

/** The gaps between ranges that are in order and disjoint. */
export const between = (ranges: readonly Range[]): Range[] =>
  ranges.slice(1).map(([first], i): Range => [ranges[i]?.[1] ?? first, first]);

/** Index of the first range that ends after a row; the number of ranges if none does. */
export const placeOf = (row: number, ranges: readonly (Range | CountedRange)[]): number =>
  firstPlace(0, ranges.length, (at) => (ranges[at]?.[1] ?? Infinity) > row);

/** Removes rows from ranges that are in order and disjoint, in place. */
export function takeOut(ranges: Range[], [first, end]: Range): void {
  if (first >= end) return;
  const from = placeOf(first, ranges);
  const rest: Range[] = [];
  let to = from;
  for (let range = ranges[to]; range !== undefined && range[0] < end; range = ranges[++to]) {
    if (range[0] < first) rest.push([range[0], first]);
    if (range[1] > end) rest.push([end, range[1]]);
  }
  ranges.splice(from, to - from, ...rest);
}

/** Adds rows to ranges that are in order and disjoint, in place. */
export function putIn(ranges: Range[], [first, end]: Range): void {
  if (first >= end) return;
  // A range that ends just before the first row takes it in.
  const from = placeOf(first - 1, ranges);
  let [low, high] = [first, end];
  let to = from;
  for (let range = ranges[to]; range !== undefined && range[0] <= end; range = ranges[++to])
    [low, high] = [Math.min(low, range[0]), Math.max(high, range[1])];
  ranges.splice(from, to - from, [low, high]);
}

/** Counts rows once more, or `more` times, in ranges that are in order and disjoint, in place. */
export function countIn(counts: CountedRange[], [first, end]: Range, more = 1): void {
  if (first >= end) return;
  const made: CountedRange[] = [];
  const add = (from: number, to: number, times: number): void => {
    if (from >= to) return;
    const last = made.at(-1);
    if (last?.[1] === from && last[2] === times) made[made.length - 1] = [last[0], to, times];
    else made.push([from, to, times]);
  };
  const place = placeOf(first - 1, counts);
  let at = first;
  let next = place;
  for (let each = counts[next]; each !== undefined && each[0] <= end; each = counts[++next]) {
    const [low, high, times] = each;
    add(at, Math.min(low, end), more);
    add(low, Math.min(high, first), times);
    add(Math.max(low, first), Math.min(high, end), times + more);
    add(Math.max(low, end), high, times);
    at = Math.max(at, high);
  }
  add(at, end, more);
  counts.splice(place, next - place, ...made);
}

/** The rows of a range that are in ranges in order and disjoint. */
export function inBoth([first, end]: Range, ranges: readonly Range[]): readonly Range[] {
  const both: Range[] = [];
  let place = placeOf(first, ranges);
  for (let range = ranges[place]; range !== undefined && range[0] < end; range = ranges[++place])
    both.push([Math.max(first, range[0]), Math.min(end, range[1])]);
  return both;
}

/** Merges the closest ranges until at most `most` remain. They include all rows of the given ones. */
export function merged(ranges: readonly Range[], most: number): readonly Range[] {
  if (ranges.length <= most) return ranges;
  const gaps = between(ranges).map(([first, end], i) => ({ i, rows: end - first }));
  const closed = new Set(
    gaps
      .sort((a, b) => a.rows - b.rows)
      .slice(0, ranges.length - most)
      .map(({ i }) => i),
  );
  const all: Range[] = [];
  for (const [i, range] of ranges.entries()) {
    const last = all.at(-1);
    if (last !== undefined && closed.has(i - 1)) all[all.length - 1] = [last[0], range[1]];
    else all.push(range);
  }
  return all;
}

/** How many rows of the ranges are below `row`. */
export const countBelow = (row: number, ranges: readonly Range[]): number =>
  ranges.reduce((sum, [first, end]) => sum + Math.max(0, Math.min(end, row) - first), 0);

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
