import { expect, test } from 'vitest';
import { remainingRows } from '../../send/src/resume/ranges.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { withFaults } from '../../engine/src/rows/faults.ts';
import { sidedRows } from '../test/sides.ts';
import { type RowTimes, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { timedRows } from '../../send/src/resume/saved-times.ts';
import { shardRows } from './stream-rows.ts';

const parsed = parseSchema(
  '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}, "user": {"type": "catbird.key", "params": {"name": "user", "size": 9}}}',
);
if (!parsed.ok) throw new Error('Invalid schema');
const options = { seed: 7 };
const plain = sidedRows(
  parsed.schema,
  { keyField: 'user', topic: 'of/{{user}}', headers: { n: '{{n}}' } },
  options.seed,
);
const FAULTS = {
  duplicates: { share: 0.1 },
  late: { share: 0.1, delayMs: { min: 1, max: 9000 } },
  reordering: { window: 10 },
  malformed: { share: 0.1 },
  dropped: { share: 0.1 },
};
const NO_ORDER = { late: FAULTS.late, malformed: FAULTS.malformed };
const TIME: RowTimes = {
  put(ms, first, rows, step = 1) {
    for (let r = 0; r < rows; r++) ms[r] = (first + r * step) * 1300;
  },
};

const SHARD = { index: 2, count: 5 };
const COUNT = 1500;

/** Rows with what travels beside them. */
function make(rows: RowWriter, first: number, count: number, step = 1): (readonly [string, unknown])[] {
  const batch = rows.fill(newBatch(), { first, step, count, time: TIME });
  expect(batch.first).toBe(first);
  return [...texts(batch)].map((row, i) => [row, batch.sides?.[i]]);
}

test.each([
  ['plain rows', () => plain],
  ['rows with faults', () => withFaults(plain, FAULTS, options)],
  ['rows that keep their order', () => withFaults(plain, NO_ORDER, options)],
])('a shard of %s has the bytes, sides and times of the whole stream', (_, rowsOf) => {
  const whole = make(rowsOf(), 0, COUNT * SHARD.count);
  const expected = whole.filter((_row, i) => i % SHARD.count === SHARD.index);
  const shard = shardRows(rowsOf(), SHARD);
  expect(make(shard, 0, COUNT)).toEqual(expected);
  expect(make(shard, 700, 3)).toEqual(expected.slice(700, 703));
  expect(make(shard, 700, 3, 4)).toEqual([700, 704, 708].map((row) => expected[row]));
});

test('rows that remain keep their computed times, at any step, up to the end of their range', () => {
  const timed = timedRows(plain, [], {
    perSecond: 10,
    keep: () => expect.unreachable('There is nothing to save'),
  });
  const rows = remainingRows(timed.rows, [
    [5, 8],
    [20, Infinity],
  ]);
  const lines = (first: number, step: number): string[] => [
    ...texts(rows.fill(newBatch(), { first, step, count: 4, time: TIME })),
  ];
  const numbers = (all: readonly string[]): unknown[] =>
    all.map((row) => {
      const { n, at } = JSON.parse(row) as { n: number; at: string };
      return [n - 1, Date.parse(at) / 1300];
    });
  expect(numbers(lines(5, 1))).toEqual([5, 6, 7].map((n) => [n, n]));
  expect(numbers(lines(5, 2))).toEqual([5, 7].map((n) => [n, n]));
  expect(numbers(lines(8, 3))).toEqual([20, 23, 26, 29].map((n) => [n, n]));
  expect(timed.spansOf([[0, Infinity]])).toEqual([]);
});
