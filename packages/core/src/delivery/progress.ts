import type { DeliveryError } from '../destinations/error.ts';

/**
 * The running sum of a run. True at every report and at the end:
 * `generated = accepted + quarantined + rejected + failed + dropped + inFlight`.
 */
export interface Counts {
  /** Rows taken up for delivery: made, or dropped in place of being made. */
  readonly generated: number;
  /** Rows that the service acknowledged. The page's "sent". */
  readonly accepted: number;
  /** Rows that the service kept aside. */
  readonly quarantined: number;
  /** Rows refused for good by the service, or larger than it takes. */
  readonly rejected: number;
  /** Rows given up: attempts exhausted, or the run ended before an answer. */
  readonly failed: number;
  /** The part of `failed` that may have been stored, as `DeliveryError.uncertain` defines it. */
  readonly uncertain: number;
  /** Rows that were due and, as asked, not sent because the service was too slow. */
  readonly dropped: number;
  /** Rows waiting or on their way. 0 in a summary. */
  readonly inFlight: number;
}

/** A report on a run under way. */
export interface Progress extends Counts {
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  /** Rows a second asked; `Infinity` for as fast as possible. */
  readonly asked: number;
  /** Rows accepted a second, over the last few seconds. */
  readonly achieved: number;
  /** Rows due and neither generated nor dropped yet, and how many seconds of the asked rate they are. */
  readonly behind: { readonly rows: number; readonly seconds: number };
  /** Requests answered or given up, by status: `202`, `429`, or a kind without one: `network`, `timeout`. */
  readonly requests: Readonly<Record<string, number>>;
  /** Requests that were attempts after the first. */
  readonly retried: number;
  /** Bytes of bodies that the service acknowledged. */
  readonly bytes: number;
  /** Milliseconds from request to answer, over the answered requests. 0 before the first. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** The last error of the run, retried or not. */
  readonly lastError: DeliveryError | undefined;
  /** Present while rows are tried again and nothing has been accepted since they failed. */
  readonly retrying?: Retrying;
}

/** When the next attempt comes, and when the rows are given up. */
export interface Retrying {
  /** Milliseconds until the next attempt; 0 while one is under way. */
  readonly nextMs: number;
  /** Milliseconds until the retry window of the rows that failed first closes. */
  readonly giveUpMs: number;
  /** Attempts that are left, the next one included; absent where their number has no limit. */
  readonly attemptsLeft?: number;
}

/** Why a run ended. Exactly one. */
export type StopReason = 'limit' | 'stopped' | 'failed';

/** The end of a run: nothing is in flight any more. */
export interface Summary extends Progress {
  readonly reason: StopReason;
  /** What ended the run, for `failed`. */
  readonly error: DeliveryError | undefined;
}
