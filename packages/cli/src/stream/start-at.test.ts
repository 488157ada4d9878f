import type { Clock } from '@catbird/core';
import { expect, test } from 'vitest';
import { waitUntil } from './shard.ts';

/** A clock whose sleeps end at once; `step` changes its wall clock after each of them. */
function virtualClock(dateMs: number, step: (sleeps: number) => number = () => 0) {
  let sleeps = 0;
  const sleptMs: number[] = [];
  const clock: Pick<Clock, 'date' | 'sleep'> = {
    date: () => dateMs,
    sleep: async (ms) => {
      sleptMs.push(ms);
      dateMs += ms + step(++sleeps);
    },
  };
  return { clock, sleptMs };
}

const { signal } = new AbortController();

test('a wait ends at its time, even if the wall clock is set meanwhile', async () => {
  const steps = new Map([
    [1, 5000],
    [2, -60_000],
  ]);
  const { clock, sleptMs } = virtualClock(0, (sleeps) => steps.get(sleeps) ?? 0);
  await waitUntil(30_000, clock, signal);
  expect(clock.date()).toBe(30_000);
  expect(Math.max(...sleptMs)).toBeLessThanOrEqual(10_000);
});

test('a time that has passed needs no wait, and a signal ends one', async () => {
  const past = virtualClock(1000);
  await waitUntil(1000, past.clock, signal);
  expect(past.sleptMs).toEqual([]);
  const stop = new AbortController();
  const long = virtualClock(0, (sleeps) => {
    if (sleeps === 2) stop.abort();
    return 0;
  });
  await waitUntil(1e12, long.clock, stop.signal);
  expect(long.sleptMs).toHaveLength(2);
});
