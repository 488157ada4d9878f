/** Wakes who waits. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring. */
  heard(): Promise<void>;
}

/** A bell that many may wait for. */
export function newBell(): Bell {
  let waiting: (() => void)[] = [];
  return {
    ring() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    heard: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
