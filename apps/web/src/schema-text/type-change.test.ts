import { argumentOf, generatorTypes, needsParams, paramsOf, parseSchema } from '@catbird/engine';
import { expect, test } from 'vitest';
import { fixOf } from './fixes.ts';
import { changeType, type NewType } from './type-change.ts';

const findType = (name: string) => generatorTypes.find((type) => type.name === name);

function typeOf(name: string): NewType {
  const type = findType(name);
  if (type === undefined) throw new Error(`No type ${name}`);
  return {
    name,
    params: paramsOf(type),
    argument: argumentOf(type),
    example: type.example === undefined ? undefined : JSON.stringify(type.example),
    locales: type.locale === undefined ? [] : ['de'],
    needsParams: needsParams(type),
    isRowOnly: type.rowOnly === true,
  };
}

const change = (spec: string, type: string) => {
  const { text, dropped } = changeType(`{"a": ${spec}}`, [0], typeOf(type));
  return { spec: text.slice('{"a": '.length, -1), dropped };
};

test('params that fit the new type stay, and those dropped are named', () => {
  expect(
    change(
      '{ "type": "catbird.logNormal", "params": { "median": 24, "min": 1, "max": 9.50 }, "nulls": 0.1 }',
      'number.float',
    ),
  ).toEqual({
    spec: '{ "type": "number.float", "params": { "min": 1, "max": 9.50 }, "nulls": 0.1 }',
    dropped: ['median'],
  });
});

test('params whose value does not fit are dropped, and required ones come from the example', () => {
  const { spec, dropped } = change(
    '{ "type": "number.int", "params": { "min": 1, "max": 6 } }',
    'helpers.weightedArrayElement',
  );
  expect(dropped).toEqual(['min', 'max']);
  expect(JSON.parse(spec)).toEqual({
    type: 'helpers.weightedArrayElement',
    params: findType('helpers.weightedArrayElement')?.example,
  });
});

test('an object gets fields, and gives them up', () => {
  const { spec } = change('{ "type": "lorem.word", "params": { "length": 3 } }', 'object');
  expect(JSON.parse(spec)).toEqual({ type: 'object', fields: { id: { type: 'string.uuid' } } });
  expect(change(spec, 'lorem.word').dropped).toEqual(['fields']);
  expect(change('{"value": 1}', 'lorem.word')).toEqual({
    spec: '{ "type": "lorem.word" }',
    dropped: ['value'],
  });
});

test('every type can be chosen in place of another, and is valid if it needs no other field', () => {
  const invalid = generatorTypes.flatMap(({ name, exampleSchema }) => {
    const { text } = changeType('{"a": {"type": "number.int", "params": {"max": 30}}}', [0], typeOf(name));
    const result = parseSchema(text);
    return result.ok || exampleSchema !== undefined ? [] : [`${name}: ${result.issues[0]?.message}`];
  });
  expect(invalid).toEqual([]);
});

test.each([
  ['{"a": {"type": "string.uuidd"}}', 'Use string.uuid', '{"a": {"type": "string.uuid"}}'],
  ['{"a": {"type": "lorem.word", "nuls": 0.1}}', 'Use nulls', '{"a": {"type": "lorem.word", "nulls": 0.1}}'],
  ['{"a": {"type": "lorem.word", "count": 0}}', 'Remove count', '{"a": {"type": "lorem.word"}}'],
  [
    '{"name": {"type": "lorem.word"}, "a": {"type": "catbird.template", "params": "hi {{nmae}}"}}',
    'Use name',
    '{"name": {"type": "lorem.word"}, "a": {"type": "catbird.template", "params": "hi {{name}}"}}',
  ],
  [
    '{"a": {"city": {"type": "location.city"}, "zip": 1.50}}',
    'Make it an object',
    '{"a": { "type": "object", "fields": { "city": { "type": "location.city" }, "zip": { "value": 1.50 } } }}',
  ],
  [
    '{"a": [{"sku": "x"}, {"n": [1, 2], "sku": "y"}]}',
    'Make it a list of objects',
    '{"a": { "type": "object", "count": { "min": 1, "max": 3 }, "fields": { "sku": { "value": "x" }, "n": { "value": [1, 2] } } }}',
  ],
  [
    '{"o": {"type": "object", "fields": {"a": {"b": {"c": [{"d": {"type": "lorem.word"}}]}}}}}',
    'Make it an object',
    '{"o": {"type": "object", "fields": {"a": { "type": "object", "fields": { "b": { "type": "object", "fields": { "c": { "type": "object", "count": { "min": 1, "max": 3 }, "fields": { "d": { "type": "lorem.word" } } } } } } }}}}',
  ],
  [
    '{"a": {"type": "lorem.word"}, "b": null}',
    'Make it a constant',
    '{"a": {"type": "lorem.word"}, "b": { "value": null }}',
  ],
])('a click repairs %s', (text, label, repaired) => {
  const result = parseSchema(text);
  const [issue] = result.ok ? [] : result.issues;
  expect(issue && fixOf(text, issue)).toEqual({ label, text: repaired });
  expect(parseSchema(repaired).ok).toBe(true);
});

test('the forms of params follow from what a type declares', () => {
  const shapes = (name: string) =>
    Object.fromEntries(typeOf(name).params.map((param) => [param.name, param.shape.kind]));
  expect(shapes('number.float')).toEqual({
    min: 'number',
    max: 'number',
    fractionDigits: 'number',
    multipleOf: 'number',
  });
  expect(shapes('string.alpha')).toMatchObject({ length: 'extent', casing: 'choice' });
  expect(shapes('catbird.lookup')).toMatchObject({ field: 'field' });
  const argument = (name: string) => typeOf(name).argument?.shape.kind;
  expect(argument('helpers.weightedArrayElement')).toBe('weighted');
  expect(argument('helpers.arrayElement')).toBe('list');
  expect(argument('catbird.template')).toBe('text');
  expect(argument('catbird.expression')).toBe('text');
  expect(argument('catbird.ref')).toBe('field');
});
