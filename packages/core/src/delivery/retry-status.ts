import type { Retrying } from './progress.ts';
import type { RunState } from './run-state.ts';
import { retryDeadlineMs, waitMs } from './send-queue.ts';

/** The state of retries after failures that no acceptance has followed; undefined if there are none. */
export function retryStatus(state: RunState): Retrying | undefined {
  const { options, retry, queue, breaker, failing, acceptedMs } = state;
  const retried = [...failing].filter(({ lastFailedMs }) => lastFailedMs >= acceptedMs);
  if (retried.length === 0) return undefined;
  const now = options.clock.now();
  const isInFlight = breaker.earliestMs === Infinity || retried.some((pending) => !queue.has(pending));
  const nextMs = isInFlight ? 0 : Math.min(...[...queue].map((pending) => waitMs(pending, state)));
  const giveUpMs = Math.min(...retried.map((pending) => retryDeadlineMs(pending, state))) - now;
  const attemptsLeft = retry.attempts + 1 - Math.max(...retried.map(({ attempt }) => attempt));
  return {
    nextMs: Math.max(0, nextMs),
    giveUpMs: Math.max(0, giveUpMs),
    ...(Number.isFinite(attemptsLeft) ? { attemptsLeft } : {}),
  };
}
