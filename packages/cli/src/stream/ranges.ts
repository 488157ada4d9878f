/** Rows from `first` up to `end`, which is not among them and may be `Infinity`. */
export type Range = readonly [first: number, end: number];

/** The ranges between consecutive ones, which are in order and apart. */
export const between = (ranges: readonly Range[]): Range[] =>
  ranges.slice(1).map(([first], i): Range => [ranges[i]?.[1] ?? first, first]);

/** Place of the first range that ends after a row; the number of ranges when none does. */
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

/** Takes rows out of ranges that are in order and apart, in place. */
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

/** At most so many ranges, which hold all rows of the given ones: those that are closest to each other become one. */
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

/** How many rows there are below one. */
export const countBelow = (row: number, ranges: readonly Range[]): number =>
  ranges.reduce((sum, [first, end]) => sum + Math.max(0, Math.min(end, row) - first), 0);
