import { expect, test } from 'vitest';
import { DATE } from '../../test/timed-run.ts';
import { ending } from './ending.ts';
import { isAdjustable, steady } from './pace.ts';
import { shaped } from './shaped.ts';

const clock = { date: () => DATE };
const end = { endMs: () => 15_000, rows: () => 150 };

test('as long as the rate does not change, the rows are exact, and the pace ends with the time', () => {
  for (const pace of [ending(steady(10), end), ending(shaped({ eps: 10, clock }), end)]) {
    expect([0, 999, 14_000, 15_000, 60_000].map((ms) => pace.due(ms))).toEqual([10, 10, 150, 150, 150]);
    expect([14_000, 14_999.9, 15_000].map((ms) => pace.ended?.(ms))).toEqual([false, false, true]);
    expect([pace.next(14_500), pace.next(15_000)]).toEqual([15_000, Infinity]);
    expect([pace.isChanged, pace.perSecond]).toEqual([false, 10]);
  }
  const short = ending(steady(100), { endMs: () => 500, rows: () => 50 });
  expect([short.due(0), short.due(9000)]).toEqual([50, 50]);
});

test('no row is lost that comes a moment after the end', () => {
  const late = ending(steady(10), { endMs: () => 3000, rows: () => 31 });
  expect([3000, 3500, 30_000].map((ms) => [late.due(ms), late.ended?.(ms)])).toEqual([
    [31, true],
    [31, true],
    [31, true],
  ]);
  const slow = ending(steady(0.5), { endMs: () => 3000, rows: () => 3 });
  expect([3000, 3999, 4000].map((ms) => slow.ended?.(ms))).toEqual([false, false, true]);
  expect(slow.next(3500)).toBe(4000);
});

test('a rate that changes changes the rows, not the time', () => {
  const pace = ending(shaped({ eps: 10, clock }), end);
  if (!isAdjustable(pace)) throw new Error('Not adjustable');
  expect(pace.due(1500)).toBe(20);
  pace.change(100, 1500);
  expect(pace.due(14_000)).toBeGreaterThan(1250);
  expect([pace.ended?.(14_999), pace.ended?.(15_000)]).toEqual([false, true]);
  expect(pace.due(90_000)).toBe(pace.due(14_999));
  expect([pace.isChanged, pace.spentMs, pace.perSecond]).toEqual([true, 15_000, 100]);
});
