import { revised, type DeliveryError } from '../destinations/error.ts';
import { clampedRetryAfterMs, classOf, delayBefore } from './retry.ts';
import { attemptsOf, type PendingBatch, type RunState } from './run-state.ts';
import { waitUpTo } from './signals.ts';

/** Decides whether and when to retry. Without a retry, the returned error says so if the service asked to wait too long. */
export function scheduleRetry(
  error: DeliveryError,
  pending: PendingBatch,
  state: RunState,
): 'retry' | { readonly error: DeliveryError } {
  const { options, retry, breaker, shutdown, failing } = state;
  const now = options.clock.now();
  pending.failedMs ??= now;
  pending.lastFailedMs = now;
  // While the service is down, every batch counts the probes of all, so none starts over with short delays.
  const attempts = Math.max(pending.attempt, breaker.probes);
  const delayMs = delayBefore(error, attempts, retry, options.random());
  slowDown(error, now, now + delayMs, state);
  const deadlineMs = retryDeadlineMs(pending, state);
  if (pending.attempt >= retry.attempts || shutdown.noRetry.isSet) return { error };
  const leftMs = Math.max(0, deadlineMs - now);
  // Once the window is used up, its end is explanation enough.
  if (clampedRetryAfterMs(error) > (leftMs > 0 ? leftMs : retry.windowMs))
    return { error: retryAfterTooLong(error, leftMs, state) };
  if (leftMs === 0) return { error };
  // The last attempt is made at the end of the window, not after it.
  pending.notBeforeMs = Math.min(now + delayMs, deadlineMs);
  pending.attempt++;
  failing.add(pending);
  return 'retry';
}

/** Slows down the other batches, too. */
function slowDown(error: DeliveryError, now: number, nextMs: number, state: RunState): void {
  const { concurrency, rateLimiter, breaker, batchSize } = state;
  if (classOf(error) === 'retry') {
    batchSize.failed();
    return breaker.failed(nextMs);
  }
  concurrency.throttled(now);
  rateLimiter.throttled(now);
  state.holdUntilMs = Math.max(state.holdUntilMs, nextMs);
}

/** The error with a hint that the service asked to wait longer than the run may. */
function retryAfterTooLong(error: DeliveryError, leftMs: number, state: RunState): DeliveryError {
  const { retryAfterMs = 0 } = error;
  const hint = `It asked to wait ${seconds(retryAfterMs)}, longer than ${retryLimitText(retryAfterMs, leftMs, state)}.`;
  return revised(error, { hint: error.hint === undefined ? hint : `${hint} ${error.hint}`, cause: error });
}

function retryLimitText(retryAfterMs: number, leftMs: number, { options, retry, tally }: RunState): string {
  const retryFor = options.optionNames?.retryFor ?? `retry.windowMs ${retry.windowMs}`;
  if (tally.counts.accepted === 0 && retry.startWindowMs < retry.windowMs)
    return `the ${seconds(retry.startWindowMs)} allowed until the service accepts its first event`;
  return retryAfterMs > retry.windowMs ? retryFor : `the ${seconds(leftMs)} left of ${retryFor}`;
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000).toLocaleString('en')} s`;

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
    const { batch, error, uncertain } = pending;
    // The current attempt is not made.
    options.onOutcome?.(batch, 'failed', { attempts: attemptsOf(pending) - 1, error, uncertain });
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
