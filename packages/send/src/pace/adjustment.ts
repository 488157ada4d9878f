import type { Timeline, RateChange } from '@catbird/engine';
import type { AdjustablePace } from './pace.ts';

/** Where the changes of a pace apply. */
export interface Adjusted {
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
