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
  const perTick = Number.isFinite(pace.perSecond) ? pace.batchRows : Infinity;
  const rowsPerRequest = Math.min(limits.rows, byBytes, perTick);
  const requestsPerSecond = pace.perSecond / rowsPerRequest;
  // What a tick does not fill may be filled, when it comes to the most.
  const mostPerSecond = (limits.requestsPerSecond ?? Infinity) * Math.min(limits.rows, byBytes);
  return {
    requestsPerSecond,
    rowsPerRequest,
    mostPerSecond,
    fits: !Number.isFinite(pace.perSecond) || pace.perSecond <= mostPerSecond,
  };
}
