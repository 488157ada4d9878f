/** An adaptive limit on concurrent requests. */
export interface ConcurrencyLimit {
  /** Maximum concurrent requests right now. */
  readonly limit: number;
  /** The service throttled a request: halves the limit, at most once a second. */
  throttled(nowMs: number): void;
  /** A request succeeded: raises the limit by one, so it doubles with every round of requests. */
  accepted(): void;
}

/** Maximum concurrent requests if a destination does not set `inFlight`. */
export const DEFAULT_IN_FLIGHT = 4;
const HALVE_EVERY_MS = 1000;

/** Starts at `max` and stays between 1 and `max`. The rate limiter, not this, keeps the request rate below a service's limit. */
export function newConcurrencyLimit(max: number): ConcurrencyLimit {
  let limit = max;
  let halvedAtMs = -Infinity;
  return {
    get limit() {
      return limit;
    },
    throttled(nowMs) {
      if (nowMs - halvedAtMs < HALVE_EVERY_MS) return;
      halvedAtMs = nowMs;
      limit = Math.max(1, Math.floor(limit / 2));
    },
    accepted() {
      limit = Math.min(max, limit + 1);
    },
  };
}
