/** The name of a worker that says how slow the machine is once it has loaded. */
export const TIMED = 'timed';

/** What `slownessNow` takes on an ordinary machine that does nothing else, in milliseconds: the least of many runs on a server of 2023. */
const LOOP_MS = 25;
const LOOPS = 16_000_000;

/** How many times as long as an ordinary machine this one takes now, 1 at least: it may be slow, or busy with something else. */
export function slownessNow(): number {
  const startedMs = performance.now();
  let value = 1;
  for (let i = 0; i < LOOPS; i++) value = Math.imul(value ^ i, 0x9e3779b1);
  // The value is used, or an optimizing compiler could leave the loop out.
  const tookMs = performance.now() - startedMs + (value === 0.5 ? 1 : 0);
  return Math.max(1, tookMs / LOOP_MS);
}
