import { expect, test } from 'vitest';
import { excess, LIMITS } from './cost.ts';
import { costly } from './progress.ts';

const usual = () => 1;

test('a test that uses a little more than it may is named, and does not fail', () => {
  const costs = [
    { name: 'fast', seconds: LIMITS.test },
    { name: 'slow', seconds: 6 },
    { name: 'slower', seconds: 7.25 },
  ];
  expect(costly('test', costs)).toEqual([
    'A test should use at most 5 s of CPU time. More used:',
    '  7.3 s  slower',
    '  6.0 s  slow',
  ]);
  expect(costly('file', costs)).toEqual([]);
  expect(excess('test', 7.25, usual)).toBeUndefined();
});

test('a test that uses far more fails, unless the machine is slow', () => {
  expect(excess('test', 21, usual)).toMatch(/^This test used 21\.0 s of CPU time; its limit is 5 s/);
  expect(excess('file', 21, usual)).toBeUndefined();
  expect(excess('file', 81, usual)).toMatch(/^This file used 81\.0 s/);
  expect(excess('test', 21, () => 2)).toBeUndefined();
  expect(excess('test', 41, () => 2)).toBeDefined();
});

test('only the costliest are named', () => {
  const lines = costly(
    'file',
    Array.from({ length: 100 }, (_, i) => ({ name: `file ${i}`, seconds: i })),
  );
  expect([lines[1], lines.at(-2), lines.at(-1)]).toEqual([
    '  99.0 s  file 99',
    '  80.0 s  file 80',
    '  and 59 more',
  ]);
});

test('the CPU time of a test is known when it has ended', ({ task, onTestFinished }) => {
  const untilMs = process.cpuUsage().user / 1000 + 30;
  while (process.cpuUsage().user / 1000 < untilMs);
  // Hooks that are registered before the tests run after those of a test.
  onTestFinished(() => expect(task.meta.cpuSeconds).toBeGreaterThan(0.02));
});
