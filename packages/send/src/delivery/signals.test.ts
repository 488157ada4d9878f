import { expect, test } from 'vitest';
import { newLatch } from './signals.ts';

test('calls every listener once, and later ones at once', () => {
  const latch = newLatch();
  const calls: string[] = [];
  latch.onSet(() => calls.push('first'));
  const unsubscribe = latch.onSet(() => calls.push('unsubscribed'));
  unsubscribe();
  expect(latch.isSet).toBe(false);
  latch.set();
  latch.set();
  expect(latch.isSet).toBe(true);
  latch.onSet(() => calls.push('late'));
  expect(calls).toEqual(['first', 'late']);
});
