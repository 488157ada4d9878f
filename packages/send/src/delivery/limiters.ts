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
export function newRateLimiter(perSecond: number | undefined) {
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
    /** Earliest time of the next request, in the clock's milliseconds. */
    get earliestMs(): number {
      return perSecond === undefined ? spacedMs : Math.max(spacedMs, (startedMs[next] ?? 0) + 1000);
    },
    /** A request starts now. */
    acquire(nowMs: number) {
      startedMs[next] = nowMs;
      next = (next + 1) % startedMs.length;
      spacedMs = Math.max(spacedMs, nowMs - SLACK_MS) + 1000 / rate;
    },
    /** The service throttled a request: lowers the rate below the one it last accepted, if that is known. */
    throttled(nowMs: number) {
      const seen = acceptedPerSecond.most(nowMs);
      // Nothing accepted since the last time means the same incident, which teaches nothing new.
      if (seen === 0 || acceptedMs < learntMs || nowMs - learntMs < LEARN_EVERY_MS) return;
      learntMs = nowMs;
      growth = ceiling < Infinity ? CAREFUL_GROWTH : QUICK_GROWTH;
      ceiling = seen;
      rate = Math.max(MIN_PER_SECOND, DECREASE * Math.min(rate, seen));
    },
    /** A request succeeded: raises the rate. */
    accepted(nowMs: number) {
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

/** An adaptive rate limiter: keeps to a published limit, and lowers its rate when the service throttles. */
export type RateLimiter = ReturnType<typeof newRateLimiter>;

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

/** Maximum concurrent requests if a destination does not set `inFlight`. */
export const DEFAULT_IN_FLIGHT = 4;
const HALVE_EVERY_MS = 1000;

/** Starts at `max` and stays between 1 and `max`. The rate limiter, not this, keeps the request rate below a service's limit. */
export function newConcurrencyLimit(max: number) {
  let limit = max;
  let halvedAtMs = -Infinity;
  return {
    /** Maximum concurrent requests right now. */
    get limit(): number {
      return limit;
    },
    /** The service throttled a request: halves the limit, at most once a second. */
    throttled(nowMs: number) {
      if (nowMs - halvedAtMs < HALVE_EVERY_MS) return;
      halvedAtMs = nowMs;
      limit = Math.max(1, Math.floor(limit / 2));
    },
    /** A request succeeded: raises the limit by one, so it doubles with every round of requests. */
    accepted() {
      limit = Math.min(max, limit + 1);
    },
  };
}

/** An adaptive limit on concurrent requests. */
export type ConcurrencyLimit = ReturnType<typeof newConcurrencyLimit>;

/** Batches grow while they are answered and made within this. Four in flight, of twice the size, then take half a second. */
const QUICK_MS = 250;
const QUICKLY_MADE_MS = 10;
/** Batches shrink if they are answered later than this: a tenth of a request's default timeout. */
const SLOW_MS = 1000;

/** @param mostRows as `RequestLimits.growsTo` */
export function newBatchSize(mostRows = 0) {
  let rows = 0;
  let leastRows = Infinity;
  let isQuicklyMade = false;
  let mayGrow = true;
  return {
    /** Maximum rows of the next batch: `batchRows`, or more. */
    next(batchRows: number) {
      leastRows = batchRows;
      rows = mayGrow ? Math.max(Math.min(rows, mostRows), batchRows) : batchRows;
      return rows;
    },
    /** Making a batch took `ms`, during which nothing else could happen. */
    made(ms: number) {
      isQuicklyMade = ms <= QUICKLY_MADE_MS;
    },
    /** The service took `ms` to answer a request of `rows` rows. */
    answered(count: number, ms: number) {
      if (ms > SLOW_MS) rows = Math.ceil(rows / 2);
      else if (ms <= QUICK_MS && isQuicklyMade && count >= rows) rows *= 2;
    },
    /** A request failed, so batches start small again. */
    failed() {
      rows = 0;
    },
    /** A request was too large, so batches stay small. */
    tooLarge() {
      mayGrow = false;
    },
    /** Whether a batch is larger than it was at the start, so that halves of it may get through where it did not. */
    hasGrown: (count: number) => count > leastRows && count <= mostRows,
  };
}

/**
 * The size of batches without a rate. Each request costs the same, so larger ones make a row cheaper; smaller ones get through when
 * the network is slow.
 */
export type BatchSize = ReturnType<typeof newBatchSize>;

/** Consecutive failures that open it. Fewer are nothing unusual. */
const OPENS_AT = 5;

/** @param onChange called when waiting batches should check again whether they may be sent */
export function newBreaker(onChange: () => void) {
  let inFlight = 0;
  let failures = 0;
  let probes = 0;
  let nextMs = -Infinity;
  const isOpen = (): boolean => failures >= OPENS_AT;
  return {
    /** Whether the service, or the way to it, is considered down. */
    get isOpen(): boolean {
      return isOpen();
    },
    /** Earliest time of the next request: `-Infinity` while the breaker is closed, `Infinity` while a probe is in flight. */
    get earliestMs(): number {
      if (!isOpen()) return -Infinity;
      return inFlight > 0 ? Infinity : nextMs;
    },
    /** Requests started since it opened. */
    get probes(): number {
      return probes;
    },
    started() {
      inFlight++;
      if (isOpen()) probes++;
    },
    /** A request ended, whatever its outcome; `answered` or `failed` follows at once. */
    ended() {
      inFlight--;
    },
    /** The service responded: it is up. */
    answered() {
      const wasOpen = isOpen();
      failures = 0;
      probes = 0;
      if (wasOpen) onChange();
    },
    /** A request failed in a way that may heal; the next probe may start at `nextMs`. */
    failed(ms: number) {
      failures++;
      nextMs = ms;
      if (isOpen()) onChange();
    },
  };
}

/**
 * A circuit breaker: opens after several consecutive failures and then lets one request at a time probe the service, until one
 * gets a response. https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export type Breaker = ReturnType<typeof newBreaker>;
