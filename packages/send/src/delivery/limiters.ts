/** An adaptive rate limiter: keeps to a published limit, and lowers its rate when the service throttles. */
export interface RateLimiter {
  /** Earliest time of the next request, in the clock's milliseconds. */
  readonly earliestMs: number;
  /** A request starts now. */
  acquire(nowMs: number): void;
  /** The service throttled a request: lowers the rate below the one it last accepted, if that is known. */
  throttled(nowMs: number): void;
  /** A request succeeded: raises the rate. */
  accepted(nowMs: number): void;
}

/** How much of a delay may be made up for at once, in milliseconds, as timers fire late. */
const SLACK_MS = 100;
const LEARN_EVERY_MS = 1000;
/** Share of the accepted rate that is kept after throttling. */
const DECREASE = 0.8;
const MIN_PER_SECOND = 0.5;
/** Growth of the rate per second, as a power of e: near a rate that was throttled twice, and everywhere else. */
const CAREFUL_GROWTH = 0.02;
const QUICK_GROWTH = Math.LN2;
/** Beyond this multiple of the throttled rate, the old limit clearly no longer applies. */
const FORGET_CEILING_AT = 2;

/**
 * Spreads requests evenly and lets at most `perSecond` through in any window of a second.
 *
 * @param perSecond maximum requests per second, a whole number of at least 1; undefined: only what throttling teaches
 */
export function newRateLimiter(perSecond: number | undefined): RateLimiter {
  const acceptedPerSecond = completedSeconds();
  const max = perSecond ?? Infinity;
  // A ring buffer of the latest start times.
  const startedMs = new Float64Array(Math.max(1, perSecond ?? 1)).fill(-Infinity);
  let next = 0;
  let rate = max;
  let growth = QUICK_GROWTH;
  /** Requests per second that the service accepted before it throttled. */
  let ceiling = Infinity;
  let spacedMs = -Infinity;
  let learntMs = -Infinity;
  let acceptedMs = -Infinity;
  return {
    get earliestMs() {
      return perSecond === undefined ? spacedMs : Math.max(spacedMs, (startedMs[next] ?? 0) + 1000);
    },
    acquire(nowMs) {
      startedMs[next] = nowMs;
      next = (next + 1) % startedMs.length;
      spacedMs = Math.max(spacedMs, nowMs - SLACK_MS) + 1000 / rate;
    },
    throttled(nowMs) {
      const seen = acceptedPerSecond.most(nowMs);
      // Nothing accepted since the last time means the same incident, which teaches nothing new.
      if (seen === 0 || acceptedMs < learntMs || nowMs - learntMs < LEARN_EVERY_MS) return;
      learntMs = nowMs;
      growth = ceiling < Infinity ? CAREFUL_GROWTH : QUICK_GROWTH;
      ceiling = seen;
      rate = Math.max(MIN_PER_SECOND, DECREASE * Math.min(rate, seen));
    },
    accepted(nowMs) {
      acceptedPerSecond.add(nowMs);
      acceptedMs = nowMs;
      // The time that one request takes at this rate, so that pauses do not raise it.
      const seconds = Math.min(1, 1 / rate);
      rate = Math.min(max, rate * Math.exp(growth * seconds));
      if (rate > FORGET_CEILING_AT * ceiling) {
        growth = QUICK_GROWTH;
        ceiling = Infinity;
      }
    },
  };
}

/** Completed seconds to look back on. A pause that the service asked for says nothing about its capacity. */
const LOOK_BACK = 5;

/** Counts events in each of the latest completed seconds. */
function completedSeconds() {
  const counts: { readonly second: number; count: number }[] = [];
  // Seconds start at the first event, so that the first one is complete.
  let firstMs: number | undefined;
  const secondOf = (nowMs: number): number => Math.floor((nowMs - (firstMs ?? nowMs)) / 1000);
  return {
    add(nowMs: number) {
      firstMs ??= nowMs;
      const second = secondOf(nowMs);
      const last = counts.at(-1);
      if (last?.second === second) last.count++;
      else counts.push({ second, count: 1 });
      if (counts.length > LOOK_BACK + 1) counts.shift();
    },
    /** The highest count of a completed second; 0 if there is none. */
    most(nowMs: number): number {
      const second = secondOf(nowMs);
      const seen = counts.filter((each) => each.second < second && each.second >= second - LOOK_BACK);
      return Math.max(0, ...seen.map(({ count }) => count));
    },
  };
}

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
