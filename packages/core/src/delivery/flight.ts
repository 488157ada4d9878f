/** How many requests may be under way at once. */
export interface Flight {
  readonly allowed: number;
  /** The service said "too many": half as many, at most once a second. */
  throttled(nowMs: number): void;
  /** A request went well: one more, so that it doubles with every round of requests. */
  accepted(): void;
}

/** Requests in flight when a destination does not say. */
export const DEFAULT_IN_FLIGHT = 4;
const HALVE_EVERY_MS = 1000;

/** Halved and doubled, between 1 and `most`. What keeps requests below a service's limit is their rate. */
export function adaptiveFlight(most: number): Flight {
  let allowed = most;
  let halvedAtMs = -Infinity;
  return {
    get allowed() {
      return allowed;
    },
    throttled(nowMs) {
      if (nowMs - halvedAtMs < HALVE_EVERY_MS) return;
      halvedAtMs = nowMs;
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
    accepted() {
      allowed = Math.min(most, allowed + 1);
    },
  };
}
