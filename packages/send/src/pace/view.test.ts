import { expect, test } from 'vitest';
import { steady, unlimited } from './pace.ts';
import { viewOf } from './view.ts';

test('a view counts the remaining rows of a pace that began earlier', () => {
  const view = viewOf(steady(10), {
    aheadMs: () => 3000,
    count: (rows) => Math.max(0, rows - 25),
    rowAt: (row) => row + 25,
  });
  expect([view.due(0), view.next(0), view.due(1000), view.perSecond]).toEqual([15, 1000, 25, 10]);
  // 15 rows of the view are 40 of the pace: 4 s, of which 3 s were over.
  expect(view.coveredMs?.(15, 0)).toBe(1000);
  expect(viewOf(unlimited(), {}).due(0)).toBe(Infinity);
});
