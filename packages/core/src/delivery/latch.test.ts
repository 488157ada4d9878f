import { expect, test } from 'vitest';
import { newLatch } from './latch.ts';

test('calls all who watch, once, and those who come later at once', () => {
  const latch = newLatch();
  const calls: string[] = [];
  latch.onSet(() => calls.push('first'));
  const letGo = latch.onSet(() => calls.push('let go'));
  letGo();
  expect(latch.isSet).toBe(false);
  latch.set();
  latch.set();
  expect(latch.isSet).toBe(true);
  latch.onSet(() => calls.push('late'));
  expect(calls).toEqual(['first', 'late']);
});
