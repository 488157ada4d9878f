/** Lets through so many requests a second. */
export interface Tollgate {
  /** The next request may go from this time on, in the clock's milliseconds. */
  readonly opensMs: number;
  /** A request goes. */
  pass(nowMs: number): void;
}

/** How much of a pause may be made up for at once, in milliseconds. */
const SLACK_MS = 100;

/** @param perSecond requests a second, at most; undefined: no bound */
export function newTollgate(perSecond: number | undefined): Tollgate {
  let opensMs = -Infinity;
  return {
    get opensMs() {
      return opensMs;
    },
    pass(nowMs) {
      if (perSecond !== undefined) opensMs = Math.max(opensMs, nowMs - SLACK_MS) + 1000 / perSecond;
    },
  };
}
