/**
 * The size of batches without a rate. Each request costs the same, so larger ones make a row cheaper; smaller ones get through when
 * the network is slow.
 */
export interface BatchSize {
  /** Maximum rows of the next batch: `batchRows`, or more. */
  next(batchRows: number): number;
  /** Making a batch took `ms`, during which nothing else could happen. */
  made(ms: number): void;
  /** The service took `ms` to answer a request of `rows` rows. */
  answered(rows: number, ms: number): void;
  /** A request failed, so batches start small again. */
  failed(): void;
  /** A request was too large, so batches stay small. */
  tooLarge(): void;
  /** Whether a batch is larger than it was at the start, so that halves of it may get through where it did not. */
  hasGrown(rows: number): boolean;
}

/** Batches grow while they are answered and made within this. Four in flight, of twice the size, then take half a second. */
const QUICK_MS = 250;
const QUICKLY_MADE_MS = 10;
/** Batches shrink if they are answered later than this: a tenth of a request's default timeout. */
const SLOW_MS = 1000;

/** @param mostRows as `RequestLimits.growsTo` */
export function newBatchSize(mostRows = 0): BatchSize {
  let rows = 0;
  let leastRows = Infinity;
  let isQuicklyMade = false;
  let mayGrow = true;
  return {
    next(batchRows) {
      leastRows = batchRows;
      rows = mayGrow ? Math.max(Math.min(rows, mostRows), batchRows) : batchRows;
      return rows;
    },
    made(ms) {
      isQuicklyMade = ms <= QUICKLY_MADE_MS;
    },
    answered(count, ms) {
      if (ms > SLOW_MS) rows = Math.ceil(rows / 2);
      else if (ms <= QUICK_MS && isQuicklyMade && count >= rows) rows *= 2;
    },
    failed() {
      rows = 0;
    },
    tooLarge() {
      mayGrow = false;
    },
    hasGrown: (count) => count > leastRows && count <= mostRows,
  };
}
