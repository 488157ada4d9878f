import { DeliveryError } from '../destinations/error.ts';
import { classOf, delayBefore, wishMs } from './retry.ts';
import type { Traffic } from './traffic.ts';
import type { Trip } from './trip.ts';
import { deadlineOf } from './turn.ts';

/** Decides whether and when there is another attempt; where there is none, the error says why if the service asked for more time. */
export function tryAgain(
  error: DeliveryError,
  trip: Trip,
  traffic: Traffic,
): 'retry' | { readonly error: DeliveryError } {
  const { options, retry, breaker, ending, failing } = traffic;
  const now = options.clock.now();
  trip.failedMs ??= now;
  trip.lastFailedMs = now;
  // Of a service that is down all batches know, and none begins with short delays.
  const attempts = Math.max(trip.attempt, breaker.probes);
  const delayMs = delayBefore(error, attempts, retry, options.random());
  slowDown(error, now, now + delayMs, traffic);
  const deadlineMs = deadlineOf(trip, traffic);
  if (trip.attempt >= retry.attempts || ending.noRetry.isShut) return { error };
  const leftMs = Math.max(0, deadlineMs - now);
  // Where all of the window was used, its end says enough.
  if (wishMs(error) > (leftMs > 0 ? leftMs : retry.windowMs))
    return { error: askedTooMuch(error, leftMs, traffic) };
  if (leftMs === 0) return { error };
  // The last attempt comes at the end of the window, not after it.
  trip.notBeforeMs = Math.min(now + delayMs, deadlineMs);
  trip.attempt++;
  failing.add(trip);
  return 'retry';
}

/** Has other batches slow down, too. */
function slowDown(error: DeliveryError, now: number, nextMs: number, traffic: Traffic): void {
  const { flight, gate, breaker } = traffic;
  if (classOf(error) === 'retry') return breaker.failed(nextMs);
  flight.throttled(now);
  gate.throttled(now);
  traffic.holdUntilMs = Math.max(traffic.holdUntilMs, nextMs);
}

/** The error with what the service asked for, and what that is longer than. */
function askedTooMuch(
  error: DeliveryError,
  leftMs: number,
  { options, retry, tally }: Traffic,
): DeliveryError {
  const { retryAfterMs = 0, kind, message, status, code, detail } = error;
  const retryFor = options.optionNames?.retryFor ?? `retry.windowMs ${retry.windowMs}`;
  const isStart = tally.counts.accepted === 0 && retry.startWindowMs < retry.windowMs;
  const limit = isStart
    ? `the ${seconds(retry.startWindowMs)} that a service gets before it has accepted anything`
    : retryAfterMs > retry.windowMs
      ? retryFor
      : `the ${seconds(leftMs)} left of ${retryFor}`;
  const hint = `It asked to wait ${seconds(retryAfterMs)}, longer than ${limit}.`;
  return new DeliveryError(kind, message, {
    status,
    code,
    detail,
    retryAfterMs,
    hint: error.hint === undefined ? hint : `${hint} ${error.hint}`,
    cause: error,
  });
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000).toLocaleString('en')} s`;
