import { expect, onTestFinished, test, vi } from 'vitest';
import { generatorTypes } from '../generators/catalogue.ts';
import { templates } from '../templates/index.ts';
import type { SchemaIssue } from './findings.ts';
import { parseSchema } from './parse.ts';

const issuesOf = (text: string): readonly SchemaIssue[] => {
  const result = parseSchema(text);
  return result.ok ? result.notes : result.issues;
};
const messages = (text: string): readonly string[] => issuesOf(text).map(({ message }) => message);
const field = (spec: object): string => JSON.stringify({ value: spec });

test.each([
  ['nothing', '', 'The text is empty'],
  ['null', 'null', 'A schema must be an object that maps field names to generators, not null'],
  ['a list', '[]', 'A schema must be an object that maps field names to generators, not a list'],
  ['a string', '"text"', 'A schema must be an object that maps field names to generators, not "text"'],
  ['no fields', '{}', 'The schema has no fields'],
  ['a field that is null', '{"a": null}', 'Field a must be an object with a type'],
  ['no type', '{"a": {}}', 'Field a has no type'],
  ['a type that is a number', '{"a": {"type": 5}}', 'type must be a string'],
  ['an unknown type', '{"a": {"type": "nope.nope"}}', 'nope.nope: Unknown generator type'],
  [
    'a path into an object',
    '{"a": {"type": "person.constructor.constructor"}}',
    'person.constructor.constructor: Unknown generator type',
  ],
  ['a count of 0', field({ type: 'number.int', count: 0 }), 'number.int: Count must be greater than 0'],
  ['a count below 1', field({ type: 'number.int', count: 0.5 }), 'number.int: Count must be greater than 0'],
  ['a negative count', field({ type: 'number.int', count: -1 }), 'number.int: Count must be greater than 0'],
  [
    'a count with a fraction',
    field({ type: 'number.int', count: 1.5 }),
    'number.int: Count must be a whole number',
  ],
  ['a count as a string', field({ type: 'number.int', count: '3' }), 'number.int: Count must be a number'],
  ['a huge count', field({ type: 'number.int', count: 1e9 }), 'number.int: Count must be at most 10,000'],
  [
    'a reversed range',
    field({ type: 'number.int', params: { min: 6, max: 1 } }),
    'number.int: Max 1 should be greater than min 6',
  ],
  [
    'a string for a number',
    field({ type: 'number.int', params: { min: 'a' } }),
    'number.int: min must be a number',
  ],
  [
    'a missing weight',
    field({ type: 'helpers.weightedArrayElement', params: [{ value: 1 }] }),
    'helpers.weightedArrayElement: weight must be a number',
  ],
  [
    'a choice without values',
    field({ type: 'helpers.arrayElement' }),
    'helpers.arrayElement: Missing params',
  ],
  [
    'a string of a billion characters',
    field({ type: 'string.alpha', params: 1e9 }),
    'string.alpha: The argument must be at most 1,000,000',
  ],
  [
    'a huge length',
    field({ type: 'string.alpha', params: { length: { min: 1, max: 1e9 } } }),
    'string.alpha: max must be at most 1,000,000',
  ],
  [
    'an undeclared length',
    field({ type: 'git.commitSha', params: { length: 1e9 } }),
    'git.commitSha: length must be at most 1,000,000',
  ],
  [
    'a huge repetition',
    field({ type: 'helpers.fromRegExp', params: 'a{1000000000}' }),
    'helpers.fromRegExp: Repetitions must be at most 1,000',
  ],
  [
    'a row of 100 MB',
    field({ type: 'string.alpha', params: 10_000, count: 10_000 }),
    'A row would exceed 1 MiB (about 95.4 MiB)',
  ],
])('%s is an issue', (_, text, message) => {
  expect(parseSchema(text).ok).toBe(false);
  expect(messages(text)).toContain(message);
});

test('reports all issues at once, each at its place', () => {
  const text =
    '{\n  "a": {"type": "number.int", "count": 0},\n  "b": {"type": "person.fulName"},\n  "c": {"type": "number.int", "params": {"min": 3, "max": "x"}}\n}';
  expect(issuesOf(text).map(({ line, column, path }) => ({ line, column, path }))).toEqual([
    { line: 2, column: 40, path: ['a', 'count'] },
    { line: 3, column: 17, path: ['b', 'type'] },
    { line: 4, column: 59, path: ['c', 'params', 'max'] },
  ]);
  expect(issuesOf(text)[1]?.hint).toBe('Did you mean person.fullName?');
});

test.each([
  ['an object as one argument', { type: 'number.int', params: { min: 1, max: 6 } }, [{ min: 1, max: 6 }]],
  ['a list of arguments', { type: 'number.int', params: [{ min: 1, max: 6 }] }, [{ min: 1, max: 6 }]],
  ['a single value', { type: 'number.int', params: 6 }, [6]],
  ['choices given directly', { type: 'helpers.arrayElement', params: ['a', 'b'] }, [['a', 'b']]],
  ['choices wrapped', { type: 'helpers.arrayElement', params: [['a', 'b']] }, [['a', 'b']]],
  [
    'weighted choices given directly',
    { type: 'helpers.weightedArrayElement', params: [{ weight: 1, value: 'a' }] },
    [[{ weight: 1, value: 'a' }]],
  ],
  ['null as no argument', { type: 'number.int', params: null }, []],
])('params can be %s', (_, spec, args) => {
  const result = parseSchema(field(spec));
  expect(result.ok && result.schema.fields[0]?.args).toEqual(args);
});

