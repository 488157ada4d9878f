import { type Timing, type Timeline, END_MS, firstPlace } from '@catbird/engine';
import { newAdjustment, FAST, UNPACED_ROWS, type AdjustablePace } from './pace.ts';

/**
 * `min(from + speed × elapsed, the wall clock)`. A clock of its own leaves out the wall clock.
 *
 * @param date wall-clock milliseconds since 1970. The first call of `at` is the start
 */
function newEventClock(
  { fromMs, toMs, speed, future }: Pick<Timing, 'fromMs' | 'toMs' | 'speed' | 'future'>,
  date: () => number,
) {
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
    /**
     * Event time, in milliseconds since 1970; `Infinity`: all of it. It goes back only with the wall clock, so that rows which are
     * not sent yet do not come from the future.
     */
    at(elapsedMs: number) {
      const dateMs = Math.floor(date());
      isOwn ??= future || (toMs !== null && toMs <= dateMs);
      last = { elapsedMs, dateMs };
      const ms = isOwn ? ranTo(elapsedMs) : Math.min(ranTo(elapsedMs), dateMs);
      reachedMs = Math.max(reachedMs, ms);
      return ms;
    },
    /** The latest event time so far, up to which rows may have been sent. */
    get reachedMs(): number {
      return reachedMs;
    },
    /** When an event time is reached, in milliseconds since the start, as far as known now. `Infinity`: not while it is stopped. */
    elapsedAt(ms: number) {
      if (stoppedAt !== undefined) return Infinity;
      const ranMs = factor === Infinity ? -Infinity : (ms - fromMs) / factor + restedMs;
      return isOwn === true ? ranMs : Math.max(ranMs, last.elapsedMs + (ms - last.dateMs));
    },
    /** Event time per wall-clock time now: 0 while stopped, and 1 at the present. */
    get speed(): number {
      if (stoppedAt !== undefined) return 0;
      return isAtPresent() ? 1 : factor;
    },
    /** Whether it does not follow the wall clock: events may lie in the future, or all lie in the past. Known after the start. */
    get isOwn(): boolean {
      return isOwn === true;
    },
    /** Follows the wall clock from now on. Without effect on a clock of its own. */
    reachPresent() {
      if (isOwn === false) factor = Infinity;
    },
    /** Stops a clock of its own. */
    stop(elapsedMs: number) {
      if (isOwn === true) stoppedAt ??= elapsedMs;
    },
    start(elapsedMs: number) {
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

/**
 * How many rows of a timeline have to be due before a position of the run is.
 *
 * @param positions how many positions are due when so many rows are. Never decreases
 * @param hasMore whether there is a row of this number. Default: always
 */
export function rowsUpTo(
  position: number,
  positions: (rows: number) => number,
  hasMore: (row: number) => boolean = () => true,
): number {
  // As a rule, positions are rows, and times are known near those that are looked up.
  let [low, high] = [position, position + 1];
  for (let step = 1; positions(high) <= position && hasMore(high); step *= 2)
    [low, high] = [high, high + step];
  for (let step = 1; low > 0 && positions(low) > position; step *= 2)
    [low, high] = [Math.max(0, low - step), low];
  return firstPlace(low + 1, high, (rows) => positions(rows) > position);
}

/** Options for `timed`. */
interface TimedOptions {
  readonly timing: Timing;
  /** The wall clock of the run. */
  readonly clock: { date(): number };
  /** How many rows of the run may be sent when this many rows of the timeline are due. Default: as many. Must not decrease. */
  readonly positions?: (rows: number) => number;
}

/** From `FAST` rows a second on, rows are released this often. */
const TICK_MS = 200;
/** Below, at their own times, but not more often than this. */
const LEAST_MS = 10;
/** Event times this close to the wall clock are the present. */
const PRESENT_MS = 1000;
/** A process that goes on with a stream takes a while to start: so much before the present is no history. */
const START_MS = 5000;

/** The rows released so far. */
interface Released {
  /** Rows of the timeline, and of the run. */
  readonly rows: number;
  readonly due: number;
  /** The event time and the elapsed time of the release. */
  readonly eventMs: number;
  readonly elapsedMs: number;
  /** The next release is not before. */
  readonly nextMs: number;
}

/**
 * Rows fall due as the event time reaches them. Those of the past are due at once, or at the timing's speed; at the present,
 * event time follows the wall clock and never leads it.
 */
export function timed(
  timeline: Timeline,
  { timing, clock, positions = (rows) => rows }: TimedOptions,
): AdjustablePace {
  const endMs = timing.toMs ?? Infinity;
  const events = newEventClock(timing, () => clock.date());
  let released: Released | undefined;
  let backlog: number | undefined;
  /** How long before the run the present second began. */
  let leadMs = 0;

  const perSecond = (eventMs: number): number => {
    if (eventMs === Infinity) return Infinity;
    return eventMs + 1 >= endMs || events.speed === 0 ? 0 : timeline.rateAt(eventMs) * events.speed;
  };
  const release = (elapsedMs: number): Released => {
    if (released !== undefined && elapsedMs < released.nextMs) return released;
    const before = released?.rows ?? 0;
    const eventMs = Math.floor(events.at(elapsedMs));
    if (released === undefined && eventMs - timing.fromMs <= START_MS)
      leadMs = Math.max(0, eventMs - timing.fromMs) / events.speed;
    const rows = timeline.before(Math.min(eventMs + 1, endMs));
    // A millisecond at least: the same moment gives the same rows.
    const slowMs = elapsedMs + (rows > before ? LEAST_MS : 1);
    const nextMs = perSecond(eventMs) >= FAST ? (Math.floor(elapsedMs / TICK_MS) + 1) * TICK_MS : slowMs;
    const due = rows === Infinity ? Infinity : positions(rows);
    return (released = { rows, due, eventMs, elapsedMs, nextMs });
  };
  let probe = 0;
  /** All rows are due; `Infinity` if the wanted ones come before the year 9999 is over. */
  const endless = (wanted: number): number => {
    let finite = 0;
    while (positions(probe) < wanted && timeline.time(probe) < Infinity) {
      finite = probe;
      probe += UNPACED_ROWS + Math.floor(probe / 100);
    }
    if (timeline.time(probe) < Infinity) return Infinity;
    // The first row that never comes.
    probe = firstPlace(finite, probe, (row) => timeline.time(row) === Infinity);
    return positions(probe);
  };
  const present = {
    get isAhead() {
      return clock.date() - events.reachedMs > PRESENT_MS;
    },
    due: () => positions(timeline.before(Math.min(Math.floor(clock.date()) + 1, endMs))),
    reach() {
      events.reachPresent();
      if (released !== undefined) released = { ...released, nextMs: -Infinity };
    },
  };
  const adjustment = newAdjustment({
    timeline: () => timeline,
    eventMs(elapsedMs) {
      const ms = Math.max(events.at(elapsedMs), events.reachedMs);
      return ms > END_MS - 1 ? Infinity : ms;
    },
    clock: () => (events.isOwn ? events : undefined),
  });
  const rateNow = (): number =>
    released === undefined ? timeline.rateAt(timing.fromMs) : perSecond(released.eventMs);

  return {
    get isPaused() {
      return adjustment.isPaused;
    },
    change: (to, elapsedMs) => adjustment.change(to, elapsedMs),
    pause: (elapsedMs) => adjustment.pause(elapsedMs),
    resume: (elapsedMs) => adjustment.resume(elapsedMs),
    get perSecond() {
      return rateNow();
    },
    get batchRows() {
      return Math.max(1, Math.ceil(rateNow() / (rateNow() >= FAST ? 1000 / TICK_MS : 1000 / LEAST_MS)));
    },
    get eventMs() {
      return Math.min(released?.eventMs ?? timing.fromMs, endMs, END_MS - 1);
    },
    get backlog() {
      return (backlog ??= release(0).eventMs - timing.fromMs <= START_MS ? 0 : release(0).due);
    },
    due(elapsedMs, wanted = 0) {
      const { due } = release(elapsedMs);
      return due === Infinity ? endless(wanted) : due;
    },
    next(elapsedMs) {
      const { rows, nextMs } = release(elapsedMs);
      // The end has to be noticed, too.
      return Math.max(nextMs, events.elapsedAt(Math.min(timeline.time(rows), endMs - 1)));
    },
    get present() {
      return events.isOwn ? null : present;
    },
    timeOf: (row) => timeline.time(rowsUpTo(row, positions, (each) => timeline.time(each) < Infinity) - 1),
    ended(elapsedMs) {
      const { eventMs, rows } = release(elapsedMs);
      return eventMs + 1 >= Math.min(endMs, END_MS) || timeline.isComplete?.(rows) === true;
    },
    coveredMs(rows, elapsedMs) {
      const now = release(elapsedMs);
      if (rows < now.due || rows === Infinity) return leadMs + elapsedMs;
      // Waiting for a clock that was set back is no time that rows stand for.
      const setBackMs = Math.max(0, events.elapsedAt(events.reachedMs) - elapsedMs);
      const coveredMs = events.elapsedAt(timeline.time(now.rows + (rows - now.due))) - setBackMs;
      return leadMs + (Number.isFinite(coveredMs) ? Math.max(now.elapsedMs, coveredMs) : elapsedMs);
    },
    perSecondFrom(row, elapsedMs) {
      const now = release(elapsedMs);
      const waiting = now.due - row;
      const firstMs = timeline.time(Math.max(0, now.rows - waiting));
      const mean = (waiting * 1000) / Math.max(1000, (now.eventMs - firstMs) / events.speed);
      return Math.max(mean, timeline.rateAt(firstMs) * events.speed);
    },
  };
}
