import type { RowWriter, Split } from '@catbird/engine';

/** One of `count` processes that share a stream. It sends rows `index`, `index + count`, … */
export interface Shard {
  /** From 0 to `count − 1`. */
  readonly index: number;
  readonly count: number;
}

/** How many of the first `limit` rows belong to this shard; −1 (no limit) stays −1. */
export const shardLimit = (limit: number, { index, count }: Shard): number =>
  limit < 0 ? limit : Math.max(0, Math.ceil((limit - index) / count));

/** The row number in the whole stream of row `row` of a shard. Without a shard they are the same. */
export const rowNumber = (row: number, shard: Shard | undefined): number =>
  shard === undefined ? row : shard.index + row * shard.count;

/** A writer whose row i is row `index + i · count` of the stream. */
export const shardRows = (rows: RowWriter, shard: Shard): RowWriter => ({
  fill(batch, extent) {
    const { first, step = 1 } = extent;
    rows.fill(batch, { ...extent, first: rowNumber(first, shard), step: step * shard.count });
    return Object.assign(batch, { first });
  },
});

/**
 * How many of the first `limit` rows belong to one part of a split stream: an upper bound until all of them have been searched, then
 * exactly. −1 (no limit) stays −1.
 */
export function splitLimit(limit: number, split: Split): number {
  if (limit < 0) return limit;
  return split.end < limit ? split.found + limit - split.end : split.before(limit);
}

/**
 * Finds a row of one part of a split stream, and those before it, which are needed to go on there anyway. If the part has no such row
 * below a limit of the whole stream (−1: none), `splitLimit` is exact afterwards.
 */
export function findRow(split: Split, row: number, limit: number): void {
  const stop = limit < 0 ? Infinity : limit;
  let end = -1;
  while (split.found <= row && split.end < stop && split.end !== end) {
    ({ end } = split);
    split.find(row + 1);
  }
}

/** A writer of the rows of one part of a split stream. */
export const splitRows = (rows: RowWriter, split: Split): RowWriter => ({
  fill(batch, extent) {
    const list = split.list(extent.first, extent.count);
    return rows.fill(batch, { ...extent, rows: list, count: list.length });
  },
});
