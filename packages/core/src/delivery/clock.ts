import type { Clock } from './options.ts';

/** Longest delay that timers know, in milliseconds. https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's clock and timers, for page, worker and server alike. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep(ms, signal) {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout>;
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      // A longer delay would be taken for none at all.
      const start = (leftMs: number): void => {
        const partMs = Math.min(leftMs, LONGEST_MS);
        timer = setTimeout(() => (leftMs > partMs ? start(leftMs - partMs) : wake()), partMs);
      };
      start(ms);
      signal.addEventListener('abort', wake, { once: true });
    });
  },
};
