import { compile, newBatch, parseSchema, texts, type RowWriter } from '@catbird/core';
import { expect, test } from 'vitest';
import { batchTimes } from './batch-times.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const plain = compile(parsed.schema, { seed: '7' });

/** The texts of rows, generated at a time. */
const make = (rows: RowWriter, first: number, count: number, ms: number): string[] => [
  ...texts(rows.fill(newBatch(), { first, count, time: { startMs: ms, stepMs: 0 } })),
];

test('a batch has the time of its generation, in a later session too', () => {
  const first = batchTimes(plain, []);
  const sent = [...make(first.rows, 0, 3, 1000), ...make(first.rows, 3, 2, 2000)];
  expect(sent).toEqual([...make(plain, 0, 3, 1000), ...make(plain, 3, 2, 2000)]);

  const spans = first.spansOf([[1, Infinity]]);
  const later = batchTimes(plain, spans);
  // A batch ends where its time does; rows that were never generated have the clock's.
  expect(make(later.rows, 1, 9, 9000)).toEqual(sent.slice(1, 3));
  expect(make(later.rows, 3, 9, 9000)).toEqual(sent.slice(3));
  expect(make(later.rows, 5, 1, 9000)).toEqual(make(plain, 5, 1, 9000));
});

test('a batch before a remembered one ends at it', () => {
  const { rows } = batchTimes(plain, [{ first: 4, end: 6, ms: 1000 }]);
  expect(make(rows, 2, 9, 9000)).toEqual(make(plain, 2, 2, 9000));
  expect(make(rows, 4, 9, 9000)).toEqual(make(plain, 4, 2, 1000));
});

test('times are forgotten once all their rows are done', () => {
  const times = batchTimes(plain, []);
  make(times.rows, 0, 3, 1000);
  make(times.rows, 3, 3, 2000);
  const span = { first: 3, end: 6, ms: 2000 };
  expect(
    times.spansOf([
      [2, 3],
      [5, Infinity],
    ]),
  ).toEqual([{ first: 0, end: 3, ms: 1000 }, span]);
  expect(times.spansOf([[4, Infinity]])).toEqual([span]);
  expect(times.spansOf([[6, Infinity]])).toEqual([]);
});
