import type { Clock, Pace } from '@catbird/core';

/** Longest wait without a look at the wall clock, which may be set meanwhile, or stand still while a machine sleeps. */
const LOOK_MS = 10_000;

/** Waits until a wall-clock time, in milliseconds since 1970. A signal ends the wait. */
export async function waitUntil(
  ms: number,
  { date, sleep }: Pick<Clock, 'date' | 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  for (let leftMs = ms - date(); leftMs > 0 && !signal.aborted; leftMs = ms - date())
    await sleep(Math.min(leftMs, LOOK_MS), signal);
}

/**
 * A pace that began at a wall-clock time, in milliseconds since 1970. If that has passed when it is first asked, the rows since then
 * are due at once.
 */
export function startedAt(pace: Pace, ms: number, { date }: Pick<Clock, 'date'>): Pace {
  let aheadMs: number | undefined;
  const before = (elapsedMs: number): number => (aheadMs ??= Math.max(0, date() - elapsedMs - ms));
  return {
    ...pace,
    due: (elapsedMs) => pace.due(elapsedMs + before(elapsedMs)),
    next: (elapsedMs) => pace.next(elapsedMs + before(elapsedMs)) - before(elapsedMs),
  };
}
