import { expect, test, vi } from 'vitest';
import { cpuWatch } from './read-schema.ts';

test('counts the time in which this process computes, for itself or in the system', () => {
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1500, system: 500 });
  expect(cpuWatch.now()).toBe(2);
  usage.mockRestore();
});

test('advances while the process computes', () => {
  const startMs = cpuWatch.now();
  // Only this clock ends the loop.
  while (cpuWatch.now() - startMs < 20);
  expect(cpuWatch.now()).toBeGreaterThanOrEqual(startMs + 20);
});
