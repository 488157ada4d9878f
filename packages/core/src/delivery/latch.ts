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
