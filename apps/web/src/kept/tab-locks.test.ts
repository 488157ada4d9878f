import { expect, test } from 'vitest';
import { ownershipByLocks } from './tab-locks.ts';

test('every run is free where the browser blocks its locks with its storage', async () => {
  const blocked = {
    request: () => Promise.reject(new DOMException('Denied', 'SecurityError')),
    query: () => Promise.resolve({}),
  } as unknown as LockManager;
  expect(await ownershipByLocks(blocked).take('a')).toBe(true);
});
