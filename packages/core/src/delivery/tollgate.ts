/** Lets through so many requests a second: as published, and as a service that says "too many" teaches. */
export interface Tollgate {
  /** The next request may go from this time on, in the clock's milliseconds. */
  readonly opensMs: number;
  /** A request goes. */
  pass(nowMs: number): void;
  /** The service said "too many": from now on fewer than it took, if it is known how many that were. */
  throttled(nowMs: number): void;
  /** A request went well: more again. */
  accepted(nowMs: number): void;
}

/** How much of a pause may be made up for at once, in milliseconds: timers are late. */
const SLACK_MS = 100;
const LEARN_EVERY_MS = 1000;
/** What remains of the rate at which a service said "too many". */
const SLOWER = 0.8;
const SLOWEST_PER_SECOND = 0.5;
/** Growth of the rate, as a power of e a second: near a rate that was too many twice, and anywhere else. */
const CAREFUL = 0.02;
const QUICK = Math.LN2;
/** Beyond this multiple of a rate that was too many, it plainly is not any more. */
const BEYOND = 2;

/**
 * Spreads requests over the second, and lets no more than `perSecond` through in any second, wherever it begins.
 *
 * @param perSecond requests a second, at most, a whole number of at least 1; undefined: no bound but what is learnt
 */
export function newTollgate(perSecond: number | undefined): Tollgate {
  const taken = completedSeconds();
  const most = perSecond ?? Infinity;
  // When each of the latest requests went; the next one takes the place of the oldest.
  const wentMs = new Float64Array(Math.max(1, perSecond ?? 1)).fill(-Infinity);
  let next = 0;
  let rate = most;
  let growth = QUICK;
  /** What the service took when it said "too many". */
  let ceiling = Infinity;
  let spacedMs = -Infinity;
  let learntMs = -Infinity;
  let acceptedMs = -Infinity;
  return {
    get opensMs() {
      return perSecond === undefined ? spacedMs : Math.max(spacedMs, (wentMs[next] ?? 0) + 1000);
    },
    pass(nowMs) {
      wentMs[next] = nowMs;
      next = (next + 1) % wentMs.length;
      spacedMs = Math.max(spacedMs, nowMs - SLACK_MS) + 1000 / rate;
    },
    throttled(nowMs) {
      const seen = taken.most(nowMs);
      // With nothing taken since the last time it is the same incident, of which there is nothing more to learn.
      if (seen === 0 || acceptedMs < learntMs || nowMs - learntMs < LEARN_EVERY_MS) return;
      learntMs = nowMs;
      growth = ceiling < Infinity ? CAREFUL : QUICK;
      ceiling = seen;
      rate = Math.max(SLOWEST_PER_SECOND, SLOWER * Math.min(rate, seen));
    },
    accepted(nowMs) {
      taken.add(nowMs);
      acceptedMs = nowMs;
      // As long as a request lasts at this rate, so that pauses count for nothing.
      const seconds = Math.min(1, 1 / rate);
      rate = Math.min(most, rate * Math.exp(growth * seconds));
      if (rate > BEYOND * ceiling) {
        growth = QUICK;
        ceiling = Infinity;
      }
    },
  };
}

/** Seconds that are looked back upon: a pause that a service asked for is not what it takes. */
const LOOK_BACK = 5;

/** How many there were in each of the latest seconds, as far as those are over. */
function completedSeconds() {
  const counts: { readonly second: number; count: number }[] = [];
  // Counted from the first one: of a second that had begun before it, only a part would be known.
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
    /** The most of a second; 0 where none is known. */
    most(nowMs: number): number {
      const second = secondOf(nowMs);
      const seen = counts.filter((each) => each.second < second && each.second >= second - LOOK_BACK);
      return Math.max(0, ...seen.map(({ count }) => count));
    },
  };
}
