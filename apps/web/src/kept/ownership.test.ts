import { expect, test } from 'vitest';
import { newOwnership } from './ownership.ts';

test('every run is free where the browser has no locks, or blocks them with its storage', async () => {
  const blocked = {
    request: () => Promise.reject(new DOMException('Denied', 'SecurityError')),
    query: () => Promise.resolve({}),
  };
  for (const locks of [undefined, blocked]) expect(await newOwnership(locks).take('a')).toBe(true);
});
