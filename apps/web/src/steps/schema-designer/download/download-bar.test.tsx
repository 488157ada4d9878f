import { expect, test } from 'vitest';
import { fileName, readRows } from './download-bar.tsx';

test.each([
  ['1', 1],
  ['1,000', 1000],
  [' 10 000 ', 10_000],
  ['100000000', 100_000_000],
])('%s is a number of rows', (text, rows) => {
  expect(readRows(text)).toEqual({ rows });
});

test.each(['', '0', '-5', '1e3', '∞', 'ten'])('"%s" is no number of rows', (text) => {
  expect(readRows(text)).toEqual({ error: 'Rows must be a whole number, 1 or more.' });
});

test('a file has an end', () => {
  expect(readRows('100,000,001')).toEqual({ error: 'At most 100,000,000 rows fit in a download.' });
});

test('a file is named after its template and seed, without characters that a disk rejects', () => {
  expect(fileName('Online Shop', '42', 'ndjson')).toBe('online-shop-42.ndjson');
  expect(fileName('Custom', '../a:b', 'csv')).toBe('custom-a-b.csv');
  expect(fileName('Custom', 'x'.repeat(300), 'csv')).toBe(`custom-${'x'.repeat(40)}.csv`);
});
