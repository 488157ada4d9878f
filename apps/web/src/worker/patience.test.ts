import { expect, test } from 'vitest';
import { patienceFor } from './patience.ts';

const place = { path: ['f'], line: 1, column: 1, offset: 0, length: 1 };

test('a schema of many fields has more time in all, a single generator of it has not', () => {
  const few = patienceFor('preview', { generators: 1, trying: place });
  const many = patienceFor('preview', { generators: 1000, trying: place });
  expect(many.allMs).toBeGreaterThan(few.allMs + 5000);
  expect(many.silentMs).toBe(few.silentMs);
});

test('when all generators were run, a row of many fields has more time', () => {
  const few = patienceFor('check', { generators: 1, trying: undefined });
  const many = patienceFor('check', { generators: 1000, trying: undefined });
  expect(many.silentMs).toBeGreaterThan(few.silentMs + 5000);
});
