import type { SchemaIssue } from '@catbird/core';
import { templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { readFields, type FieldTree } from '../../../schema-text/fields.ts';
import { isMentioned, readableNames } from '../../../schema-text/names.ts';
import { commandOf, historyOf } from './commands.ts';
import { indexAt } from './drag.ts';
import { fieldNear, fieldOfIssue, rowReader, visibleFields, type Row } from './rows.ts';

function treeOf(text: string): FieldTree {
  const result = readFields(text);
  if (!result.ok) throw new Error('Not a schema');
  return result.tree;
}

function rowsIn(text: string, given: { folded?: readonly string[]; issues?: readonly SchemaIssue[] } = {}) {
  const tree = treeOf(text);
  const folded = new Set(given.folded);
  const visible = visibleFields(tree.fields, folded);
  return visible.map(rowReader(tree, visible, { folded, issues: given.issues ?? [] }));
}

const textOf = ({ params, chips }: Row): string =>
  [params.map(({ text }) => text).join(''), ...chips].join(' | ');

const shopText = templates.find(({ name }) => name === 'Online Shop')?.text ?? '';

test('a row says in one line what a field is', () => {
  const rows = new Map(rowsIn(shopText).map((row) => [row.name, row]));
  const shown = (name: string): string => {
    const row = rows.get(name);
    return row === undefined ? 'none' : textOf(row);
  };
  expect(shown('coupon')).toBe('WELCOME10 3, FRIENDS20 1 | 90 % null | per order_id');
  expect(shown('order')).toBe('of status, form integer | hidden');
  expect(shown('cart')).toBe('1–5 of 5 fields | per order_id');
  expect(shown('subtotal')).toBe('round(sum(cart, "amount"), 2)');
  expect(rows.get('$entities')?.kind).toBe('note');
  expect(rows.get('quantity')).toMatchObject({ level: 2, position: 4, size: 5 });
});

test('an issue belongs to the innermost field that can be seen', () => {
  const issue: SchemaIssue = {
    code: 'params',
    severity: 'error',
    message: 'number.int: Too large',
    path: ['cart', 'fields', 'quantity', 'params'],
    line: 1,
    column: 1,
    offset: 0,
    length: 1,
  };
  const { fields } = treeOf(shopText);
  expect(fieldOfIssue(visibleFields(fields, new Set()), issue)?.name).toBe('quantity');
  const cart = fields.find(({ name }) => name === 'cart')?.id ?? '';
  expect(fieldOfIssue(visibleFields(fields, new Set([cart])), issue)?.name).toBe('cart');
  const problem = rowsIn(shopText, { issues: [issue], folded: [cart] }).find(
    ({ name }) => name === 'cart',
  )?.problem;
  expect(problem).toEqual({ severity: 'error', text: 'number.int: Too large.', fix: undefined });
});

test('objects deeper than three levels are counted, and left to JSON', () => {
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'lorem.word' } : { type: 'object', fields: { in: deep(levels - 1) } };
  const rows = rowsIn(JSON.stringify({ out: deep(4) }));
  expect(rows.map(({ level }) => level)).toEqual([1, 2, 3]);
  expect(rows.map(textOf)).toEqual(['1 field', '1 field', '1 field, in JSON']);
});

test('a field can read those beside it and around it', () => {
  const { fields } = treeOf(
    '{"a": {"value": 1}, "b": {"type": "object", "fields": {"c": {"value": 1}, "d": {"value": 2}}}}',
  );
  const [, object] = fields;
  const [first] = object?.children ?? [];
  expect(first && readableNames(fields, first)).toEqual(['d', 'a']);
});

test('a name is mentioned where a text has it, wherever it may be read', () => {
  const { root } = treeOf(
    '{"price": {"type": "number.int"}, "total": {"type": "catbird.expression", "params": ["net * 2"]}}',
  );
  expect(isMentioned(root, ['price'])).toBe(false);
  expect(isMentioned(root, ['price', 'net'])).toBe(true);
  // Such a name may be written with a backslash.
  expect(isMentioned(root, ['a "b"'])).toBe(true);
});

test.each([
  ['0', '2', 'before', 1],
  ['0', '2', 'after', 2],
  ['2', '0', 'before', 0],
  ['2', '0', 'after', 1],
  ['1', '1', 'after', 1],
  ['3.4', '3.0', 'before', 0],
] as const)('%s dropped at %s, %s it, has the index %i', (id, target, side, index) => {
  expect(indexAt(id, { id: target, side, line: target })).toBe(index);
});

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  [{ key: 't' }, 'type'],
  [{ key: 'T', shiftKey: true }, 'type'],
  [{ key: 'd', ctrlKey: true }, 'duplicate'],
  [{ key: 'd', metaKey: true }, 'duplicate'],
  [{ key: 'd' }, undefined],
  [{ key: 'ArrowUp', altKey: true }, 'up'],
  [{ key: 'ArrowUp', altKey: true, ctrlKey: true }, undefined],
  [{ key: 'ArrowLeft' }, 'out'],
])('%o does %s', (key, command) => {
  expect(commandOf({ ...NONE, ...key }, undefined)).toBe(command);
});

test('undo and redo have the keys of the editor', () => {
  expect(historyOf({ ...NONE, ctrlKey: true, key: 'z' })).toBe('undo');
  expect(historyOf({ ...NONE, metaKey: true, shiftKey: true, key: 'Z' })).toBe('redo');
  expect(historyOf({ ...NONE, ctrlKey: true, key: 'y' })).toBe('redo');
  expect(historyOf({ ...NONE, key: 'z' })).toBeUndefined();
});

test.each([
  ['1.1', '1.1'],
  ['1.9', '1.1'],
  ['2.0', '2'],
  ['7', '2'],
  [undefined, '0'],
])('the field near place %s is %s', (id, found) => {
  const tree = treeOf(
    '{"a": {"type": "x"}, "o": {"type": "object", "fields": {"b": {"type": "x"}, "c": {"type": "x"}}}, "d": {"type": "x"}}',
  );
  expect(fieldNear(visibleFields(tree.fields, new Set()), id)?.id).toBe(found);
});
