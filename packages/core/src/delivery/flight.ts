/** How many requests may be under way at once. */
export interface Flight {
  readonly allowed: number;
  /** The service said "too many": half as many, at most once a second. */
  throttled(nowMs: number): void;
  /** A request went well: slowly back up, by one for as many successes as are allowed at once. */
  accepted(): void;
}

/** Requests in flight when a destination does not say. */
export const DEFAULT_IN_FLIGHT = 4;
const HALVE_EVERY_MS = 1000;

/** Additive increase, multiplicative decrease, between 1 and `most`. */
export function adaptiveFlight(most: number): Flight {
  let allowed = most;
  let halvedAtMs = -Infinity;
  return {
    get allowed() {
      return Math.floor(allowed);
    },
    throttled(nowMs) {
      if (nowMs - halvedAtMs < HALVE_EVERY_MS) return;
      halvedAtMs = nowMs;
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
    accepted() {
      allowed = Math.min(most, allowed + 1 / allowed);
    },
  };
}
