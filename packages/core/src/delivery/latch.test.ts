import { expect, test } from 'vitest';
import { newLatch } from './latch.ts';

test('calls all who watch, once, and those who come later at once', () => {
  const latch = newLatch();
  const calls: string[] = [];
  latch.watch(() => calls.push('first'));
  const letGo = latch.watch(() => calls.push('let go'));
  letGo();
  expect(latch.isShut).toBe(false);
  latch.shut();
  latch.shut();
  expect(latch.isShut).toBe(true);
  latch.watch(() => calls.push('late'));
  expect(calls).toEqual(['first', 'late']);
});
