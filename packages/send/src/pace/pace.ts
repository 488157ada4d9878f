import type { RateChange, Timeline } from '@catbird/engine';

/** Computes how many rows are due. `steady` is pure: the same elapsed time gives the same result. */
export interface Pace {
  /**
   * Rows due `elapsedMs` ≥ 0 milliseconds after the start. An integer; `Infinity` without a rate. Never decreases, unless it follows
   * a wall clock that is set back.
   *
   * @param wanted how many rows matter: `Infinity` may be returned if these are due, although their number is finite. Default 0
   */
  due(elapsedMs: number, wanted?: number): number;
  /** The next time at which more rows are due, in milliseconds since the start. `Infinity`: never. */
  next(elapsedMs: number): number;
  /** Rows per second of wall-clock time, planned now; `Infinity` without a rate. */
  readonly perSecond: number;
  /** Rows that become due together, at least 1. Sets the batch size. */
  readonly batchRows: number;
  /** Rows of the past that were due when the run began. They are sent as fast as the destination accepts them. Default 0. */
  readonly backlog?: number;
  /** Whether no more rows will ever fall due, as the end of the time is reached. Default: never. */
  ended?(elapsedMs: number): boolean;
  /** When it ends, in milliseconds since the start, if after a time of the run. Default: unknown. */
  readonly endMs?: number;
  /**
   * The time that the first `rows` rows stand for at the planned rate, in milliseconds since the start, but not less than what
   * has elapsed. Default: `elapsedMs`.
   */
  coveredMs?(rows: number, elapsedMs: number): number;
  /** Rows per second at which the waiting rows from index `row` on fell due: as planned for the first, or their mean if that is more. */
  perSecondFrom?(row: number, elapsedMs: number): number;
  /** Event time reached, in milliseconds since 1970, if the pace has one. */
  readonly eventMs?: number | undefined;
  /** The present that event times come to follow; null if they never do. Undefined without event times, which are the clock's. */
  readonly present?: Present | null | undefined;
  /** Turn time of a row, in milliseconds since 1970, if the pace knows it. `Infinity`: it never comes. */
  timeOf?(row: number): number | undefined;
}

/** The wall clock, as the event times of a pace come to follow it. */
export interface Present {
  /** Whether event times are on their way to it, at a speed of their own. */
  readonly isAhead: boolean;
  /** Rows due there now. */
  due(): number;
  /** Moves event times there at once. */
  reach(): void;
}

/** A pace whose rate can change while a run follows it. Rows that are due stay due. */
export interface AdjustablePace extends Pace {
  readonly eventMs: number;
  /** Whether the rate is 0, or the pace's own clock is stopped, until `resume`. */
  readonly isPaused: boolean;
  /** Changes the rate of later rows. Undefined while the rate is paused: the new one begins on `resume`. */
  change(to: RateChange['to'], elapsedMs: number): RateChange | undefined;
  /** Sets the rate to 0, or stops a clock of its own, which changes no row and returns undefined. */
  pause(elapsedMs: number): RateChange | undefined;
  /** Restores the rate from before `pause`, or the latest that was given since. */
  resume(elapsedMs: number): RateChange | undefined;
}

/** Whether the rate of a pace can change. */
export const isAdjustable = (pace: Pace): pace is AdjustablePace => 'change' in pace;

/** Below this rate, in events per second, a batch is sent every second, else five times per second. Specification, section 9. */
export const FAST = 1000;

/** Rows of a batch without a rate. */
export const UNPACED_ROWS = 5000;

/** Bound on the relative error of three roundings: of `eps` itself, a product and a quotient. */
const ROUNDING = 2 * Number.EPSILON;

/**
 * The specification's pace: below 1000 events per second, `eps` rows every 1000 ms, else `eps / 5` rows every 200 ms, scheduled
 * from the start of the run. Fractions carry over: 0.5 is one row every two seconds, 1001 is exactly 1001 rows per second.
 *
 * @param eps events per second, a finite number above 0
 */
export function steady(eps: number): Pace {
  const ticksPerSecond = eps < FAST ? 1 : 5;
  const intervalMs = 1000 / ticksPerSecond;
  // A tick's rows are due at its start, so the first rows are due immediately.
  const dueAfterTicks = (ticks: number): number => {
    const rows = (ticks * eps) / ticksPerSecond;
    return Math.ceil(rows - rows * ROUNDING);
  };
  const ticksAt = (elapsedMs: number): number => Math.floor(elapsedMs / intervalMs) + 1;
  return {
    perSecond: eps,
    batchRows: Math.max(1, Math.ceil(eps / ticksPerSecond)),
    due: (elapsedMs) => dueAfterTicks(ticksAt(elapsedMs)),
    coveredMs: (rows, elapsedMs) => Math.max(elapsedMs, (rows * 1000) / eps),
    next(elapsedMs) {
      const ticks = ticksAt(elapsedMs);
      const due = dueAfterTicks(ticks);
      // The tick at whose start row `due` (counted from 0) is due; at least the next one.
      let later = Math.max(ticks + 1, Math.floor((due * ticksPerSecond) / eps));
      while (dueAfterTicks(later) <= due) later++;
      return (later - 1) * intervalMs;
    },
  };
}

/** As fast as the destination accepts rows: all are due immediately, in batches of `batchRows` (default 5000). */
export function unlimited(batchRows: number = UNPACED_ROWS): Pace {
  return { perSecond: Infinity, batchRows, due: () => Infinity, next: () => Infinity };
}

