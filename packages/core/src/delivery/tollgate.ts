/** Lets through so many requests a second: as published, and as a service that says "too many" teaches. */
export interface Tollgate {
  /** The next request may go from this time on, in the clock's milliseconds. */
  readonly opensMs: number;
  /** A request goes. */
  pass(nowMs: number): void;
  /** The service said "too many": from now on fewer than went of late, once a second. */
  throttled(nowMs: number): void;
  /** A request went well: slowly more again. */
  accepted(): void;
}

/** How much of a pause may be made up for at once, in milliseconds: timers are late. */
const SLACK_MS = 100;
const LEARN_EVERY_MS = 1000;
/** What remains of the rate at which a service said "too many". */
const SLOWER = 0.8;
const SLOWEST_PER_SECOND = 0.5;
/** Requests a second that each success adds: 2 % more a second. */
const STEP = 0.02;

/**
 * Spreads requests over the second, and lets no more than `perSecond` through in any second, wherever it begins.
 *
 * @param perSecond requests a second, at most, a whole number of at least 1; undefined: no bound but what is learnt
 */
export function newTollgate(perSecond: number | undefined): Tollgate {
  const recent = recentPasses();
  // When each of the latest requests went; the next one takes the place of the oldest.
  const wentMs = new Float64Array(Math.max(1, perSecond ?? 1)).fill(-Infinity);
  let next = 0;
  let rate = perSecond ?? Infinity;
  let spacedMs = -Infinity;
  let learntMs = -Infinity;
  return {
    get opensMs() {
      return perSecond === undefined ? spacedMs : Math.max(spacedMs, (wentMs[next] ?? 0) + 1000);
    },
    pass(nowMs) {
      wentMs[next] = nowMs;
      next = (next + 1) % wentMs.length;
      spacedMs = Math.max(spacedMs, nowMs - SLACK_MS) + 1000 / rate;
      recent.add(nowMs);
    },
    throttled(nowMs) {
      if (nowMs - learntMs < LEARN_EVERY_MS) return;
      learntMs = nowMs;
      rate = Math.max(SLOWEST_PER_SECOND, SLOWER * Math.min(rate, recent.within(nowMs)));
    },
    accepted() {
      rate = Math.min(perSecond ?? Infinity, rate + STEP);
    },
  };
}

/** How many there were in the last second, about: this second's, and of the second before the part that is not over a second ago. */
function recentPasses() {
  let sinceMs = -Infinity;
  let count = 0;
  let before = 0;
  const roll = (nowMs: number): void => {
    if (nowMs - sinceMs < 1000) return;
    before = nowMs - sinceMs < 2000 ? count : 0;
    count = 0;
    sinceMs = nowMs;
  };
  return {
    add(nowMs: number) {
      roll(nowMs);
      count++;
    },
    within(nowMs: number): number {
      roll(nowMs);
      return count + before * (1 - (nowMs - sinceMs) / 1000);
    },
  };
}
