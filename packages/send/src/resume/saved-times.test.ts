import { describe, expect, test } from 'vitest';
import { newBatch, texts } from '../../../engine/src/rows/batch.ts';
import { compile, type RowWriter } from '../../../engine/src/rows/writer.ts';
import { withFaults } from '../../../engine/src/rows/faults.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { timedRows, type Span } from './saved-times.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const plain = compile(parsed.schema, { seed: '7' });

/** The texts of rows, generated at a time. */
function make(rows: RowWriter, first: number, count: number, ms: number): string[] {
  return [...texts(rows.fill(newBatch(), { first, count, time: { startMs: ms, stepMs: 0 } }))];
}
const numberIn = (line: string): unknown => (JSON.parse(line) as { n: unknown }).n;
const timesOf = (rows: readonly string[]): number[] =>
  rows.map((row) => Date.parse((JSON.parse(row) as { at: string }).at));

describe('rows of one span', () => {
  test('have the time at which the first of them was generated, and a batch ends with its span', () => {
    const { rows } = timedRows(plain, [], { perSecond: 10 });
    expect(timesOf(make(rows, 0, 4, 1000))).toEqual([1000, 1000, 1000, 1000]);
    expect(timesOf(make(rows, 4, 50, 1700))).toEqual(Array.from({ length: 6 }, () => 1000));
    expect(timesOf(make(rows, 10, 50, 2100))).toEqual(Array.from({ length: 10 }, () => 2100));
  });

  test('are the same bytes when another process generates them, in any batches', () => {
    let kept: readonly Span[] = [];
    const before = timedRows(plain, [], {
      perSecond: 10,
      keep: () => (kept = before.spansOf([[3, Infinity]])),
    });
    const sent = [...make(before.rows, 0, 10, 1000), ...make(before.rows, 10, 3, 2000)];
    const after = timedRows(plain, kept, { perSecond: 10 });
    const again = [3, 5, 9, 10, 12].flatMap((row, i, all) =>
      make(after.rows, row, (all[i + 1] ?? 13) - row, 9000),
    );
    expect(again).toEqual(sent.slice(3));
    // Rows that may have been generated before keep their time; later rows get the present time.
    expect(timesOf(make(after.rows, 13, 50, 9000))).toEqual(Array.from({ length: 7 }, () => 2000));
    expect(timesOf(make(after.rows, 20, 1, 9000))).toEqual([9000]);
  });
});

test('copies have the time of their original, also if another process sent it', () => {
  const faultsOf = () =>
    withFaults(plain, { duplicates: { share: 0.3, within: 20 } }, { seed: '7', schema: parsed.schema });
  let kept: readonly Span[] = [];
  const [first, second] = [faultsOf(), faultsOf()];
  const before = timedRows(first, [], {
    perSecond: 50,
    earlier: first.earlier,
    keep: () => (kept = before.spansOf([[100, Infinity]])),
  });
  const sent = [0, 50].flatMap((row) => make(before.rows, row, 50, 1000 + row));
  const after = timedRows(second, kept, { perSecond: 50, earlier: second.earlier });
  sent.push(...[100, 150].flatMap((row) => make(after.rows, row, 50, 9000 + row)));
  expect(new Set(sent.map((line) => line)).size).toBe(new Set(sent.map((line) => numberIn(line))).size);
  // Some originals are on the other side.
  const copied = new Set(sent.slice(0, 100).map(numberIn));
  expect(sent.slice(100).filter((line) => copied.has(numberIn(line))).length).toBeGreaterThan(0);
});

test('a span is saved before its rows are generated, and forgotten once none of them remains', () => {
  const kept: string[] = [];
  const watched: RowWriter = {
    fill(batch, extent) {
      kept.push('made');
      return plain.fill(batch, extent);
    },
  };
  const timed = timedRows(watched, [], { perSecond: 2, keep: () => void kept.push('kept') });
  make(timed.rows, 0, 2, 1000);
  make(timed.rows, 2, 2, 2000);
  make(timed.rows, 3, 1, 2500);
  expect(kept).toEqual(['kept', 'made', 'kept', 'made', 'made']);
  const both = [
    { first: 0, end: 2, ms: 1000 },
    { first: 2, end: 4, ms: 2000 },
  ];
  expect(timed.spansOf([[0, Infinity]])).toEqual(both);
  expect(
    timed.spansOf([
      [1, 2],
      [3, Infinity],
    ]),
  ).toEqual(both);
  expect(timed.spansOf([[2, Infinity]])).toEqual([{ first: 2, end: 4, ms: 2000 }]);
  expect(timed.spansOf([[4, Infinity]])).toEqual([]);
});

test('without a rate, a span grows until it lasts about a second, and shrinks if it lasts longer', () => {
  const timed = timedRows(plain, [], { perSecond: Infinity });
  let first = 0;
  for (const ms of [0, 10, 20, 700, 5000, 9000, 13_000, 17_000]) {
    make(timed.rows, first, 1, ms);
    first = timed.spansOf([[0, Infinity]]).at(-1)?.end ?? 0;
  }
  const sizes = timed.spansOf([[0, Infinity]]).map((span) => span.end - span.first);
  expect(sizes).toEqual([5000, 10_000, 20_000, 20_000, 10_000, 5000, 5000, 5000]);
});

test('without seconds, a batch has the time of its generation, in a later process too', () => {
  const first = timedRows(plain, []);
  const sent = [...make(first.rows, 0, 3, 1000), ...make(first.rows, 3, 2, 2000)];
  expect(sent).toEqual([...make(plain, 0, 3, 1000), ...make(plain, 3, 2, 2000)]);

  const spans = first.spansOf([[1, Infinity]]);
  const later = timedRows(plain, spans);
  // A batch ends where its time does; rows that were never generated have the clock's.
  expect(make(later.rows, 1, 9, 9000)).toEqual(sent.slice(1, 3));
  expect(make(later.rows, 3, 9, 9000)).toEqual(sent.slice(3));
  expect(make(later.rows, 5, 1, 9000)).toEqual(make(plain, 5, 1, 9000));
});

test('a batch before a remembered one ends at it', () => {
  const { rows } = timedRows(plain, [{ first: 4, end: 6, ms: 1000 }]);
  expect(make(rows, 2, 9, 9000)).toEqual(make(plain, 2, 2, 9000));
  expect(make(rows, 4, 9, 9000)).toEqual(make(plain, 4, 2, 1000));
});

test('the rows of a batch of one of several processes have the time of its generation', () => {
  const times = timedRows(plain, []);
  const time = { startMs: 1000, stepMs: 0 };
  times.rows.fill(newBatch(), { first: 1, step: 3, count: 4, time });
  expect(times.spansOf([[1, Infinity]])).toEqual([{ first: 1, end: 13, ms: 1000 }]);
  expect(times.rows.fill(newBatch(), { first: 1, step: 3, count: 9, time }).count).toBe(4);
});
