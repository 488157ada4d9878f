import { readInstant, type Reading } from '@catbird/engine';
import type { Clock } from '@catbird/send';

/** The value of `--start-at auto`, until the store has the start of the first shard. */
export const AUTO_START = Infinity;

/** Reads an instant or `auto`. */
export const readStartAt = (text: string): Reading<number> =>
  text === 'auto' ? { ok: true, value: AUTO_START } : readInstant(text, Date.now());

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
