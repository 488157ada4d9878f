import type { DeliveryError } from '../destinations/error.ts';
import type { LatencyBins } from './tally.ts';

/**
 * The counts of a run. At every report and at the end:
 * `generated = accepted + quarantined + rejected + failed + dropped + inFlight`.
 */
export interface Counts {
  /** Rows due so far: generated, or dropped instead. */
  readonly generated: number;
  /** Rows that the service acknowledged. The page's "sent". */
  readonly accepted: number;
  /** Rows that the service quarantined. */
  readonly quarantined: number;
  /** Rows that the service rejected for good, or that exceed its size limit. */
  readonly rejected: number;
  /** Rows given up: attempts exhausted, or the run ended before a response. */
  readonly failed: number;
  /** Those of `failed` that may have been stored, as `DeliveryError.uncertain` defines it. */
  readonly uncertain: number;
  /** Rows that were due but skipped because the service can't keep up and `whenBehind` is `drop`. */
  readonly dropped: number;
  /** Rows queued or being sent. 0 in a summary. */
  readonly inFlight: number;
}

/** A report on a running stream. */
export interface Progress extends Counts {
  /** Milliseconds since the start. */
  readonly elapsedMs: number;
  /**
   * Rows per second requested now; `Infinity` for as fast as possible, as for rows of the past. In the summary of a rate that varied,
   * its mean.
   */
  readonly asked: number;
  /** Rows accepted per second, over the last few seconds. Rows ahead of their time, as at the start of a tick, do not raise it. */
  readonly achieved: number;
  /** Rows accepted per second, since the start. For a run on time, never more than the target. */
  readonly average: number;
  /** Rows due but neither generated nor dropped yet, and the same in seconds at the requested rate. */
  readonly behind: { readonly rows: number; readonly seconds: number };
  /** Requests completed or abandoned, by status (`202`, `429`), or by kind without one: `network`, `timeout`. */
  readonly requests: Readonly<Record<string, number>>;
  /** Requests that were retries. */
  readonly retried: number;
  /** Bytes of request bodies that the service acknowledged. */
  readonly bytes: number;
  /** Milliseconds from request to response, over all requests with a response. 0 before the first. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** The last error of the run, retried or not. */
  readonly lastError: DeliveryError | undefined;
  /** Present while rows are being retried and nothing was accepted since they failed. */
  readonly retrying?: Retrying;
  /** Present if the pace has an event time or the run a control. */
  readonly time?: TimeProgress;
}

/** Where a run is in event time. */
export interface TimeProgress {
  /**
   * Event time reached, in milliseconds since 1970. While rows of the past are sent and after the last row of the limit, the time of
   * the last row taken, before `disorder`.
   */
  readonly eventMs: number;
  /** Rows per second of wall-clock time, planned now. 0 while paused. */
  readonly plannedPerSecond: number;
  /** Rows due so far, within the limit. */
  readonly dueRows: number;
  /** Rows of the past that are not generated yet. 0 once the run is live. */
  readonly backlogRows: number;
  /** Whether the run has caught up once: rows go out as they fall due. */
  readonly isLive: boolean;
  /** Rows accepted per second since then, without those of the past. Undefined if no row has fallen due since. */
  readonly liveAverage?: number | undefined;
  readonly isPaused: boolean;
}

/** When the next attempt is made, and when the rows are given up. */
export interface Retrying {
  /** Milliseconds until the next attempt; 0 while one is in flight. */
  readonly nextMs: number;
  /** Milliseconds until the first retry window closes. */
  readonly giveUpMs: number;
  /** Remaining attempts, including the next; absent if unlimited. */
  readonly attemptsLeft?: number;
}

/** Why a run ended: exactly one reason. */
export type StopReason = 'limit' | 'stopped' | 'failed';

/** The result of a run. Nothing is in flight any more. */
export interface Summary extends Progress {
  readonly reason: StopReason;
  /** What ended the run, for `failed`. */
  readonly error: DeliveryError | undefined;
  /** The response times behind `latency`, to add to those of other runs. */
  readonly latencyBins: LatencyBins;
}
