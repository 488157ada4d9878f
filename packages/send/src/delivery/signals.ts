import type { Clock } from './options.ts';

/** Maximum timer delay, in milliseconds. https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The `sleep` of a clock, by its `after`. */
export const sleepBy =
  (after: Clock['after']): Clock['sleep'] =>
  (ms, signal) => {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const cancel = after(ms, wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  };

function after(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  // A timer with a longer delay would fire at once, and drops fractions.
  const start = (leftMs: number): void => {
    const partMs = Math.min(leftMs, MAX_DELAY_MS);
    timer = setTimeout(() => (leftMs > partMs ? start(leftMs - partMs) : act()), Math.ceil(partMs));
  };
  start(ms);
  return () => clearTimeout(timer);
}

/** The machine's randomness, in [0, 1): for seeds, jitter and ids, never for rows. */
export const systemRandom = (): number => Math.random();

/** The machine's clock and timers, the same in page, worker and Node. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: sleepBy(after),
  after,
};

export function newCondition() {
  const waiters = new Set<() => void>();
  return {
    /** Wakes all waiters. */
    notifyAll() {
      for (const wake of waiters) wake();
    },
    /** Resolves at the next notification, or when the signal aborts. */
    wait(signal?: AbortSignal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise<void>((resolve) => {
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

/** A condition variable: something changed, so whoever waits should look again. */
export type Condition = ReturnType<typeof newCondition>;

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

/** A latch that is not set yet. */
export function newLatch() {
  const listeners = new Set<() => void>();
  let isSet = false;
  return {
    get isSet(): boolean {
      return isSet;
    },
    set() {
      isSet = true;
      for (const listener of listeners) {
        listeners.delete(listener);
        listener();
      }
    },
    /** Calls `listener` when the latch is set, or at once if it is; returns a function that unsubscribes. */
    onSet(listener: () => void) {
      if (isSet) listener();
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * A one-time event with many listeners. An `AbortSignal` could do the same, but Node.js takes more than ten listeners on one
 * for a leak and prints a warning.
 */
export type Latch = ReturnType<typeof newLatch>;
