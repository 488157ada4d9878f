import type { Schedule } from './schedule.ts';

/** The size of batches without a rate. Each request costs the same, so larger ones make a row cheaper; smaller ones are safer on slow networks. */
export interface BatchSize {
  /** Maximum rows of the next batch: from `batchRows` to `mostBatchRows`. */
  next(schedule: Pick<Schedule, 'batchRows' | 'mostBatchRows'>): number;
  /** Making a batch took `ms`, during which nothing else could happen. */
  made(ms: number): void;
  /** The service took `ms` to answer a request of `rows` rows. */
  answered(rows: number, ms: number): void;
  /** A request failed, so batches start small again. */
  failed(): void;
  /** A request was too large, so batches stay small. */
  tooLarge(): void;
}

/** Batches grow while they are answered and made within this. Even after growing, four in flight then take a second. */
const QUICK_MS = 250;
const QUICKLY_MADE_MS = 10;
/** Batches shrink if they are answered later than this: a tenth of a request's default timeout. */
const SLOW_MS = 1000;

/** Starts with small batches. */
export function newBatchSize(): BatchSize {
  let rows = 0;
  let isQuicklyMade = false;
  let mayGrow = true;
  return {
    next({ batchRows, mostBatchRows }) {
      rows = Math.min(Math.max(rows, batchRows), mayGrow ? mostBatchRows : batchRows);
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
  };
}
