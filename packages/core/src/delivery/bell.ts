import type { Clock } from './options.ts';

/** Wakes who waits. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or when the signal aborts. */
  heard(signal: AbortSignal): Promise<void>;
}

/** A bell that many may wait for. */
export function newBell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const wake of waiting) wake();
    },
    heard(signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
  };
}

/** Resolves after `ms` (`Infinity`: never), at the next ring, or when `awake` is aborted; it is aborted then. */
export async function heardWithin(
  ms: number,
  bell: Bell,
  clock: Clock,
  awake = new AbortController(),
): Promise<void> {
  const heard = bell.heard(awake.signal);
  await (ms === Infinity ? heard : Promise.race([clock.sleep(ms, awake.signal), heard]));
  awake.abort();
}
