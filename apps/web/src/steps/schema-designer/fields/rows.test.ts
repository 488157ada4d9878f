import type { SchemaIssue } from '@catbird/core';
import { templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { readFields, type FieldNode, type FieldTree } from '../../../schema-text/fields.ts';
import { isMentioned, readableNames } from '../../../schema-text/names.ts';
import { commandOf, historyOf } from './commands.ts';
import { fieldNear, fieldOfIssue, keyOf, rowReader, visibleFields } from './rows.ts';

function treeOf(text: string): FieldTree {
  const result = readFields(text);
  if (!result.ok) throw new Error('Not a schema');
  return result.tree;
}

const allKeys = (fields: readonly FieldNode[]): readonly string[] =>
  fields.flatMap((field) => [keyOf(field), ...allKeys(field.children)]);

function rowsIn(text: string, given: { isFolded?: boolean; issues?: readonly SchemaIssue[] } = {}) {
  const tree = treeOf(text);
  const unfolded = new Set(given.isFolded === true ? [] : allKeys(tree.fields));
  const visible = visibleFields(tree.fields, unfolded);
  return visible.map(rowReader(tree, visible, { unfolded, issues: given.issues ?? [] }));
}

const shopText = templates.find(({ name }) => name === 'Online Shop')?.text ?? '';

test('a row has its words and its place among those beside it, entities apart', () => {
  const rows = new Map(rowsIn(shopText).map((row) => [row.name, row]));
  expect(rows.get('subtotal')?.words).toEqual([{ text: 'sum of amount in cart' }]);
  expect(rows.get('country')?.words[0]).toEqual({ text: 'user', isEntity: true });
  expect(rows.get('order')?.isHidden).toBe(true);
  expect(rows.has('$entities')).toBe(false);
  expect(rows.get('timestamp')).toMatchObject({ level: 1, position: 1, size: 16 });
  expect(rows.get('quantity')).toMatchObject({ level: 2, position: 4, size: 5 });
  expect(rowsIn(shopText, { isFolded: true })).toHaveLength(16);
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
  expect(fieldOfIssue(visibleFields(fields, new Set(allKeys(fields))), issue)?.name).toBe('quantity');
  expect(fieldOfIssue(visibleFields(fields, new Set()), issue)?.name).toBe('cart');
  const problem = rowsIn(shopText, { issues: [issue], isFolded: true }).find(
    ({ name }) => name === 'cart',
  )?.problem;
  expect(problem).toEqual({ severity: 'error', text: 'number.int: Too large.', fix: undefined });
});

test('objects deeper than three levels are left to JSON', () => {
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'lorem.word' } : { type: 'object', fields: { in: deep(levels - 1) } };
  const rows = rowsIn(JSON.stringify({ out: deep(4) }));
  expect(rows.map(({ level }) => level)).toEqual([1, 2, 3]);
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
  expect(fieldNear(visibleFields(tree.fields, new Set(allKeys(tree.fields))), id)?.id).toBe(found);
});
