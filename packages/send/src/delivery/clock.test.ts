import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './signals.ts';

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([1, 24.8, 24.9, 30, 100])('sleeps for exactly %d days', async (days) => {
  let isAwake = false;
  void systemClock.sleep(days * DAY_MS, new AbortController().signal).then(() => (isAwake = true));
  await vi.advanceTimersByTimeAsync(days * DAY_MS - 1);
  expect(isAwake).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isAwake).toBe(true);
});

test('sleeps at least as long as asked', async () => {
  let isAwake = false;
  void systemClock.sleep(1.5, new AbortController().signal).then(() => (isAwake = true));
  await vi.advanceTimersByTimeAsync(1);
  expect(isAwake).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isAwake).toBe(true);
});

test('an abort wakes at once, even after 30 of 100 days, and leaves no timer behind', async () => {
  const abort = new AbortController();
  const sleeping = systemClock.sleep(100 * DAY_MS, abort.signal);
  await vi.advanceTimersByTimeAsync(30 * DAY_MS);
  abort.abort();
  await sleeping;
  expect(vi.getTimerCount()).toBe(0);
});