test.each([
  ['an error with a message', new Error('It is on another disk'), 'It is on another disk'],
  ['an error without a message', new Error(''), 'Unknown error'],
  ['nothing', undefined, 'Unknown error'],
])('%s thrown while loading params is an issue of the type', (_, thrown, words) => {
  const files = (): never => {
    throw thrown;
  };
  const text = field({ type: 'catbird.dataset', params: { file: 'shops.csv', column: 'name' } });
  const result = parseSchema(text, { files });
  expect(result.ok ? [] : result.issues.map(({ message }) => message)).toEqual([`catbird.dataset: ${words}`]);
});

test('a generator that fails without a message is an issue of its type', () => {
  const type = generatorTypes.find(({ name }) => name === 'string.uuid');
  if (type === undefined) throw new Error('Missing string.uuid');
  const compile = vi.spyOn(type, 'compile');
  onTestFinished(() => compile.mockRestore());
  const text = field({ type: 'string.uuid', params: {} });
  expect(messages(text)).toEqual([]);
  compile.mockImplementation(() => {
    throw new Error('');
  });
  expect(messages(text)).toEqual(['string.uuid: Unknown error']);
});

test('the name of a type is a field without params, wherever a field may be', () => {
  const written = (field: (type: string) => unknown): string =>
    JSON.stringify({
      $comment: 'string.uuid',
      $entities: { user: { size: 3, key: field('string.uuid'), fields: { name: field('person.fullName') } } },
      id: field('string.uuid'),
      deep: { type: 'object', fields: { $comment: 'location.city', city: field('location.city') } },
      old: field('mockingbird.datetimeNow'),
      own: field('acme.isbn'),
      user: { type: 'catbird.entity', params: { of: 'user' } },
    });
  const types = [{ name: 'acme.isbn', summary: 'An ISBN', generate: () => '978' }];
  const [short, long] = [(type: string): unknown => type, (type: string): unknown => ({ type })].map(
    (field) => parseSchema(written(field), { types }),
  );
  expect(short).toMatchObject({ ok: true });
  expect(short?.ok === true && short.schema).toEqual(long?.ok === true && long.schema);
});

test.each([
  ['{"id": "string.uuidd"}', 1, 8, 'string.uuidd: Unknown generator type', 'Did you mean string.uuid?'],
  ['{"id": "string.uuid",\n "a": "catbird.ref"}', 2, 2, /^catbird\.ref: /, /./],
  [
    '{"id": "string.uuid", "a": "x y"}',
    1,
    28,
    'Field a must be an object with a type',
    'For a constant, write "a": {"value": "x y"}',
  ],
  ['{"host": "example.com", "n": 1}', 1, 1, 'This looks like an event, not a schema', /./],
])('a text in place of a field: %s', (text, line, column, message, hint) => {
  const result = parseSchema(text);
  expect(result.ok ? [] : result.issues).toEqual([
    expect.objectContaining({
      line,
      column,
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      hint: typeof hint === 'string' ? hint : (expect.stringMatching(hint) as string),
    }),
  ]);
});

test('accepts names of older versions and of Mockingbird, with a note', () => {
  const result = parseSchema('{"a": {"type": "mockingbird.timestampNow"}, "b": {"type": "address.city"}}');
  expect(result.ok && result.schema.fields.map(({ type }) => type)).toEqual([
    'catbird.timestampNow',
    'location.city',
  ]);
  expect(result.ok && result.notes.map(({ code, severity }) => [code, severity])).toEqual([
    ['alias', 'note'],
    ['alias', 'note'],
  ]);
});

test('a field can have any name', () => {
  const names = ['__proto__', 'constructor', 'toString', '', 'a"b', '\ud800'];
  const text = `{${names.map((name) => `${JSON.stringify(name)}: {"type": "string.uuid"}`).join(',')}}`;
  const result = parseSchema(text);
  expect(result.ok && result.schema.fields.map(({ name }) => name)).toEqual(names);
});

test('the last of two fields with the same name wins, with a note', () => {
  const result = parseSchema(
    '{"a": {"type": "number.int"}, "b": {"type": "number.int"}, "a": {"type": "string.uuid"}}',
  );
  expect(result.ok && result.schema.fields.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'string.uuid'],
    ['b', 'number.int'],
  ]);
  expect(result.ok && result.notes[0]?.code).toBe('duplicate');
});

test.each(templates.map(({ name, text }) => [name, text]))(
  'the template %s passes without a note',
  (_, text) => {
    expect(issuesOf(text)).toEqual([]);
  },
);

test.each(generatorTypes.map((type) => [type.name, type] as const))(
  '%s works with its example',
  (name, { example, exampleSchema }) => {
    const spec = { type: name, ...(example !== undefined && { params: example }) };
    expect(issuesOf(exampleSchema === undefined ? field(spec) : JSON.stringify(exampleSchema))).toEqual([]);
  },
);

test('fields that are missing are reported beside fields that are invalid', () => {
  const text = JSON.stringify({
    wrong: { type: 'number.int', params: { min: 5, max: 1 } },
    missing: { type: 'catbird.ref', params: 'nowhere' },
    known: { type: 'catbird.template', params: '{{wrong}} {{wrong.part}}' },
  });
  expect(messages(text)).toEqual(['number.int: Max 1 should be greater than min 5', 'Unknown field nowhere']);
});
