import { expect, test } from 'vitest';
import { steady, unlimited } from './pace.ts';
import { splitPace } from './split.ts';

const BLOCK = 10;

/** The positions of one part, found in blocks. Position p belongs to part p² mod 7 mod count. */
function newFound(index: number, count: number) {
  const own: number[] = [];
  let end = 0;
  const search = (): void => {
    for (const stop = end + BLOCK; end < stop; end++) if (((end * end) % 7) % count === index) own.push(end);
  };
  return {
    find(rows: number) {
      for (let i = 0; i < 5 && own.length < rows; i++) search();
    },
    before(position: number) {
      for (let blocks = Math.ceil((position - end) / BLOCK); blocks > 0; blocks--) search();
      return own.filter((each) => each < position).length;
    },
    positionOf: (row: number) => own[row] ?? end,
    get found() {
      return own.length;
    },
    get end() {
      return end;
    },
  };
}

test('at every moment, the rows due in all parts are those due in the whole, up to its limit', () => {
  const whole = steady(3);
  const parts = [0, 1, 2].map((index) => splitPace(whole, newFound(index, 3), { count: 3, most: 100 }));
  for (let ms = 0; ms < 60_000; ms += 700) {
    const due = parts.map((part) => {
      // As a run asks: until nothing is left to look at.
      while (part.next(ms) <= ms) part.due(ms, 200);
      return part.due(ms);
    });
    expect(due.reduce((sum, rows) => sum + rows, 0)).toBe(Math.min(100, whole.due(ms)));
  }
});

test('a part without rows goes on looking for them, and does not end before', () => {
  const found = newFound(6, 7);
  const pace = splitPace({ ...unlimited(), ended: () => true }, found, { count: 7, most: 1000 });
  expect(pace.due(0, 5)).toBe(0);
  expect([pace.next(0), pace.ended?.(0)]).toEqual([0, false]);
  while (pace.next(0) === 0) expect(pace.due(0, 5)).toBe(0);
  expect(found.end).toBe(1000);
  expect(pace.ended?.(0)).toBe(true);
});
