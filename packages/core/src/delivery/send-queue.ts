import { waitUpTo } from './condition.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { RunState } from './run-state.ts';

/** When the batch's retry window closes, in the clock's milliseconds; `Infinity` before its first failure. */
export function retryDeadlineMs({ failedMs }: PendingBatch, { retry, tally }: RunState): number {
  if (failedMs === undefined) return Infinity;
  const hasAccepted = tally.counts.accepted > 0;
  return failedMs + Math.min(retry.windowMs, hasAccepted ? Infinity : retry.startWindowMs);
}

/** Waits until the batch may be sent. False if it never will be; its rows then count as failed. */
export async function waitToSend(pending: PendingBatch, state: RunState): Promise<boolean> {
  const { options, rateLimiter, breaker, queue, changed, tally } = state;
  queue.add(pending);
  let ms = waitMs(pending, state);
  let isFutile = isWaitFutile(ms, state);
  while (ms > 0 && !isFutile) {
    await pause(ms, state);
    ms = waitMs(pending, state);
    isFutile = isWaitFutile(ms, state);
  }
  queue.delete(pending);
  const next = nextInQueue(state);
  if (next !== undefined && next.notBeforeMs <= options.clock.now()) changed.notifyAll();
  if (isFutile) {
    tally.failed(pending.batch.count, pending.uncertain);
    options.onOutcome?.(pending.batch, 'failed');
    return false;
  }
  rateLimiter.acquire(options.clock.now());
  breaker.started();
  return true;
}

/** Milliseconds until a queued batch may be sent; `Infinity`: not before something changes. */
export function waitMs(pending: PendingBatch, state: RunState): number {
  const { options, rateLimiter, breaker, holdUntilMs } = state;
  const now = options.clock.now();
  const readyMs = Math.max(pending.notBeforeMs, holdUntilMs, rateLimiter.earliestMs);
  const isNext = pending === nextInQueue(state);
  const turnMs = isNext ? breaker.earliestMs : readyMs > now ? readyMs : Infinity;
  // The last attempt of a batch does not wait for probes of other batches, which may hang.
  return Math.max(readyMs, Math.min(turnMs, retryDeadlineMs(pending, state))) - now;
}

/** The batch to send first. Of those ready at the same time, the one that has waited longest, so that none starves. */
function nextInQueue({ queue, rateLimiter, breaker, holdUntilMs }: RunState): PendingBatch | undefined {
  const earliestMs = Math.max(holdUntilMs, rateLimiter.earliestMs, breaker.earliestMs);
  let next: PendingBatch | undefined;
  for (const pending of queue) {
    if (
      next === undefined ||
      Math.max(pending.notBeforeMs, earliestMs) < Math.max(next.notBeforeMs, earliestMs)
    )
      next = pending;
  }
  return next;
}

/** Whether waiting is futile: nothing is sent any more, a stopped run has less time, or it stopped while the service is down. */
function isWaitFutile(ms: number, { options, shutdown, breaker }: RunState): boolean {
  if (shutdown.noRetry.isSet) return true;
  if (!shutdown.hasBegun || ms <= 0) return false;
  return breaker.isOpen || (ms < Infinity && options.clock.now() + ms > shutdown.deadlineMs);
}

/** Waits for `ms`, or until something changes. */
async function pause(ms: number, { options, shutdown, changed }: RunState): Promise<void> {
  const cancel = new AbortController();
  const unsubscribe = shutdown.noRetry.onSet(() => cancel.abort());
  await waitUpTo(ms, changed, options.clock, cancel);
  unsubscribe();
}

/** Rows of queued batches. */
export function queuedRows({ queue }: RunState): number {
  let rows = 0;
  for (const { batch } of queue) rows += batch.count;
  return rows;
}
