/** Rows from `first` to `end`, which is exclusive and may be `Infinity`. */
export type Range = readonly [first: number, end: number];

/** The gaps between ranges that are in order and disjoint. */
export const between = (ranges: readonly Range[]): Range[] =>
  ranges.slice(1).map(([first], i): Range => [ranges[i]?.[1] ?? first, first]);

/** Index of the first range that ends after a row; the number of ranges if none does. */
export function placeOf(row: number, ranges: readonly Range[]): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[1] ?? Infinity) > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

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
