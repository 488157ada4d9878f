import { DeliveryError } from '../destinations/error.ts';
import type { PendingBatch } from './pending-batch.ts';
import { clampedRetryAfterMs, classOf, delayBefore } from './retry.ts';
import type { RunState } from './run-state.ts';
import { retryDeadlineMs } from './send-queue.ts';

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
  const { retryAfterMs = 0, kind, message, status, code, detail } = error;
  const hint = `It asked to wait ${seconds(retryAfterMs)}, longer than ${retryLimitText(retryAfterMs, leftMs, state)}.`;
  return new DeliveryError(kind, message, {
    status,
    code,
    detail,
    retryAfterMs,
    hint: error.hint === undefined ? hint : `${hint} ${error.hint}`,
    cause: error,
  });
}

function retryLimitText(retryAfterMs: number, leftMs: number, { options, retry, tally }: RunState): string {
  const retryFor = options.optionNames?.retryFor ?? `retry.windowMs ${retry.windowMs}`;
  if (tally.counts.accepted === 0 && retry.startWindowMs < retry.windowMs)
    return `the ${seconds(retry.startWindowMs)} allowed until the service accepts its first event`;
  return retryAfterMs > retry.windowMs ? retryFor : `the ${seconds(leftMs)} left of ${retryFor}`;
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000).toLocaleString('en')} s`;
