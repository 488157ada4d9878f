import type { Batch } from '@catbird/core';
import { expect, test } from 'vitest';
import { newUnsentRows, UNSENT_ROWS } from './session-run.ts';

function batch(first: number, count: number, width = 1): Batch {
  const line = `${'x'.repeat(width)}\n`;
  return {
    first,
    count,
    bytes: new TextEncoder().encode(line.repeat(count)),
    ends: Uint32Array.from({ length: count }, (_, i) => (i + 1) * line.length),
  };
}

test('rows that failed or were rejected are kept as they were sent, and no others', async () => {
  const unsent = newUnsentRows();
  expect(unsent.report()).toBeUndefined();
  unsent.outcome(batch(0, 5), 'accepted');
  unsent.outcome(batch(5, 5), 'retried');
  expect(unsent.report()).toBeUndefined();
  unsent.outcome(batch(5, 5), 'failed');
  unsent.outcome(batch(10, 2), 'rejected');
  const { lines, ...counts } = unsent.report() ?? { lines: new Blob() };
  expect(counts).toEqual({ rows: 7, others: 0 });
  expect(await lines.text()).toBe('x\n'.repeat(7));
});

test('no more rows or bytes than the bound are kept, and the others are counted', () => {
  const many = newUnsentRows();
  for (let i = 0; i < 30; i++) many.outcome(batch(i * 500, 500), 'failed');
  expect(many.report()).toMatchObject({ rows: UNSENT_ROWS, others: 5000 });
  const large = newUnsentRows();
  for (let i = 0; i < 5; i++) large.outcome(batch(i, 1, 3 * 2 ** 20), 'failed');
  expect(large.report()).toMatchObject({ rows: 2, others: 3 });
});
