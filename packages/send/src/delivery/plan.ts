import type { RequestLimits } from '../destinations/destination.ts';
import type { Pace } from '../pace/pace.ts';

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
