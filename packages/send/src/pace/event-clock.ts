import type { Timing } from '@catbird/engine';

/** The event time that a stream has reached, as the wall clock goes on. */
export interface EventClock {
  /**
   * Event time, in milliseconds since 1970; `Infinity`: all of it. It goes back only with the wall clock, so that rows which are
   * not sent yet do not come from the future.
   */
  at(elapsedMs: number): number;
  /** The latest event time so far, up to which rows may have been sent. */
  readonly reachedMs: number;
  /** When an event time is reached, in milliseconds since the start, as far as known now. `Infinity`: not while it is stopped. */
  elapsedAt(ms: number): number;
  /** Event time per wall-clock time now: 0 while stopped, and 1 at the present. */
  readonly speed: number;
  /** Whether it does not follow the wall clock: events may lie in the future, or all lie in the past. Known after the start. */
  readonly isOwn: boolean;
  /** Follows the wall clock from now on. Without effect on a clock of its own. */
  reachPresent(): void;
  /** Stops a clock of its own. */
  stop(elapsedMs: number): void;
  start(elapsedMs: number): void;
}

/**
 * `min(from + speed × elapsed, the wall clock)`. A clock of its own leaves out the wall clock.
 *
 * @param date wall-clock milliseconds since 1970. The first call of `at` is the start
 */
export function newEventClock(
  { fromMs, toMs, speed, future }: Pick<Timing, 'fromMs' | 'toMs' | 'speed' | 'future'>,
  date: () => number,
): EventClock {
  let factor = speed === 'max' ? Infinity : speed;
  let isOwn: boolean | undefined;
  let reachedMs = -Infinity;
  let last = { elapsedMs: 0, dateMs: -Infinity };
  let stoppedAt: number | undefined;
  /** How long the clock was stopped. */
  let restedMs = 0;

  // Infinity × 0 is not a number.
  const ranTo = (elapsedMs: number): number =>
    factor === Infinity ? Infinity : fromMs + factor * ((stoppedAt ?? elapsedMs) - restedMs);
  const isAtPresent = (): boolean => isOwn === false && ranTo(last.elapsedMs) >= last.dateMs;
  return {
    at(elapsedMs) {
      const dateMs = Math.floor(date());
      isOwn ??= future || (toMs !== null && toMs <= dateMs);
      last = { elapsedMs, dateMs };
      const ms = isOwn ? ranTo(elapsedMs) : Math.min(ranTo(elapsedMs), dateMs);
      reachedMs = Math.max(reachedMs, ms);
      return ms;
    },
    get reachedMs() {
      return reachedMs;
    },
    elapsedAt(ms) {
      if (stoppedAt !== undefined) return Infinity;
      const ranMs = factor === Infinity ? -Infinity : (ms - fromMs) / factor + restedMs;
      return isOwn === true ? ranMs : Math.max(ranMs, last.elapsedMs + (ms - last.dateMs));
    },
    get speed() {
      if (stoppedAt !== undefined) return 0;
      return isAtPresent() ? 1 : factor;
    },
    get isOwn() {
      return isOwn === true;
    },
    reachPresent() {
      if (isOwn === false) factor = Infinity;
    },
    stop(elapsedMs) {
      if (isOwn === true) stoppedAt ??= elapsedMs;
    },
    start(elapsedMs) {
      if (stoppedAt !== undefined) restedMs += elapsedMs - stoppedAt;
      stoppedAt = undefined;
    },
  };
}

/** Longest time from the plan of a stream to its first batch, in which its destination is opened. After that, its rows are history. */
const MAX_START_MS = 60_000;

/**
 * A wall clock that shows where event time begins when the pace first looks at it, and goes on from there. So a stream whose process
 * takes a while to start does not begin with the rows of that while.
 */
export function clockFrom<Clock extends { date(): number }>(fromMs: () => number, clock: Clock): Clock {
  let lateMs: number | undefined;
  const late = (): number => {
    const ms = clock.date() - fromMs();
    return ms > 0 && ms <= MAX_START_MS ? ms : 0;
  };
  return { ...clock, date: () => clock.date() - (lateMs ??= late()) };
}
