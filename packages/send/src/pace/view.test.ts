import { expect, test } from 'vitest';
import { isAdjustable, steady, unlimited } from './pace.ts';
import { shaped } from './shaped.ts';
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

test('a view is the whole pace as it is, unless told otherwise', () => {
  const view = viewOf(steady(10), {});
  expect([view.due(999), view.due(1000), view.next(0)]).toEqual([10, 20, 1000]);
  const over = viewOf({ ...unlimited(), ended: () => true }, {});
  expect([view, over].map((each) => each.ended?.(0))).toEqual([false, true]);
  const changing = shaped({ eps: 10, clock: { date: () => 0 } });
  expect([viewOf(changing, {}), viewOf(changing, { isFixed: true })].map(isAdjustable)).toEqual([
    true,
    false,
  ]);
});
