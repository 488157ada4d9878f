import type { RequestLimits } from '../destinations/destination.ts';
import type { Pace } from '../pace/pace.ts';
import { byteLength, type Batch } from '@catbird/engine';

/** What a rate means for a destination. */
export interface RatePlan {
  /** Requests per second at the requested rate; `Infinity` for as fast as possible. */
  readonly requestsPerSecond: number;
  /** Rows per request. */
  readonly rowsPerRequest: number;
  /** Rows per second within the destination's published limits; `Infinity` if none is published. */
  readonly mostPerSecond: number;
  /** Whether the requested rate is within these limits. As fast as possible always is. */
  readonly fits: boolean;
}

/**
 * The number of requests per second that a pace takes, and whether the destination allows it.
 *
 * @param rowBytes bytes of a typical row, including its newline
 */
export function planRate(pace: Pace, limits: RequestLimits, rowBytes: number): RatePlan {
  const bytes = Math.min(limits.bytes, limits.fullBytes ?? Infinity);
  const byBytes = Math.max(1, Math.floor(bytes / (rowBytes + (limits.bytesPerRow ?? 0))));
  const full = Math.min(limits.rows, byBytes);
  const perTick = Number.isFinite(pace.perSecond) ? pace.batchRows : Infinity;
  const rowsPerRequest = Math.min(full, perTick);
  const most = limits.requestsPerSecond ?? Infinity;
  // The last request of a tick may be half empty. If that exceeds the limit, rows of several ticks share requests.
  const ticks = pace.perSecond / pace.batchRows;
  const asked = Number.isFinite(pace.perSecond) ? ticks * Math.ceil(perTick / full) : Infinity;
  const requestsPerSecond = Math.min(asked, Math.max(most, pace.perSecond / full));
  const mostPerSecond = most * full;
  return {
    requestsPerSecond,
    rowsPerRequest,
    mostPerSecond,
    fits: !Number.isFinite(pace.perSecond) || pace.perSecond <= mostPerSecond,
  };
}

/** Rows that show the size of the others. */
const SAMPLE = 100;

/** Rows that a rate makes while they may wait, but no more than a request has. */
export const lingerRows = ({ rows, waitMs = 0 }: RequestLimits, perSecond: number): number =>
  waitMs > 0 && perSecond > 0 ? Math.min(rows, (perSecond * waitMs) / 1000) : 0;

/** How long rows of a rate wait at most, in milliseconds. */
export const lingerMs = (limits: RequestLimits, perSecond: number): number => {
  const rows = lingerRows(limits, perSecond);
  return rows === 0 ? 0 : (rows * 1000) / perSecond;
};

/** Undefined: rows do not wait. @param sample writes so many of the next rows, which are written again later */
export function newLinger(limits: RequestLimits, sample: (rows: number) => Batch) {
  const { rows, bytes, fullBytes = bytes, bytesPerRow = 0, waitMs, aligned = false } = limits;
  if (waitMs === undefined) return undefined;
  let sinceMs: number | undefined;
  let rowBytes: number | undefined;
  const learn = (batch: Batch): number => (rowBytes = byteLength(batch) / batch.count + bytesPerRow);
  return {
    /** Milliseconds until the ready rows may be sent; 0: now. @param next the index of the first of them @param ready how many, at least 1 */
    msLeft(next: number, ready: number, elapsedMs: number) {
      sinceMs ??= elapsedMs;
      const isFull = aligned
        ? ready >= rows - (next % rows)
        : ready >= rows || ready * (rowBytes ?? learn(sample(Math.min(ready, SAMPLE)))) >= fullBytes;
      return isFull ? 0 : Math.max(0, sinceMs + waitMs - elapsedMs);
    },
    /** Rows were made for a request. Those after them begin to wait. */
    made(batch: Batch) {
      sinceMs = undefined;
      learn(batch);
    },
  };
}

/** Lets rows wait for others, so that they share a request. */
export type Linger = ReturnType<typeof newLinger>;