/** When a pace ends. */
export interface EndingOptions {
  /** Milliseconds since the start. Must not change once the run has begun. */
  readonly endMs: () => number;
  /** How many rows are due by then, as long as the rate does not change. */
  readonly rows: () => number;
}

/** A pace that ends after a time. */
interface EndingPace extends Pace {
  /** Whether the rate has changed, so that the time spent does not follow from the rows. */
  readonly isChanged: boolean;
  /** The elapsed time reached, in milliseconds. */
  readonly spentMs: number;
}

/**
 * Ends a pace after a time, whatever its rate. Rows that are due by then may be sent later. If the rate never changes, their number is
 * exact, though ticks reach beyond the end.
 */
export function ending(pace: Pace, { endMs, rows }: EndingOptions): EndingPace {
  let isChanged = false;
  let reachedMs = 0;
  const noting = (change: RateChange | undefined): RateChange | undefined => {
    isChanged ||= change !== undefined;
    return change;
  };
  // A part of a stream that goes on may have a row a moment later. A pace that still looks for its rows wants to be asked again.
  const isOver = (elapsedMs: number): boolean =>
    elapsedMs >= endMs() && (isChanged || pace.due(elapsedMs) >= rows()) && pace.next(elapsedMs) > elapsedMs;
  const own: Pick<EndingPace, 'due' | 'next' | 'ended'> = {
    due(elapsedMs, wanted) {
      reachedMs = Math.max(reachedMs, elapsedMs);
      // The last tick that begins before the end.
      return isChanged
        ? pace.due(Math.min(elapsedMs, Math.max(0, endMs() - 1)), wanted)
        : Math.min(rows(), pace.due(elapsedMs, wanted));
    },
    next(elapsedMs) {
      if (isOver(elapsedMs)) return Infinity;
      const nextMs = pace.next(elapsedMs);
      return elapsedMs < endMs() ? Math.min(endMs(), nextMs) : nextMs;
    },
    ended: isOver,
  };
  const changing = isAdjustable(pace)
    ? {
        change: (to: RateChange['to'], elapsedMs: number) => noting(pace.change(to, elapsedMs)),
        pause: (elapsedMs: number) => noting(pace.pause(elapsedMs)),
        resume: (elapsedMs: number) => noting(pace.resume(elapsedMs)),
      }
    : {};
  // The rest is that of the pace, as its getters have it at any time.
  const whole: EndingPace = Object.create(pace);
  return Object.defineProperties(Object.assign(whole, own, changing), {
    endMs: { get: endMs },
    isChanged: { get: () => isChanged },
    spentMs: { get: () => Math.min(reachedMs, endMs()) },
  });
}

/** Where the changes of a pace apply. */
interface Adjusted {
  readonly timeline: () => Timeline;
  /** Event time reached, which the rows of the new rate come after. */
  readonly eventMs: (elapsedMs: number, to: RateChange['to']) => number;
  /** A clock that is stopped by a pause, in place of a gap in the data; undefined: a pause is a rate of 0. */
  readonly clock: () =>
    { readonly stop: (elapsedMs: number) => void; readonly start: (elapsedMs: number) => void } | undefined;
}

/**
 * The changes of a pace's rate, at the millisecond after the event time reached. So rows that are due stay as they are, and a
 * run from the same changes makes the same rows.
 */
export function newAdjustment({
  timeline,
  eventMs,
  clock,
}: Adjusted): Pick<AdjustablePace, 'change' | 'pause' | 'resume' | 'isPaused'> {
  let isStopped = false;
  /** The rate to resume, while the rate is paused. */
  let paused: { to: RateChange['to'] } | undefined;
  let rate: RateChange['to'] = 'planned';
  let isKnown = false;

  /** A stream that goes on from stored changes has their last rate. Ending with a rate of 0, it is still paused. */
  const restore = (): void => {
    if (isKnown) return;
    isKnown = true;
    const rates = timeline().changes.map(({ to }) => to);
    const before = rates.findLast((to) => to !== 0) ?? 'planned';
    rate = before;
    if (rates.at(-1) === 0 && clock() === undefined) paused = { to: before };
  };
  const apply = (to: RateChange['to'], elapsedMs: number): RateChange | undefined => {
    const reachedMs = eventMs(elapsedMs, to);
    // All rows are due already.
    if (reachedMs === Infinity) return undefined;
    const line = timeline();
    const change = {
      to,
      atMs: Math.max(Math.floor(reachedMs) + 1, line.changes.at(-1)?.atMs ?? line.fromMs),
    };
    line.change(change);
    return change;
  };
  return {
    get isPaused() {
      restore();
      return isStopped || paused !== undefined;
    },
    change(to, elapsedMs) {
      if (timeline().isFixed === true) return undefined;
      restore();
      rate = to;
      if (paused === undefined) return apply(to, elapsedMs);
      paused = { to };
      return undefined;
    },
    pause(elapsedMs) {
      restore();
      const own = clock();
      if (isStopped || paused !== undefined) return undefined;
      if (own === undefined) {
        if (timeline().isFixed === true) return undefined;
        paused = { to: rate };
        return apply(0, elapsedMs);
      }
      isStopped = true;
      own.stop(elapsedMs);
      return undefined;
    },
    resume(elapsedMs) {
      restore();
      if (isStopped) clock()?.start(elapsedMs);
      isStopped = false;
      const { to } = paused ?? {};
      paused = undefined;
      return to === undefined ? undefined : apply(to, elapsedMs);
    },
  };
}
