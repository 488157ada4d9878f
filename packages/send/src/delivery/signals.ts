import type { Clock } from './options.ts';

/** A condition variable: something changed, so whoever waits should look again. */
export interface Condition {
  /** Wakes all waiters. */
  notifyAll(): void;
  /** Resolves at the next notification, or when the signal aborts. */
  wait(signal?: AbortSignal): Promise<void>;
}

export function newCondition(): Condition {
  const waiters = new Set<() => void>();
  return {
    notifyAll() {
      for (const wake of waiters) wake();
    },
    wait(signal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          waiters.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        waiters.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
      });
    },
  };
}

/** The reason of a signal that only ends a wait. Without one, each abort would make an exception with its stack. */
const OVER = 'over';

/** Waits for a notification, at most `ms` (`Infinity`: no limit) or until `cancel` aborts. Always aborts `cancel` at the end. */
export async function waitUpTo(
  ms: number,
  condition: Condition,
  clock: Clock,
  cancel?: AbortController,
): Promise<void> {
  // Signals are slow, and a fast stream waits here after each batch.
  if (ms === Infinity && cancel === undefined) return condition.wait();
  const over = cancel ?? new AbortController();
  const notified = condition.wait(over.signal);
  await (ms === Infinity ? notified : Promise.race([clock.sleep(ms, over.signal), notified]));
  over.abort(OVER);
}

/**
 * A one-time event with many listeners. An `AbortSignal` could do the same, but Node.js takes more than ten listeners on one
 * for a leak and prints a warning.
 */
export interface Latch {
  readonly isSet: boolean;
  set(): void;
  /** Calls `listener` when the latch is set, or at once if it is; returns a function that unsubscribes. */
  onSet(listener: () => void): () => void;
}

/** A latch that is not set yet. */
export function newLatch(): Latch {
  const listeners = new Set<() => void>();
  let isSet = false;
  return {
    get isSet() {
      return isSet;
    },
    set() {
      isSet = true;
      for (const listener of listeners) {
        listeners.delete(listener);
        listener();
      }
    },
    onSet(listener) {
      if (isSet) listener();
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
