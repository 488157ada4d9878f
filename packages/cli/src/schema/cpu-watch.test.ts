import { expect, test } from 'vitest';
import { cpuWatch } from './cpu-watch.ts';

test('time in which this process does not run does not count', () => {
  const [cpuMs, wallMs] = [cpuWatch.now(), performance.now()];
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(cpuWatch.now() - cpuMs).toBeLessThan((performance.now() - wallMs) / 2);
});

test('time in which it works does', () => {
  const startMs = cpuWatch.now();
  // Ends only by this very clock.
  while (cpuWatch.now() - startMs < 20);
  expect(cpuWatch.now()).toBeGreaterThanOrEqual(startMs + 20);
});
