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
