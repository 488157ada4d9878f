import { expect, test } from 'vitest';
import { parseSchema } from '../schema/parse.ts';
import { summarise } from './summary.ts';
import { compile, type RowTimes } from './writer.ts';

function summariesOf(schema: object) {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error('The schema is wrong');
  const all = summarise(compile(result.schema, { seed: 5 }), 10_000, {
    startMs: Date.UTC(2026, 0, 1),
    stepMs: 1000,
  });
  return new Map(all.map((summary) => [summary.name, summary]));
}

const summaries = summariesOf({
  id: { type: 'string.uuid' },
  dice: { type: 'number.int', params: { min: 1, max: 6 } },
  color: {
    type: 'helpers.weightedArrayElement',
    params: [
      { weight: 3, value: 'red' },
      { weight: 1, value: 'blue' },
    ],
  },
  note: { type: 'lorem.word', nulls: 0.5, missing: 0.25 },
  at: { type: 'catbird.timestampNow' },
});

test('takes event times that are computed from the rows', () => {
  const parsed = parseSchema('{"at": {"type": "catbird.timestampNow"}}');
  if (!parsed.ok) throw new Error('The schema is wrong');
  const time: RowTimes = {
    put(ms, first, rows, step = 1) {
      for (let r = 0; r < rows; r++) ms[r] = (first + r * step) * 1000;
    },
  };
  const [at] = summarise(compile(parsed.schema, { seed: 5 }), 300, time, 10);
  expect(at?.range).toEqual({ min: '1970-01-01T00:00:00.000Z', max: '1970-01-01T00:49:50.000Z' });
});

test('counts distinct values, and omits top values if nearly all are unique', () => {
  expect(summaries.get('id')).toMatchObject({ distinct: 10_000, top: [], range: undefined, histogram: [] });
});

test('gives the range and histogram of numbers', () => {
  const dice = summaries.get('dice');
  expect(dice).toMatchObject({ distinct: 6, range: { min: '1', max: '6' } });
  expect(dice?.histogram.reduce((a, b) => a + b, 0)).toBe(10_000);
  expect(dice?.histogram.filter((count) => count > 0)).toHaveLength(6);
});

test('gives the most frequent values with their shares', () => {
  const [red, blue] = summaries.get('color')?.top ?? [];
  expect(red?.value).toBe('"red"');
  expect(red?.share).toBeCloseTo(0.75, 1);
  expect(blue?.share).toBeCloseTo(0.25, 1);
});

test('gives the shares of null and missing values', () => {
  expect(summaries.get('note')?.nulls).toBeCloseTo(0.5, 1);
  expect(summaries.get('note')?.missing).toBeCloseTo(0.25, 1);
});

test('with a step, covers a longer stretch of the stream with as many rows', () => {
  const result = parseSchema(JSON.stringify({ row: { type: 'catbird.sequence' } }));
  if (!result.ok) throw new Error('The schema is wrong');
  const [row] = summarise(compile(result.schema, { seed: 5 }), 1000, { startMs: 0, stepMs: 0 }, 7);
  expect(row).toMatchObject({ distinct: 1000, range: { min: '1', max: '6994' } });
});

test('gives the range of dates', () => {
  expect(summaries.get('at')?.range).toEqual({
    min: '2026-01-01T00:00:00.000Z',
    max: '2026-01-01T02:46:39.000Z',
  });
});
