/** Lets through so many requests a second. */
export interface Tollgate {
  /** The next request may go from this time on, in the clock's milliseconds. */
  readonly opensMs: number;
  /** A request goes. */
  pass(nowMs: number): void;
}

/** How much of a pause may be made up for at once, in milliseconds: timers are late. */
const SLACK_MS = 100;

/**
 * Spreads requests over the second, and lets no more than `perSecond` through in any second, wherever it begins.
 *
 * @param perSecond requests a second, at most, a whole number of at least 1; undefined: no bound
 */
export function newTollgate(perSecond: number | undefined): Tollgate {
  if (perSecond === undefined) return { opensMs: -Infinity, pass: () => undefined };
  // When each of the latest requests went; the next one takes the place of the oldest.
  const wentMs = new Float64Array(Math.max(1, perSecond)).fill(-Infinity);
  let next = 0;
  let spacedMs = -Infinity;
  return {
    get opensMs() {
      return Math.max(spacedMs, (wentMs[next] ?? 0) + 1000);
    },
    pass(nowMs) {
      wentMs[next] = nowMs;
      next = (next + 1) % wentMs.length;
      spacedMs = Math.max(spacedMs, nowMs - SLACK_MS) + 1000 / perSecond;
    },
  };
}
