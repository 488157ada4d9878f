import { expect, test } from 'vitest';
import { cpuWatch } from './cpu-watch.ts';

test('time while this process sleeps does not count', () => {
  const [cpuMs, wallMs] = [cpuWatch.now(), performance.now()];
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(cpuWatch.now() - cpuMs).toBeLessThan((performance.now() - wallMs) / 2);
});

test('time while it works counts', () => {
  const startMs = cpuWatch.now();
  // Ends only by the tested clock.
  while (cpuWatch.now() - startMs < 20);
  expect(cpuWatch.now()).toBeGreaterThanOrEqual(startMs + 20);
});
