import { expect, test } from 'vitest';
import { tableOf } from './data-table.tsx';

test('the columns are the members of all rows', () => {
  const { columns, rows } = tableOf(['{"a":1,"__proto__":"x"}', '{"b":null,"a":2.5}']);
  expect(columns).toEqual(['a', '__proto__', 'b']);
  expect(rows).toEqual([
    [
      { text: '1', kind: 'number' },
      { text: 'x', kind: 'text' },
      { text: '', kind: 'none' },
    ],
    [
      { text: '2.5', kind: 'number' },
      { text: '', kind: 'none' },
      { text: 'null', kind: 'none' },
    ],
  ]);
});

test('objects and lists are JSON, long texts are cut, and so are many columns', () => {
  const row = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, 'x'.repeat(i)]));
  const { columns, more, rows } = tableOf([JSON.stringify({ list: [1, { a: true }], ...row })]);
  expect([columns.length, more]).toEqual([200, 801]);
  expect(rows[0]?.[0]?.text).toBe('[1,{"a":true}]');
  expect(rows[0]?.at(-1)?.text).toBe(`${'x'.repeat(80)}…`);
});
