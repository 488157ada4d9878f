import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { completeTypes } from './completion.ts';

const ENTITIES = `"$entities": {
    "customer": { "size": 9, "keyName": "id", "fields": { "email": { "type": "internet.email" } } },
    "order": { "size": 9, "fields": {
      "customer": { "type": "catbird.entity", "params": { "of": "customer" } },
      "total": { "type": "number.int" }
    } }
  }`;

/** The completions at | in a text. */
async function completed(text: string, types: readonly TypeSummary[] = []): Promise<readonly string[]> {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 5000);
  const found = await completeTypes(() => Promise.resolve(types))(new CompletionContext(state, pos, true));
  const typed = found === null ? '' : state.sliceDoc(found.from, pos);
  return (found?.options ?? []).map(({ label }) => label).filter((label) => label.startsWith(typed));
}

const withField = (field: string): string =>
  `{ ${ENTITIES},\n "order": { "type": "catbird.entity", "params": { "of": "order" } },\n "sum": { "type": "number.int" },\n ${field} }`;

test.each([
  ['entities', '"x": { "type": "catbird.entity", "params": { "of": "|" } }', ['customer', 'order']],
  ['the rest of an entity', '"x": { "type": "catbird.entity", "params": { "of": "cu|" } }', ['customer']],
  [
    'fields and paths in a ref',
    '"x": { "type": "catbird.ref", "params": "o|" }',
    ['order', 'order.order_id', 'order.customer', 'order.total', 'order.number'],
  ],
  [
    'paths of a path',
    '"x": { "type": "catbird.ref", "params": "order.customer.|" }',
    ['order.customer.id', 'order.customer.email', 'order.customer.number'],
  ],
  [
    'paths in a template',
    '"x": { "type": "catbird.template", "params": "for {{order.cu|}}" }',
    ['order.customer'],
  ],
  [
    'paths in an expression',
    '"x": { "type": "catbird.expression", "params": "1 + order.to|" }',
    ['order.total'],
  ],
  ['paths in per', '"x": { "type": "number.int", "per": "order.customer.e|" }', ['order.customer.email']],
  [
    'paths in a lookup',
    '"x": { "type": "catbird.lookup", "params": { "field": "order.customer.em|" } }',
    ['order.customer.email'],
  ],
  [
    'outer draws in a list',
    '"x": { "type": "object", "count": 2, "fields": { "y": { "type": "catbird.ref", "params": "order.t|" } } }',
    ['order.total'],
  ],
  ['nothing of a field that is no entity', '"x": { "type": "catbird.ref", "params": "sum.|" }', []],
])('the editor completes %s', async (_, field, labels) => {
  expect(await completed(withField(field))).toEqual(labels);
});

test.each([
  ['at the top', '{ "|" }', ['$entities', '$locale']],
  [
    'of an entity',
    '{ "$entities": { "user": { "|" } } }',
    ['size', 'fields', 'key', 'keyName', '$locale', 'grow'],
  ],
  ['of growth', '{ "$entities": { "user": { "grow": { "|" } } } }', ['from', 'perSecond']],
  ['of a field of an entity', '{ "$entities": { "user": { "fields": { "a": { "un|" } } } } }', ['unique']],
])('the editor completes the keys %s', async (_, text, labels) => {
  expect(await completed(text)).toEqual(labels);
});

test.each([
  ['all locales at the top', '{ "$locale": "|" }', ['de', 'en', 'ja']],
  ['locales with weights', '{ "$locale": { "de": 5, "j|" } }', ['ja']],
  ['the locales of a type', '{ "a": { "type": "location.county", "locale": "|" } }', ['en']],
])('the editor completes %s', async (_, text, labels) => {
  const type = { summary: '', example: undefined, params: [] };
  const types = [
    { ...type, name: 'location.county', locales: ['en'] },
    { ...type, name: 'location.city', locales: ['de', 'en', 'ja'] },
    { ...type, name: 'number.int', locales: [] },
  ];
  expect(await completed(text, types)).toEqual(labels);
});

test('the fields of an entity see only each other', async () => {
  const text = `{ "$entities": { "user": { "size": 1, "fields": {
    "a": { "type": "number.int" }, "b": { "type": "catbird.ref", "params": "|" } } } },
    "outer": { "type": "number.int" } }`;
  expect(await completed(text)).toEqual(['a', 'b']);
});
