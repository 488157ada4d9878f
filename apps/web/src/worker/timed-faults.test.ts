import type { Faults } from '@catbird/core';
import { expect, test } from 'vitest';
import { newTimedFaults } from './session.ts';

const LATE: Faults = { late: { share: 0.05, delayMs: { mean: 1000 } } };
const SETTINGS: Faults = { duplicates: { share: 0.1 } };

/** Timed faults with a clock that a test moves. */
function trials() {
  let nowMs = 0;
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  const changes: (readonly [ms: number, faults: Faults])[] = [];
  const clock = {
    now: () => nowMs,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
        signal.addEventListener('abort', () => wake());
      }),
  };
  const faults = newTimedFaults(SETTINGS, (to) => void changes.push([nowMs, to]), clock);
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { faults, changes, pass };
}

test('faults come besides those of the settings, count down, and end', async () => {
  const { faults, changes, pass } = trials();
  faults.begin({ name: '5 % late', faults: LATE, forMs: 10_000 });
  await pass(4000);
  expect(faults.running).toEqual({ name: '5 % late', leftMs: 6000 });
  await pass(6000);
  expect(faults.running).toBeUndefined();
  expect(changes).toEqual([
    [0, { ...SETTINGS, ...LATE }],
    [10_000, SETTINGS],
  ]);
});

test('ended early, they do not end again', async () => {
  const { faults, changes, pass } = trials();
  faults.begin({ name: '5 % late', faults: LATE, forMs: 10_000 });
  await pass(1000);
  faults.end();
  faults.end();
  await pass(20_000);
  expect(changes.map(([ms]) => ms)).toEqual([0, 1000]);
});

test('others take their place, for their own time', async () => {
  const { faults, changes, pass } = trials();
  faults.begin({ name: '5 % late', faults: LATE, forMs: 10_000 });
  await pass(9000);
  faults.begin({ name: '5 % dropped', faults: { dropped: { share: 0.05 } }, forMs: 10_000 });
  await pass(1000);
  expect(faults.running?.name).toBe('5 % dropped');
  await pass(9000);
  expect(changes).toEqual([
    [0, { ...SETTINGS, ...LATE }],
    [9000, { ...SETTINGS, dropped: { share: 0.05 } }],
    [19_000, SETTINGS],
  ]);
});
