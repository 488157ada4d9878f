import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTimeline } from '../../../engine/src/time/timeline.ts';
import { newTiming } from '../../../engine/src/time/timing.ts';
import { steady, unlimited, type Pace } from './pace.ts';
import { shaped } from './shaped.ts';
import { shardPace, splitPace } from './split.ts';
import { timed } from './timed.ts';

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
  expect(parts.map(({ perSecond }) => perSecond)).toEqual([1, 1, 1]);
  for (let ms = 0; ms < 60_000; ms += 700) {
    const due = parts.map((part) => {
      // As a run asks: until nothing is left to look at.
      while (part.next(ms) <= ms) part.due(ms, 200);
      expect(part.ended?.(ms)).toBe(false);
      return part.due(ms);
    });
    expect(due.reduce((sum, rows) => sum + rows, 0)).toBe(Math.min(100, whole.due(ms)));
  }
});

test('before its rows are looked for, a part is due its share of the rows of the whole', () => {
  const [index, count] = [0, 3];
  const whole = { ...steady(10), timeOf: (position: number) => position };
  const part = splitPace(whole, newFound(index, count), { count, most: 100 });
  // Of the 10 rows of the first second.
  expect([part.due(0), part.timeOf?.(0)]).toEqual([4, undefined]);
  part.due(0, 4);
  expect(part.timeOf?.(1)).toBe(7);
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

const DATE = Date.UTC(2026, 10, 21, 10);

const paces: Readonly<Record<string, (eps: number, date: () => number) => Pace>> = {
  steady: (eps) => steady(eps),
  shaped: (eps, date) =>
    shaped({ eps, rate: { waves: [{ periodMs: 7000, low: 0, high: 2 }] }, clock: { date } }),
  timed(eps, date) {
    const timing = newTiming({ fromMs: DATE - 60_000, eps });
    return timed(newTimeline(timing, 1), { timing, clock: { date } });
  },
};

test.each(Object.entries(paces))('%s: the shards’ sum is the whole’s due at every moment', (_, paceOf) => {
  const rates = fc.integer({ min: 1, max: 5_000_000 }).map((milli) => milli / 1000);
  const times = fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 40 }), times, (eps, count, ms) => {
      let now = 0;
      const whole = paceOf(eps, () => DATE + now);
      const shards = Array.from({ length: count }, (_, index) => shardPace(whole, { index, count }));
      for (now of ms.toSorted((a, b) => a - b)) {
        const due = shards.map((shard) => shard.due(now));
        expect(due.reduce((sum, rows) => sum + rows, 0)).toBe(whole.due(now));
        // Rows K, K + N, …: an earlier shard has as many as a later one, or one more.
        expect(due).toEqual(due.toSorted((a, b) => b - a));
        expect((due[0] ?? 0) - (due.at(-1) ?? 0)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 200 },
  );
});

test('two events a second on four shards are two a second, not four at once', () => {
  const shards = [0, 1, 2, 3].map((index) => shardPace(steady(2), { index, count: 4 }));
  expect(shards.map((shard) => shard.due(0))).toEqual([1, 1, 0, 0]);
  expect(shards.map((shard) => shard.due(1000))).toEqual([1, 1, 1, 1]);
  const shard = shardPace(steady(8), { index: 0, count: 4 });
  expect([shard.perSecond, shard.batchRows]).toEqual([2, 2]);
  expect([0, 1, 2].map((rows) => shard.coveredMs?.(rows, 0))).toEqual([0, 500, 1000]);
});

test('without a rate all rows are due in every shard, whose requests are as large as the whole’s', () => {
  const shard = shardPace(unlimited(7), { index: 3, count: 4 });
  expect([shard.due(0), shard.next(0), shard.perSecond, shard.backlog]).toEqual([
    Infinity,
    Infinity,
    Infinity,
    0,
  ]);
  expect(shard.batchRows).toBe(7);
});
