import {
  timed,
  type AdjustablePace,
  type Clock,
  type Progress,
  type Timeline,
  type Timing,
} from '@catbird/core';
import { countBelow, type Range } from '@catbird/core/resume';
import type { BackfillProgress } from './report-protocol.ts';

/** Behind the wall clock by less than this, in milliseconds, a stream is live. */
const PRESENT_MS = 2000;

/** When the remaining rows of a timed stream are due: event time goes on from the first of them. */
export function timedFrom(
  timeline: Timeline,
  {
    timing,
    clock,
    positions,
    remaining,
  }: {
    readonly timing: Timing;
    readonly clock: Clock;
    readonly positions: (rows: number) => number;
    readonly remaining: readonly Range[];
  },
): {
  readonly pace: AdjustablePace;
  /** How much of the past is left; undefined once the stream is live. */
  readonly backfill: (progress: Progress) => BackfillProgress | undefined;
} {
  const first = remaining[0]?.[0] ?? 0;
  const reachedMs = timeline.time(rowOf(first, positions));
  // A stream whose rows have all been sent has no next time.
  const fromMs = Number.isFinite(reachedMs) ? Math.max(timing.fromMs, reachedMs) : timing.fromMs;
  const due = (rows: number): number => countBelow(positions(rows), remaining);
  return {
    pace: timed(timeline, { timing: { ...timing, fromMs }, clock, positions: due }),
    backfill: (progress) =>
      backfillOf(progress, { ...timing, fromMs }, clock, (ms) => due(timeline.before(ms))),
  };
}

/** The first row of the timeline with which the stream goes beyond a position. */
function rowOf(position: number, positions: (rows: number) => number): number {
  let [low, high] = [0, 1];
  while (positions(high) <= position) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (positions(middle) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * How much of the past is left.
 *
 * @param dueBefore rows that are due before an instant, in milliseconds since 1970
 */
export function backfillOf(
  { time, generated }: Progress,
  { fromMs, future, toMs }: Timing,
  clock: Pick<Clock, 'date'>,
  dueBefore: (ms: number) => number,
): BackfillProgress | undefined {
  if (time === undefined) return undefined;
  const wallMs = clock.date();
  const isOwnClock = future || (toMs !== null && toMs <= wallMs);
  const isPresent = isOwnClock || time.isPaused || wallMs - time.eventMs < PRESENT_MS;
  if (time.isLive && isPresent) return undefined;
  // At a speed of its own, a stream on its way to the present is never behind.
  const rows = Math.max(time.dueRows, time.isLive ? dueBefore(Math.min(wallMs, toMs ?? Infinity)) : 0);
  return { fromMs, reachedMs: time.eventMs, leftRows: rows - generated, rows };
}
