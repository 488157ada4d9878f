import { newCollector } from '@catbird/core/statistics';
import { expect, test } from 'vitest';
import { cellOf, columnFinder, columnsOf, stepsOf } from './columns.ts';

const ROWS = [
  {
    id: 1,
    'post code': 'x',
    at: '2026-01-01T10:00:00Z',
    pay: { id: 'p1', by: 'card' },
    tags: ['a', 'b'],
    cart: [{ price: 2 }, { price: 3.5 }],
  },
  { id: 2, 'post code': null, at: '2026-01-01T10:00:09Z', pay: { id: 'p2', by: 'cash' }, tags: [], cart: [] },
  {
    id: 3,
    'post code': 'y',
    at: '2026-01-01T10:00:12Z',
    pay: { id: 'p3', by: 'cash' },
    tags: ['c'],
    cart: [{ price: 1 }],
  },
];

function find(names: readonly string[]) {
  const collector = newCollector();
  for (const row of ROWS) collector.add(row);
  const column = columnFinder(columnsOf(collector.statistics()))(names);
  if (column === undefined) throw new Error(`No column of ${names.join('.')}`);
  return column;
}

const texts = (...names: readonly string[]): readonly string[] =>
  ROWS.map((row) => cellOf(row, find(names)).text);

test('each field has its values in rows, those of objects and of the objects in lists included, and never JSON', () => {
  expect(texts('id')).toEqual(['1', '2', '3']);
  expect(texts('post code')).toEqual(['x', 'null', 'y']);
  expect(texts('pay', 'by')).toEqual(['card', 'cash', 'cash']);
  expect(texts('tags')).toEqual(['a, b', '0 items', 'c']);
  expect(texts('cart')).toEqual(['2 items', '0 items', '1 item']);
  expect(texts('cart', 'price')).toEqual(['2, 3.5', '', '1']);
  expect(cellOf(ROWS[1], find(['post code'])).isNone).toBe(true);
});

test('of times within a day, the time tells them apart', () => {
  expect(texts('at')).toEqual(['10:00:00', '10:00:09', '10:00:12']);
});

test('an object has the figure and values of a member', () => {
  expect(find(['pay']).field.path).toMatch(/^pay\./);
});

test('a path leads to its names, with every name that JSON can have', () => {
  expect(stepsOf('cart[].sku')).toEqual(['cart', null, 'sku']);
  expect(stepsOf('a["b.c[]"]["\\"]"].d')).toEqual(['a', 'b.c[]', '"]', 'd']);
  expect(stepsOf('["__proto__"]')).toEqual(['__proto__']);
});

test('only what a row has itself is shown, and long texts are cut', () => {
  const column = find(['id']);
  expect(cellOf({}, { ...column, steps: ['toString'] })).toEqual({ text: '', isNone: true });
  expect(cellOf(JSON.parse('{"__proto__": 1}'), { ...column, steps: ['__proto__'] }).text).toBe('1');
  expect(cellOf({ a: 'x'.repeat(300) }, { ...column, steps: ['a'] }).text).toBe(`${'x'.repeat(200)}…`);
});
