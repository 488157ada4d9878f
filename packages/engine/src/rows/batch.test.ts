import { expect, test } from 'vitest';
import { rowIndex, select, slice, texts, type Batch } from './batch.ts';

const lines = ['a', 'bb', 'ccc', 'dddd', 'e', 'ff'];
const encoded = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
const batch: Batch = {
  first: 100,
  count: lines.length,
  bytes: encoded,
  ends: Uint32Array.from(lines, (_, i) => lines.slice(0, i + 1).join('').length + i + 1),
};
const indexes = (of: Batch): number[] => Array.from({ length: of.count }, (_, place) => rowIndex(of, place));

test('sliced and selected rows keep their bytes and indexes, however often', () => {
  const chosen = select(batch, [0, 2, 3, 5]);
  expect([...texts(chosen)]).toEqual(['a', 'ccc', 'dddd', 'ff']);
  expect([chosen.first, indexes(chosen)]).toEqual([100, [100, 102, 103, 105]]);
  const half = slice(chosen, 1, 4);
  expect([...texts(half)]).toEqual(['ccc', 'dddd', 'ff']);
  expect([half.first, indexes(half)]).toEqual([102, [102, 103, 105]]);
  const last = select(half, [2]);
  expect([...texts(last)]).toEqual(['ff']);
  expect([last.first, indexes(last)]).toEqual([105, [105]]);
  expect(indexes(slice(batch, 4, 6))).toEqual([104, 105]);
});
