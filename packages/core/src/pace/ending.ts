import { isAdjustable, type Pace } from './pace.ts';
import type { RateChange } from '../time/timing.ts';

/** When a pace ends. */
export interface EndingOptions {
  /** Milliseconds since the start. Must not change once the run has begun. */
  readonly endMs: () => number;
  /** How many rows are due by then, as long as the rate does not change. */
  readonly rows: () => number;
}

/** A pace that ends after a time. */
export interface EndingPace extends Pace {
  /** Whether the rate has changed, so that the rows do not tell how much of the time is spent. */
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
  return Object.defineProperties(Object.assign(Object.create(pace) as EndingPace, own, changing), {
    endMs: { get: endMs },
    isChanged: { get: () => isChanged },
    spentMs: { get: () => Math.min(reachedMs, endMs()) },
  });
}
