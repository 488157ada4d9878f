import type { DeliveryError } from '../destinations/error.ts';
import { newLatch, type Latch } from './signals.ts';
import type { Clock } from './options.ts';
import type { StopReason } from './progress.ts';

/** How a run ends: at its limit, stopped, aborted or failed. */
export interface Shutdown {
  /** Whether it has begun: no more rows are generated. */
  readonly hasBegun: boolean;
  /** Aborts when it begins. */
  readonly begun: AbortSignal;
  /** When it began, in the clock's milliseconds. */
  readonly beganMs: number | undefined;
  /** When requests in flight are abandoned, in the clock's milliseconds; `Infinity` before it began. */
  readonly deadlineMs: number;
  readonly reason: StopReason;
  /** What ended the run, for `failed`. */
  readonly error: DeliveryError | undefined;
  /** Set when nothing is retried any more. */
  readonly noRetry: Latch;
  /** Set when requests in flight are abandoned. */
  readonly abandon: Latch;
  /** Aborted when nothing is in flight any more. */
  readonly finished: AbortSignal;
  /** Ends the run for a failure; the first one counts. */
  fail(error: DeliveryError): void;
  /** Ends the run at once, without waiting for responses. */
  abort(): void;
  finish(): void;
}

interface ShutdownOptions {
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal | undefined;
  readonly graceMs: number;
  readonly onBegin: () => void;
}

/** Ends at the limit unless the run is stopped, aborted or fails. A stop or a failure waits up to `graceMs` for responses. */
export function newShutdown({ clock, stop, abort, graceMs, onBegin }: ShutdownOptions): Shutdown {
  const noRetry = newLatch();
  const abandon = newLatch();
  const finished = new AbortController();
  const begun = new AbortController();
  let beganMs: number | undefined;
  let reason: StopReason = 'limit';
  let error: DeliveryError | undefined;

  const abandonAll = (): void => {
    if (finished.signal.aborted) return;
    noRetry.set();
    abandon.set();
  };
  const begin = (why: StopReason): void => {
    if (beganMs !== undefined) return;
    beganMs = clock.now();
    reason = why;
    begun.abort();
    if (why === 'failed') noRetry.set();
    void clock.sleep(graceMs, finished.signal).then(abandonAll);
    onBegin();
  };
  const shutdown: Shutdown = {
    get hasBegun() {
      return beganMs !== undefined;
    },
    begun: begun.signal,
    get beganMs() {
      return beganMs;
    },
    get deadlineMs() {
      return beganMs === undefined ? Infinity : beganMs + graceMs;
    },
    get reason() {
      return reason;
    },
    get error() {
      return error;
    },
    noRetry,
    abandon,
    finished: finished.signal,
    fail(cause) {
      if (beganMs !== undefined) return;
      error = cause;
      begin('failed');
    },
    abort() {
      begin('stopped');
      abandonAll();
    },
    finish: () => finished.abort(),
  };
  listen(stop, () => begin('stopped'), finished.signal);
  if (abort !== undefined) listen(abort, () => shutdown.abort(), finished.signal);
  return shutdown;
}

function listen(signal: AbortSignal, listener: () => void, until: AbortSignal): void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true, signal: until });
}
