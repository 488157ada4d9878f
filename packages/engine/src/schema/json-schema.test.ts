import { expect, test } from 'vitest';
import { generatorTypes } from '../generators/catalogue.ts';
import { templates } from '../templates/index.ts';
import { schemaFileSchema } from './json-schema.ts';
import { Validator } from '@cfworker/json-schema';

const validator = new Validator(schemaFileSchema(), '2020-12');
const accepts = (schema: unknown): boolean => validator.validate(schema).valid;

test.each(templates.map(({ name, schema }) => [name, schema] as const))(
  'accepts the template %s',
  (_, schema) => {
    expect(accepts(schema)).toBe(true);
  },
);

test.each(generatorTypes.map((type) => [type.name, type] as const))(
  'accepts %s with its example',
  (name, { example, exampleSchema }) => {
    expect(
      accepts(exampleSchema ?? { v: { type: name, ...(example !== undefined && { params: example }) } }),
    ).toBe(true);
  },
);

test.each([
  ['a type in place of a field', { a: 'string.uuid' }],
  ['one in an object', { a: { type: 'object', fields: { b: 'string.uuid' } } }],
  [
    'one as the key of an entity',
    { $entities: { u: { size: 1, key: 'string.uuid', fields: {} } }, a: 'acme.isbn' },
  ],
])('accepts %s', (_, schema) => {
  expect(accepts(schema)).toBe(true);
});

test.each([
  ['a text that is no type', { a: 'no type' }],
  ['null', null],
  ['no field', {}],
  ['a field without a type', { a: {} }],
  ['a count of 0', { a: { type: 'number.int', count: 0 } }],
  ['a string for a number', { a: { type: 'number.int', params: { min: 'a' } } }],
  ['a share above 1', { a: { type: 'number.int', nulls: 2 } }],
  ['an object without fields', { a: { type: 'object' } }],
  ['an unknown param', { a: { type: 'number.int', params: { minimum: 1 } } }],
  ['a param beside the type', { a: { type: 'number.int', min: 1 } }],
  ['a wait in seconds', { a: { type: 'catbird.journey', params: { states: { b: {} }, wait: { b: 5 } } } }],
  [
    'a wait with only one bound',
    { a: { type: 'catbird.journey', params: { states: { b: {} }, wait: { b: { min: '1m' } } } } },
  ],
  ['fields on a type other than object', { a: { type: 'number.int', fields: {} } }],
  ['a constant with a type', { a: { type: 'number.int', value: 5 } }],
  ['a constant with params', { a: { value: 5, params: {} } }],
  ['params on an object', { a: { type: 'object', params: {}, fields: { b: { type: 'string.uuid' } } } }],
])('rejects %s', (_, schema) => {
  expect(accepts(schema)).toBe(false);
});

test('accepts notes to people next to the type and in params', () => {
  const note = { $comment: 'why', description: 'what' };
  expect(accepts({ a: { ...note, type: 'number.int', params: { min: 1, ...note } } })).toBe(true);
  expect(accepts({ $schema: 'x', $comment: 'y', a: { type: 'string.uuid' } })).toBe(true);
  expect(accepts({ a: { ...note, value: null, if: 'b > 1', count: 2 }, b: { type: 'number.int' } })).toBe(
    true,
  );
  const ref = { type: 'number.int', params: { min: 1, max: { ref: 'b' } } };
  expect(accepts({ a: ref, b: { type: 'string.alpha', params: { ref: 'c' } } })).toBe(true);
  expect(accepts({ a: { type: 'number.int', params: { max: { ref: 5 } } } })).toBe(false);
  expect(accepts({ $comment: 5, a: { type: 'string.uuid' } })).toBe(false);
  expect(accepts({ a: { ...note, type: 'object', fields: { b: { type: 'string.uuid', ...note } } } })).toBe(
    true,
  );
});
