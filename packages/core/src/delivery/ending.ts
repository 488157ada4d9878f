import type { DeliveryError } from '../destinations/error.ts';
import { newLatch, type Latch } from './latch.ts';
import type { Clock } from './options.ts';
import type { StopReason } from './progress.ts';

/** How a run comes to its end. */
export interface Ending {
  /** Nothing more is made. */
  readonly begun: boolean;
  /** When the end began, in the clock's milliseconds. */
  readonly beganMs: number | undefined;
  /** When answers are no longer waited for, in the clock's milliseconds; `Infinity` before the end began. */
  readonly endsMs: number;
  readonly reason: StopReason;
  /** What ended the run, for `failed`. */
  readonly error: DeliveryError | undefined;
  /** Shut when nothing is tried again. */
  readonly noRetry: Latch;
  /** Shut when what is in flight is given up. */
  readonly abandon: Latch;
  /** Aborted when nothing is in flight any more. */
  readonly over: AbortSignal;
  /** Ends the run for a failure; the first one counts. */
  fail(error: DeliveryError): void;
  /** Ends the run for a bug: at once. */
  giveUp(): void;
  finish(): void;
}

/** What may end a run. */
interface Causes {
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly abort: AbortSignal | undefined;
  readonly graceMs: number;
  /** Called when the end begins. */
  readonly onBegin: () => void;
}

/** Ends by limit unless it is stopped, aborted or fails. A stop or a failure waits for the answers that are due, for `graceMs` at most. */
export function newEnding({ clock, stop, abort, graceMs, onBegin }: Causes): Ending {
  const noRetry = newLatch();
  const abandon = newLatch();
  const over = new AbortController();
  let beganMs: number | undefined;
  let reason: StopReason = 'limit';
  let error: DeliveryError | undefined;

  const giveUp = (): void => {
    if (over.signal.aborted) return;
    noRetry.shut();
    abandon.shut();
  };
  const begin = (why: StopReason): void => {
    if (beganMs !== undefined) return;
    beganMs = clock.now();
    reason = why;
    if (why === 'failed') noRetry.shut();
    void clock.sleep(graceMs, over.signal).then(giveUp);
    onBegin();
  };
  const ending: Ending = {
    get begun() {
      return beganMs !== undefined;
    },
    get beganMs() {
      return beganMs;
    },
    get endsMs() {
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
    over: over.signal,
    fail(what) {
      if (beganMs !== undefined) return;
      error = what;
      begin('failed');
    },
    giveUp() {
      begin('stopped');
      giveUp();
    },
    finish: () => over.abort(),
  };
  listen(stop, () => begin('stopped'), over.signal);
  if (abort !== undefined) listen(abort, () => ending.giveUp(), over.signal);
  return ending;
}

function listen(signal: AbortSignal, act: () => void, until: AbortSignal): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true, signal: until });
}
