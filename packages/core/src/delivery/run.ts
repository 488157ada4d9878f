import type { Connection, RequestLimits } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import type { Pace } from '../pace/pace.ts';
import type { RowWriter } from '../rows/writer.ts';
import type { Progress, Summary } from './progress.ts';

/** Time as a run sees it, so that tests need not wait. */
export interface Clock {
  /** Milliseconds, monotone: `performance.now`. */
  now(): number;
  /** Wall-clock milliseconds since 1970: the rows' event time. */
  date(): number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** When and how often a failed request is tried again. */
export interface RetryOptions {
  /** Attempts at the same rows, the first included. Default 5. */
  readonly attempts?: number;
  /** First delay for transient failures in milliseconds, doubled each time, jittered. Default 50; throttling starts at 1000. */
  readonly baseMs?: number;
  /** Longest own delay, in milliseconds. Default 20,000. */
  readonly capMs?: number;
  /** Longest time for the same rows, all attempts included, in milliseconds. Default 60,000. */
  readonly batchMs?: number;
}

/** A run, from its first row to its summary. */
export interface RunOptions {
  readonly rows: RowWriter;
  readonly pace: Pace;
  readonly connection: Connection;
  readonly limits: RequestLimits;
  /** Rows to send, exactly; −1 (default): no limit. */
  readonly limit?: number;
  /** Index of the first row. Default 0. A second session goes on where the first ended. */
  readonly first?: number;
  /** Aborted by the first Stop: nothing more is generated, what is in flight is waited for up to `graceMs`. */
  readonly stop: AbortSignal;
  /** Aborted by the second Stop: what is in flight is given up and counted as failed. */
  readonly abort?: AbortSignal;
  /** How long a stop waits for answers, in milliseconds. Default 10,000. */
  readonly graceMs?: number;
  readonly retry?: RetryOptions;
  /** When rows were given up: `stop` (default, the specification's) ends the run, `continue` counts and goes on. */
  readonly onFailure?: 'stop' | 'continue';
  /** When the service is too slow: `delay` (default) the rows, or `drop` and count those not sent in time. */
  readonly whenBehind?: 'delay' | 'drop';
  /** Called at most every `reportMs` (default 100) milliseconds. */
  readonly onProgress?: (progress: Progress) => void;
  readonly reportMs?: number;
  /** Called for every failed request, retried or not, and for every answer. The engine itself does not log. */
  readonly onError?: (error: DeliveryError, retried: boolean) => void;
  readonly onAnswer?: (answer: string) => void;
  readonly clock: Clock;
  /** In [0, 1): jitter and request ids. */
  readonly random: () => number;
}

export type Run = (options: RunOptions) => Promise<Summary>;
