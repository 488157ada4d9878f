import { newCollector } from '@catbird/core/statistics';
import { expect, test } from 'vitest';
import { cellOf, isOfField, pathOf, placedOf, stepsOf, type ColumnOrder } from './columns.ts';

function placed(rows: readonly object[], order: ColumnOrder = 'rows') {
  const collector = newCollector();
  for (const row of rows) collector.add(row);
  const lines = rows.map((row) => JSON.stringify(row));
  return placedOf(collector.statistics(), { step: 1, lines }, order);
}

const names = (columns: ReturnType<typeof placed>): readonly string[] =>
  columns.map(({ column }) => column.field.path);

test('each field has a column, those of objects and of the objects in lists included', () => {
  const columns = placed([
    { id: 1, 'post code': 'x', pay: { by: 'card' }, cart: [{ price: 2 }, { price: 3.5 }] },
    { id: 2, 'post code': null, pay: { by: 'cash' }, cart: [] },
  ]);
  expect(names(columns)).toEqual(['id', '["post code"]', 'pay.by', 'cart', 'cart[].price']);
  expect(columns.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['1', '2'],
    ['x', 'null'],
    ['card', 'cash'],
    ['2 items', '[]'],
    ['2, 3.5', ''],
  ]);
  expect(columns.map(({ cells }) => cells[0]?.kind)).toEqual(['number', 'text', 'text', 'text', 'text']);
  expect(columns[1]?.cells[1]?.kind).toBe('none');
  const lefts = columns.map(({ left }) => left);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('columns that tell most come first; unique, constant and rising ones, and those that follow from another, last', () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    id: `id ${i}`,
    at: i,
    same: 'x',
    rare: i % 50 === 0 ? 'b' : 'a',
    state: ['a', 'b', 'c', 'd'][i % 4],
    named: ['Ann', 'Ben', 'Cem', 'Dan'][i % 4],
    sometimes: i % 10 === 0 ? ['a', 'b', 'c', 'd'][(i / 10) % 4] : null,
  }));
  expect(names(placed(rows, 'telling'))).toEqual(['state', 'sometimes', 'rare', 'named', 'id', 'at', 'same']);
});

test('a path leads to its names, with every name that JSON can have', () => {
  expect(stepsOf('cart[].sku')).toEqual(['cart', null, 'sku']);
  expect(stepsOf('a["b.c[]"]["\\"]"].d')).toEqual(['a', 'b.c[]', '"]', 'd']);
  expect(stepsOf('["__proto__"]')).toEqual(['__proto__']);
});

test('only what a row has itself is shown, and long texts are cut', () => {
  expect(cellOf({}, { steps: ['toString'] })).toEqual({ text: '', kind: 'none' });
  expect(cellOf(JSON.parse('{"__proto__": 1}'), { steps: ['__proto__'] })).toEqual({
    text: '1',
    kind: 'number',
  });
  expect(cellOf({ a: 'x'.repeat(100) }, { steps: ['a'] }).text).toBe(`${'x'.repeat(80)}…`);
});

test('a field of the schema lights its column, and those of what it makes', () => {
  const [by, cart, price] = placed([{ pay: { by: 'card' }, cart: [{ price: 2 }] }]).map(
    ({ column }) => column,
  );
  if (by === undefined || cart === undefined || price === undefined) throw new Error('A column is missing');
  expect([by, cart, price].map((column) => isOfField(column, ['cart']))).toEqual([false, true, true]);
  expect([by, cart, price].map((column) => isOfField(column, ['cart', 'price']))).toEqual([
    false,
    false,
    true,
  ]);
  expect(pathOf(price)).toEqual(['cart', 'fields', 'price']);
});
