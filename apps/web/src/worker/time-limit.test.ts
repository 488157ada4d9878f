import { expect, test } from 'vitest';
import { timeLimitFor } from './watchdog.ts';

const place = { path: ['f'], line: 1, column: 1, offset: 0, length: 1 };

test('a schema with many fields gets more time in total, but a single generator does not', () => {
  const few = timeLimitFor('preview', { generators: 1, trying: place });
  const many = timeLimitFor('preview', { generators: 1000, trying: place });
  expect(many.totalMs).toBeGreaterThan(few.totalMs + 5000);
  expect(many.silentMs).toBe(few.silentMs);
});

test('all limits are longer on a slow machine', () => {
  const activity = { generators: 10, trying: undefined };
  const [here, slow] = [timeLimitFor('preview', activity), timeLimitFor('preview', activity, 3)];
  expect([slow.silentMs, slow.totalMs]).toEqual([3 * here.silentMs, 3 * here.totalMs]);
});

test('once every generator has run, a row with many fields gets more time', () => {
  const few = timeLimitFor('preview', { generators: 1, trying: undefined });
  const many = timeLimitFor('preview', { generators: 1000, trying: undefined });
  expect(many.silentMs).toBeGreaterThan(few.silentMs + 5000);
});
