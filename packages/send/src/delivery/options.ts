import type { Connection, Receipt, RequestLimits } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import type { Pace } from '../pace/pace.ts';
import type { Batch, RowTimes, RowWriter } from '@catbird/engine';
import type { Controlled } from './control.ts';
import type { Progress } from './progress.ts';
import type { RetryOptions } from './retry.ts';

/** The time source of a run. Tests use a virtual one. */
export interface Clock {
  /** Milliseconds, monotonic: `performance.now`. */
  now(): number;
  /** Wall-clock milliseconds since 1970: the event time of rows. */
  date(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `act` after `ms`. Returns a function that cancels it, which takes a fraction of the time of a signal. */
  after(ms: number, act: () => void): () => void;
}

/** The result of one request. */
export interface RequestMark {
  /** Milliseconds until its response, or until it was abandoned. */
  readonly ms: number;
  /** `retried`: its rows will be sent again. */
  readonly outcome: 'accepted' | 'retried' | 'failed';
}

/**
 * What became of rows of one request. `retried`: they will be sent again. `mixed`: the service took some of them and does not say
 * which.
 */
export type RowsOutcome =
  'accepted' | 'quarantined' | 'rejected' | 'failed' | 'retried' | 'mixed' | 'dropped';

/** Why rows have their outcome. */
export interface OutcomeReason {
  /** Requests that these rows were in, 0 if none could hold them. */
  readonly attempts: number;
  /** Why they were not accepted. Absent: they were, or the run ended before there was a response. */
  readonly error?: DeliveryError | undefined;
  /** Whether they may be stored although they were not confirmed. */
  readonly uncertain: boolean;
}

/** Names of options as the user knows them, for error messages. */
export interface OptionNames {
  /** The retry window with its length: `--retry-for 30s`. */
  readonly retryFor: string;
  /** The option that counts failures and continues: `--on-failure continue`. */
  readonly continueOnFailure: string;
}

/** Options of a run. */
export interface RunOptions {
  readonly rows: RowWriter;
  readonly pace: Pace;
  /** Event times of rows by index. Default: the clock's time when a row is made. */
  readonly times?: RowTimes;
  /** Changes the rate while the run goes on: see `newRunControl`. */
  readonly control?: Controlled;
  /** Closed when the run ends. */
  readonly connection: Connection;
  readonly limits: RequestLimits;
  /** Exact number of rows; −1 (default): no limit. A function is called again whenever rows may be due, for a limit that may change. */
  readonly limit?: number | (() => number);
  /** Index of the first row. Default 0. A second session continues where the first ended. */
  readonly first?: number;
  /** Aborted by the first Stop: no more rows are generated, and responses are awaited for up to `graceMs`. */
  readonly stop: AbortSignal;
  /** Aborted by the second Stop: requests in flight are abandoned and their rows count as failed. */
  readonly abort?: AbortSignal;
  /** How long a stopped or failed run waits for responses, in milliseconds. Default 10,000. */
  readonly graceMs?: number;
  readonly retry?: RetryOptions;
  /** What to do when rows fail or are rejected or quarantined: `stop` the run (default, as specified), or count them and `continue`. */
  readonly onFailure?: 'stop' | 'continue';
  /** Names of options in error messages. Default: those of this interface. */
  readonly optionNames?: OptionNames;
  /** When the service can't keep up: `delay` rows (default), or `drop` and count those more than a second late. */
  readonly whenBehind?: 'delay' | 'drop';
  /** Called every `reportMs` milliseconds (default 100). */
  readonly onProgress?: (progress: Progress) => void;
  readonly reportMs?: number;
  /** Called for every failed request, retried or not, and for every row that is too large. The engine itself does not log. */
  readonly onError?: (error: DeliveryError, retried: boolean) => void;
  /** Called with every batch before its first request, in row order. Rows missing between batches were dropped, or too large for any request. */
  readonly onMade?: (batch: Batch) => void;
  /** Called instead with every row that is too large for any request, as a batch of one. */
  readonly onUnsent?: (batch: Batch) => void;
  /** Called with every batch that a service accepted, wholly or in part, and its receipt. The batch's bytes are valid until the call returns. */
  readonly onBatch?: (batch: Batch, receipt: Receipt) => void;
  /**
   * Called with rows whenever something became of them: for every row at least once, and last with its final outcome. The batch's
   * bytes are valid until the call returns.
   */
  readonly onOutcome?: (batch: Batch, outcome: RowsOutcome, reason: OutcomeReason) => void;
  /** Called with the service's response, as one line. */
  readonly onAnswer?: (answer: string) => void;
  /** Called for every request that got a response or was abandoned. */
  readonly onRequest?: (request: RequestMark) => void;
  readonly clock: Clock;
  /** In [0, 1): for jitter and request ids, never for rows. */
  readonly random: () => number;
}
