/**
 * Something that happens once and that many wait for. An `AbortSignal` says the same, but more than ten listeners at one are
 * taken for a leak by Node.js, which then prints a warning.
 */
export interface Latch {
  readonly isShut: boolean;
  shut(): void;
  /** Calls `act` when it is shut, or at once; the result lets go. */
  watch(act: () => void): () => void;
}

/** A latch that is open. */
export function newLatch(): Latch {
  const watching = new Set<() => void>();
  let isShut = false;
  return {
    get isShut() {
      return isShut;
    },
    shut() {
      isShut = true;
      for (const act of watching) {
        watching.delete(act);
        act();
      }
    },
    watch(act) {
      if (isShut) act();
      else watching.add(act);
      return () => void watching.delete(act);
    },
  };
}
