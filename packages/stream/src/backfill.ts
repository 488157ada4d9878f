import type { Timing } from '@catbird/engine';
import type { Clock, Progress } from '@catbird/send';

/** How far a stream with history has come. */
export interface BackfillProgress {
  /** Event time of the first row of this process, in milliseconds since 1970. */
  readonly fromMs: number;
  /** Event time of the latest row, in milliseconds since 1970. */
  readonly reachedMs: number;
  /** Rows of the past that are left, and all of them so far. */
  readonly leftRows: number;
  readonly rows: number;
}

/** Behind the wall clock by less than this, in milliseconds, a stream is live. */
const PRESENT_MS = 2000;

/**
 * How much of the past is left. Undefined once the stream is live, and without event times.
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
