import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { rowIndex, type Batch } from '../rows/batch.ts';
import { between, countBelow, merged, takeOut, type Range } from './ranges.ts';

/** Tracks which rows are done: acknowledged, permanently rejected, or skipped on request. */
export interface Watermark {
  /** Called before a batch is sent. Earlier rows that were in no batch are done: they will not be sent. */
  readonly made: (batch: Batch) => void;
  /** The row after the last one in any batch. */
  readonly end: number;
  /** Wraps a connection, to follow its receipts. */
  readonly watch: (connection: Connection) => Connection;
  /** The current state. */
  readonly snapshot: () => Snapshot;
}

/** Which rows are done at one moment. */
export interface Snapshot {
  /** Every row before this one is done. */
  readonly next: number;
  /** Later rows that are done, in order and disjoint. */
  readonly acknowledged: readonly Range[];
  /** All other rows, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Rows that were done but count as remaining from now on, because there were too many ranges. */
  readonly forgotten: number;
}

/** Maximum number of ranges of acknowledged rows. */
const MAX_RANGES = 10_000;

/**
 * Starts with the rows to send.
 *
 * @param remaining in order and disjoint. The last range is endless
 * @param passRefused whether permanently rejected rows are done, because the stream continues after them
 * @param onDone called with each receipt that says which rows are done, at the moment when they are
 */
export function newWatermark(
  remaining: readonly Range[],
  passRefused: boolean,
  mostRanges = MAX_RANGES,
  onDone?: (batch: Batch, receipt: Receipt) => void,
): Watermark {
  let left = [...remaining];
  let end = left[0]?.[0] ?? 0;
  // Rows rejected as too large before any was accepted: the cause may be the service.
  let suspects: Range[] = [];
  let hasAccepted = false;
  const done = (ranges: readonly Range[]): void => {
    for (const range of ranges) takeOut(left, range);
  };
  const accept = (sent: Rows, receipt: Receipt): void => {
    // If a response does not say which rows it confirms, the next process sends all of these again.
    const unconfirmed = receipt.unconfirmed?.places ?? [];
    if (isComplete(receipt, sent.count))
      done(rangesWithout([...(receipt.retryable?.rows ?? []), ...unconfirmed], sent));
    if (receipt.accepted === 0) return;
    hasAccepted = true;
    done(suspects);
    suspects = [];
  };
  const refuse = (sent: Rows, { kind, divisible }: DeliveryError): void => {
    // Its halves are sent next.
    if (divisible && sent.count > 1) return;
    const isTooLarge = kind === 'too-large' && sent.count === 1;
    const ranges = rangesWithout([], sent);
    if ((kind === 'rejected' && passRefused) || (isTooLarge && hasAccepted)) done(ranges);
    else if (isTooLarge) suspects.push(...ranges);
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
        // The batch object is reused for other rows after the run is done with it.
        const sent: Rows = { first: batch.first, count: batch.count, rows: batch.rows };
        try {
          const receipt = await connection.send(batch, options);
          if (isComplete(receipt, sent.count)) onDone?.(batch, receipt);
          accept(sent, receipt);
          return receipt;
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          refuse(sent, error);
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

/** Which rows a batch holds. */
interface Rows {
  readonly first: number;
  readonly count: number;
  readonly rows: readonly number[] | undefined;
}

/** Whether a receipt accounts for every row. If not, no row is known to be done. */
const isComplete = (
  { accepted, quarantined, rejected, retryable, unconfirmed }: Receipt,
  count: number,
): boolean =>
  accepted + quarantined + rejected + (retryable?.rows.length ?? 0) + (unconfirmed?.places?.length ?? 0) ===
  count;

/** The rows of a batch, without those at some places. */
function rangesWithout(places: readonly number[], { first, count, rows }: Rows): readonly Range[] {
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
