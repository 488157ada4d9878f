import type { RequestLimits } from '../destinations/destination.ts';
import type { Pace } from '../pace/pace.ts';

/** What a rate means for a destination. */
export interface RatePlan {
  /** Requests a second at the asked rate; `Infinity` for as fast as possible. */
  readonly requestsPerSecond: number;
  /** Rows that one request holds. */
  readonly rowsPerRequest: number;
  /** Rows a second that the destination's published limits allow; `Infinity` where none is published. */
  readonly mostPerSecond: number;
  /** Whether the asked rate is within them; as fast as possible always is. */
  readonly fits: boolean;
}

/**
 * How many requests a second a pace will be, and whether the destination allows them.
 *
 * @param rowBytes bytes of a typical row, its newline included
 */
export function planRate(pace: Pace, limits: RequestLimits, rowBytes: number): RatePlan {
  const byBytes = Math.max(1, Math.floor(limits.bytes / (rowBytes + (limits.bytesPerRow ?? 0))));
  const full = Math.min(limits.rows, byBytes);
  const perTick = Number.isFinite(pace.perSecond) ? pace.batchRows : Infinity;
  const rowsPerRequest = Math.min(full, perTick);
  const most = limits.requestsPerSecond ?? Infinity;
  // A tick's last request may be half empty; where that comes to more than is allowed, the rows of several ticks share requests.
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
