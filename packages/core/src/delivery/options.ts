import type { Connection, Receipt, RequestLimits } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import type { Pace } from '../pace/pace.ts';
import type { Batch } from '../rows/batch.ts';
import type { RowWriter } from '../rows/writer.ts';
import type { Progress } from './progress.ts';
import type { RetryOptions } from './retry.ts';

/** Time as a run sees it, so that tests need not wait. */
export interface Clock {
  /** Milliseconds, monotone: `performance.now`. */
  now(): number;
  /** Wall-clock milliseconds since 1970: the rows' event time. */
  date(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** How one request went. */
export interface RequestMark {
  /** Milliseconds until its answer, or until it was given up. */
  readonly ms: number;
  /** `retried`: its rows go again. */
  readonly outcome: 'accepted' | 'retried' | 'failed';
}

/** Options as the person who set them knows them. */
export interface OptionNames {
  /** The retry window with its length: `--retry-for 30s`. */
  readonly retryFor: string;
  /** What counts failures and goes on: `--on-failure continue`. */
  readonly continueOnFailure: string;
}

/** What a run needs to know. */
export interface RunOptions {
  readonly rows: RowWriter;
  readonly pace: Pace;
  /** Closed when the run ends. */
  readonly connection: Connection;
  readonly limits: RequestLimits;
  /** Rows to take up, exactly; −1 (default): no limit. */
  readonly limit?: number;
  /** Index of the first row. Default 0. A second session goes on where the first ended. */
  readonly first?: number;
  /** Aborted by the first Stop: nothing more is generated, what is in flight is waited for up to `graceMs`. */
  readonly stop: AbortSignal;
  /** Aborted by the second Stop: what is in flight is given up and counted as failed. */
  readonly abort?: AbortSignal;
  /** How long a stopped or failed run waits for answers, in milliseconds. Default 10,000. */
  readonly graceMs?: number;
  readonly retry?: RetryOptions;
  /** When rows were given up, refused or quarantined: `stop` (default, the specification's) ends the run, `continue` counts and goes on. */
  readonly onFailure?: 'stop' | 'continue';
  /** How errors name the options that would have let the run go on. Default: as they are named here. */
  readonly optionNames?: OptionNames;
  /** When the service is too slow: `delay` (default) the rows, or `drop` and count those more than a second late. */
  readonly whenBehind?: 'delay' | 'drop';
  /** Called every `reportMs` (default 100) milliseconds. */
  readonly onProgress?: (progress: Progress) => void;
  readonly reportMs?: number;
  /** Called for every failed request, retried or not, and for every row that is too large. The engine itself does not log. */
  readonly onError?: (error: DeliveryError, retried: boolean) => void;
  /** Called with every batch before its first request, in the order of rows: those it skips were dropped, or too large for any request. */
  readonly onMade?: (batch: Batch) => void;
  /** Called with every batch that a service answered, wholly or in part taken, and its receipt. The batch's bytes are valid until the call returns. */
  readonly onBatch?: (batch: Batch, receipt: Receipt) => void;
  /** Called with what a service answered, in a line. */
  readonly onAnswer?: (answer: string) => void;
  /** Called for every request that was answered or given up. */
  readonly onRequest?: (request: RequestMark) => void;
  readonly clock: Clock;
  /** In [0, 1): jitter and request ids, never rows. */
  readonly random: () => number;
}
