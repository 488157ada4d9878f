import { DeliveryError, type Connection } from '@catbird/core';

/** The lowest row that nobody has acknowledged. */
export interface Watermark {
  /** Every row before this one was acknowledged or refused for good. */
  readonly next: number;
  /** The same connection, watched. */
  readonly watch: (connection: Connection) => Connection;
}

/** Rows that were made together, and how many of them are done. */
interface Range {
  readonly first: number;
  readonly count: number;
  done: number;
}

/**
 * Follows which rows are done. Parts of a batch that are sent again count for the batch that they were in.
 *
 * @param first the first row of the stream
 * @param passRefused whether rows that the service refuses for good are done, too: the stream goes on after them
 */
export function newWatermark(first: number, passRefused: boolean): Watermark {
  // In the order of their rows, as batches are made.
  let open: Range[] = [];
  let end = first;

  const rangeOf = (row: number, count: number): Range => {
    const known = open.find((range) => row >= range.first && row < range.first + range.count);
    if (known !== undefined) return known;
    const range = { first: row, count, done: 0 };
    open.push(range);
    open.sort((a, b) => a.first - b.first);
    end = Math.max(end, row + count);
    return range;
  };
  const done = (range: Range, rows: number): void => {
    range.done += rows;
    if (range.done >= range.count) open = open.filter((each) => each !== range);
  };
  return {
    get next() {
      return open[0]?.first ?? end;
    },
    watch: (connection) => ({
      async send(batch, options) {
        // A batch is used again for other rows when the run is done with it.
        const { first: row, count } = batch;
        const range = rangeOf(row, count);
        try {
          const receipt = await connection.send(batch, options);
          // Where an answer does not confirm some rows it does not say which: all of these are sent again by the next process.
          done(range, count - (receipt.again?.rows.length ?? 0) - (receipt.unconfirmed?.rows ?? 0));
          return receipt;
        } catch (error) {
          if (error instanceof DeliveryError && isForGood(error, count, passRefused)) done(range, count);
          throw error;
        }
      },
      close: () => connection.close(),
    }),
  };
}

const isForGood = ({ kind }: DeliveryError, count: number, passRefused: boolean): boolean =>
  (kind === 'too-large' && count === 1) || (kind === 'rejected' && passRefused);
