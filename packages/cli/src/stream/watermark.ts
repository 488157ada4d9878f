import { DeliveryError, rowIndex, type Batch, type Connection, type Receipt } from '@catbird/core';
import { between, countBelow, merged, takeOut, type Range } from './ranges.ts';

/** Which rows are done: acknowledged, refused for good, or left out as asked. */
export interface Watermark {
  /** A batch is about to be sent. Rows before it that were in no batch are done: nobody is going to send them. */
  readonly made: (batch: Batch) => void;
  /** The row after the last one that was made. */
  readonly end: number;
  /** The same connection, watched. */
  readonly watch: (connection: Connection) => Connection;
  /** What is known now. */
  readonly snapshot: () => Snapshot;
}

/** Which rows were done at a time. */
export interface Snapshot {
  /** Every row before this one is done. */
  readonly next: number;
  /** Later rows that are done, too, in order and apart. */
  readonly acknowledged: readonly Range[];
  /** All others, in order and apart: the last range has no end. */
  readonly remaining: readonly Range[];
  /** Rows that were done and count as remaining since the last time, because there were more ranges than are kept. */
  readonly forgotten: number;
}

/** Most ranges of acknowledged rows that are kept. */
const MOST_RANGES = 10_000;

/**
 * Follows which rows are done.
 *
 * @param remaining what is to be sent, in order and apart: the last range has no end
 * @param passRefused whether rows that the service refuses for good are done, too: the stream goes on after them
 */
export function newWatermark(
  remaining: readonly Range[],
  passRefused: boolean,
  mostRanges = MOST_RANGES,
): Watermark {
  let left = [...remaining];
  let end = left[0]?.[0] ?? 0;
  // Rows refused as too large while none was taken: the service may be at fault, and not they.
  let doubted: Range[] = [];
  let hasTaken = false;
  const take = (): void => {
    hasTaken = true;
    for (const range of doubted) takeOut(left, range);
    doubted = [];
  };
  return {
    made({ first, count }) {
      takeOut(left, [end, first]);
      end = first + count;
    },
    get end() {
      return end;
    },
    watch: (connection) => ({
      async send(batch, options) {
        // A batch is used again for other rows when the run is done with it.
        const { first, count, rows } = batch;
        const done = (again: readonly number[]): void => {
          for (const range of rangesWithout(again, { first, count, rows })) takeOut(left, range);
        };
        try {
          const receipt = await connection.send(batch, options);
          // Where an answer does not say which rows it confirms, all of these are sent again by the next process.
          const unconfirmed = receipt.unconfirmed?.places ?? [];
          if (isComplete(receipt, count)) done([...(receipt.retryable?.rows ?? []), ...unconfirmed]);
          if (receipt.accepted > 0) take();
          return receipt;
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          if (error.kind === 'rejected' && passRefused) done([]);
          if (error.kind === 'too-large' && count === 1) {
            if (hasTaken) done([]);
            else doubted.push(...rangesWithout([], { first, count, rows }));
          }
          throw error;
        }
      },
      close: () => connection.close(),
    }),
    snapshot() {
      const kept = merged(left, mostRanges + 1);
      const forgotten = countBelow(end, kept) - countBelow(end, left);
      left = [...kept];
      return { next: kept[0]?.[0] ?? end, acknowledged: between(kept), remaining: kept, forgotten };
    },
  };
}

/** Whether a receipt says of each row what became of it. Where it does not, none is known to be done. */
const isComplete = (
  { accepted, quarantined, rejected, retryable, unconfirmed }: Receipt,
  count: number,
): boolean =>
  accepted + quarantined + rejected + (retryable?.rows.length ?? 0) + (unconfirmed?.places?.length ?? 0) ===
  count;

/** The rows of a batch but for those at some places. */
function rangesWithout(
  places: readonly number[],
  { first, count, rows }: { first: number; count: number; rows: readonly number[] | undefined },
): readonly Range[] {
  if (rows === undefined && places.length === 0) return [[first, first + count]];
  const without = new Set(places);
  const ranges: Range[] = [];
  for (let place = 0; place < count; place++) {
    if (without.has(place)) continue;
    const row = rowIndex({ first, ...(rows === undefined ? {} : { rows }) }, place);
    const last = ranges.at(-1);
    if (last?.[1] === row) ranges[ranges.length - 1] = [last[0], row + 1];
    else ranges.push([row, row + 1]);
  }
  return ranges;
}
