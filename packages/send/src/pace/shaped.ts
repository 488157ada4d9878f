import { newTimeline, type Timeline, type Timing, newTiming } from '@catbird/engine';
import { newAdjustment, FAST, type AdjustablePace } from './pace.ts';

/** Options for `shaped`. */
export interface ShapedOptions {
  /** Events per second before the rate applies, a finite number above 0. */
  readonly eps: number;
  /** The shape of the rate, from the start of the run. Default: constant. */
  readonly rate?: Timing['rate'];
  /** The time zone of the rate. Default: UTC. */
  readonly zone?: Timing['zone'];
  /** The wall clock at the start of the run: day and week of the rate follow it. */
  readonly clock: { date(): number };
}

/** The specification's ticks, below `FAST` rows a second and from there on. */
const SLOW_TICK_MS = 1000;
const FAST_TICK_MS = 200;

/**
 * The specification's pace at a rate that varies: the rows of a tick, by the rate's exact integral, are due at its start. It is
 * `steady` until the rate changes, if it has no shape. A higher rate begins at once, a lower one at the end of the tick.
 */
export function shaped({ eps, rate, zone, clock }: ShapedOptions): AdjustablePace {
  const timelineAt = (dateMs: number, changes: Timing['changes'] = []): Timeline =>
    newTimeline(
      newTiming({ fromMs: Math.floor(dateMs), eps, rate: rate ?? {}, ...(zone && { zone }), changes }),
      0,
    );
  let started: Timeline | undefined;
  let nowMs = 0;
  /** Rows due at the last change. They stay due at a lower rate. */
  let least = 0;

  // Before the start, for reports only.
  const timeline = (): Timeline => started ?? timelineAt(clock.date());
  const rateAt = (elapsedMs: number): number => timeline().rateAt(timeline().fromMs + elapsedMs);
  const before = (elapsedMs: number): number => timeline().before(timeline().fromMs + elapsedMs);
  /** When a row's turn comes, in milliseconds since the start. */
  const turnOf = (row: number): number => timeline().time(row) - timeline().fromMs;
  /** The length of ticks, the same throughout a second. */
  const tickAt = (elapsedMs: number): number => {
    const secondMs = Math.floor(elapsedMs / SLOW_TICK_MS) * SLOW_TICK_MS;
    const rows = before(secondMs + SLOW_TICK_MS) - before(secondMs);
    return rows > FAST || rateAt(secondMs) >= FAST ? FAST_TICK_MS : SLOW_TICK_MS;
  };
  const tickOf = (elapsedMs: number): { readonly startMs: number; readonly endMs: number } => {
    const tickMs = tickAt(elapsedMs);
    const startMs = Math.floor(elapsedMs / tickMs) * tickMs;
    return { startMs, endMs: startMs + tickMs };
  };
  const due = (elapsedMs: number): number => {
    started ??= timelineAt(clock.date() - elapsedMs);
    nowMs = Math.max(nowMs, elapsedMs);
    return Math.max(least, before(tickOf(elapsedMs).endMs));
  };
  /**
   * Whether a rate is lower than the present one somewhere in the rest of a tick. Then it begins at the end of the tick, whose rows
   * are due already: begun now, it would leave the stream silent until the integral has caught up with them.
   */
  const isLower = (to: Timing['changes'][number]['to'], fromMs: number, endMs: number): boolean => {
    const line = timeline();
    const next = timelineAt(line.fromMs, [{ to, atMs: line.fromMs + fromMs }]);
    const times = [fromMs + 1, endMs - 1].map((ms) => line.fromMs + ms);
    return times.some((ms) => next.rateAt(ms) < line.rateAt(ms));
  };
  /** The latest rate asked for, though it may begin at the end of the tick. */
  const rateNow = (): number => {
    const { fromMs, changes } = timeline();
    return timeline().rateAt(Math.max(fromMs + nowMs, changes.at(-1)?.atMs ?? fromMs));
  };
  const adjustment = newAdjustment({
    timeline,
    eventMs(elapsedMs, to) {
      least = due(elapsedMs);
      // Ticks may have become shorter than the one whose rows are due.
      const lastMs = least > 0 ? turnOf(least - 1) : 0;
      const endMs = Math.max(tickOf(elapsedMs).endMs, lastMs + 1);
      return timeline().fromMs + (isLower(to, elapsedMs, endMs) ? endMs : elapsedMs) - 1;
    },
    clock: () => undefined,
  });

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
      return Math.max(1, Math.ceil((rateNow() * tickAt(nowMs)) / 1000));
    },
    get eventMs() {
      return timeline().fromMs + nowMs;
    },
    due,
    next(elapsedMs) {
      const turnMs = turnOf(due(elapsedMs));
      return turnMs === Infinity ? Infinity : Math.max(tickOf(elapsedMs).endMs, tickOf(turnMs).startMs);
    },
    coveredMs(rows, elapsedMs) {
      const turnMs = turnOf(rows);
      return Number.isFinite(turnMs) ? Math.max(elapsedMs, turnMs) : elapsedMs;
    },
    perSecondFrom(row, elapsedMs) {
      const firstMs = turnOf(row);
      const spanMs = Math.max(SLOW_TICK_MS, tickOf(elapsedMs).endMs - firstMs);
      return Math.max(rateAt(firstMs), ((due(elapsedMs) - row) * 1000) / spanMs);
    },
  };
}
