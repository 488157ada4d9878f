import { type Timeline, END_MS, type Timing } from '@catbird/engine';
import { newAdjustment } from './adjustment.ts';
import { newEventClock } from './event-clock.ts';
import { FAST, UNPACED_ROWS, type AdjustablePace } from './pace.ts';
import { rowsUpTo } from './rows-up-to.ts';

/** Options for `timed`. */
export interface TimedOptions {
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
    while (finite < probe) {
      const middle = finite + Math.floor((probe - finite) / 2);
      if (timeline.time(middle) < Infinity) finite = middle + 1;
      else probe = middle;
    }
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
