import { array, assert, constantFrom, dictionary, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { newBatch, payload } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from './parse.ts';
import { suggestion } from '../model/suggestion.ts';

/** Names that would reach a function, a setting or a prototype if types were looked up on an object. */
const HOSTILE_TYPES = [
  'constructor',
  'prototype',
  '__proto__',
  '__proto__.polluted',
  'constructor.constructor',
  'person.constructor',
  'person.constructor.constructor',
  'person.__proto__',
  'person.fullName.constructor',
  'person.fullName.call',
  'person.fullName.bind',
  'person.faker',
  'number.int.constructor.constructor',
  'helpers.fake',
  'helpers.mustache',
  'helpers.multiple',
  'helpers.maybe',
  'helpers.enumValue.name',
  'seed',
  'definitions',
  'rawDefinitions',
  'definitions.person',
  'setDefaultRefDate',
  'getMetadata',
  '_randomizer',
  '_randomizer.seed',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'catbird.constructor',
  'mockingbird.constructor',
  'globalThis.process.exit',
  'person["fullName"]',
  ' number.int',
  'Number.Int',
];

test.each(HOSTILE_TYPES)('reports the type %s as unknown, with its place', (type) => {
  const text = `{\n  "a": { "type": ${JSON.stringify(type)} }\n}`;
  const result = parseSchema(text);
  expect(result).toMatchObject({
    ok: false,
    issues: [{ code: 'unknown-type', path: ['a', 'type'], line: 2, column: 18, severity: 'error' }],
  });
  if (!result.ok) expect(result.issues[0]?.message).toBe(`${type}: Unknown generator type`);
});

const many = (count: number, spec: object): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, spec])));
const one = (spec: object): string => many(1, spec);

/** Schemas that would take all memory, or minutes, if generated before they are checked. */
const BOMBS: readonly (readonly [remark: string, text: string])[] = [
  ['a count of a billion', one({ type: 'number.int', count: 1e9 })],
  ['a string of a billion characters', one({ type: 'string.alpha', params: 1e9 })],
  ['ten thousand strings of a million characters', one({ type: 'string.alpha', params: 1e6, count: 10_000 })],
  ['two thousand fields of a million characters', many(2000, { type: 'string.alpha', params: 1e6 })],
  ['a billion words', one({ type: 'lorem.words', params: 1e9 })],
  ['a million paragraphs', one({ type: 'lorem.paragraphs', params: [{ min: 1e6, max: 1e6 }] })],
  [
    'a hundred million dates',
    one({ type: 'date.betweens', params: { from: '2020-01-01', to: '2021-01-01', count: 1e8 } }),
  ],
  [
    'lists within lists',
    `{"a":{"type":"helpers.arrayElement","params":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
  ],
  ['a billion repetitions', one({ type: 'helpers.fromRegExp', params: 'a{1000000000}' })],
  [
    'two thousand long expressions',
    many(500, { type: 'helpers.fromRegExp', params: '[a-z]{1000}'.repeat(40) }),
  ],
  [
    'an expression of two hundred thousand characters',
    one({ type: 'helpers.fromRegExp', params: 'a*'.repeat(1e5) }),
  ],
  ['too many fields', `{${Array.from({ length: 9000 }, (_, i) => `"${i}":{}`).join(',')}}`],
  ['a schema of 200 MB', Buffer.alloc(200 * 1024 * 1024, ' ').toString('latin1')],
  ['a billion unique values', one({ type: 'helpers.uniqueArray', params: [['a', 'b'], 1e9] })],
];

const MORE_MIB = 150;

test.each(BOMBS)('rejects %s without using much memory', (_, text) => {
  const before = process.memoryUsage().rss;
  // If generated, each of these would exceed the time or memory of the test.
  expect(parseSchema(text).ok).toBe(false);
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(MORE_MIB);
});

/** Names that pollute all objects if assigned carelessly. */
const names = oneof(
  constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'polluted'),
  string({ maxLength: 5 }),
);
const specs = oneof(
  constantFrom<object>(
    { type: 'number.int' },
    { type: 'helpers.arrayElement', params: [JSON.parse('{"__proto__": {"polluted": 1}}'), 'b'] },
    {
      type: 'helpers.objectKey',
      params: JSON.parse('{"__proto__": 1, "constructor": {"prototype": {}}}') as object,
    },
    { type: 'number.int', params: JSON.parse('{"__proto__": {"min": 5}, "max": 9}') as object },
    { type: 'string.uuid', count: 2 },
  ),
);

test('fields named __proto__, constructor and prototype are data and pollute nothing, in random schemas', () => {
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
  const before = prototypes.map((each) => Reflect.ownKeys(each));
  assert(
    property(dictionary(names, specs, { minKeys: 1, maxKeys: 8 }), array(names), (schema, more) => {
      // Built by hand: an object would lose a field __proto__ before it is serialised.
      const members = Object.entries(schema).map(
        ([name, spec]) => `${JSON.stringify(name)}:${JSON.stringify(spec)}`,
      );
      const extra = more.map((name) => `${JSON.stringify(name)}:{"type":"string.uuid"}`);
      // Parsed leniently, as from a link: unknown params are tolerated there.
      const result = parseSchema(`{${[...members, ...extra].join(',')}}`, { lenient: true });
      if (!result.ok) throw new Error(result.issues[0]?.message);
      const wanted = new Set([...Object.keys(schema), ...more]);
      expect(new Set(result.schema.fields.map(({ name }) => name))).toEqual(wanted);
      const batch = compile(result.schema, { seed: 1 }).fill(newBatch(), {
        first: 0,
        count: 1,
        time: { startMs: 0, stepMs: 0 },
      });
      const row: unknown = JSON.parse(new TextDecoder().decode(payload(batch)));
      expect(new Set(Object.keys(row as object))).toEqual(
        new Set([...wanted].map((name) => name.toWellFormed())),
      );
    }),
    { numRuns: cases(125) },
  );
  expect(prototypes.map((each) => Reflect.ownKeys(each))).toEqual(before);
  expect({}).not.toHaveProperty('polluted');
});

test('rejects templates that double each other before generating them', () => {
  const names = Array.from({ length: 60 }, (_, i) => `f${i}`);
  const fields = names.map((name, i) => [
    name,
    i === 0
      ? { type: 'string.uuid' }
      : { type: 'catbird.template', params: `{{${names[i - 1]}}}{{${names[i - 1]}}}` },
  ]);
  const result = parseSchema(JSON.stringify(Object.fromEntries(fields)));
  expect(result.ok ? [] : result.issues.map(({ code }) => code)).toEqual(['too-large']);
});

const variants = (many: number, count: unknown) =>
  Array.from({ length: many }, () => ({ field: { type: 'number.int', count } }));
const card = (params: string): object => ({ type: 'helpers.replaceCreditCardSymbols', params });
const nested = { type: 'object', count: 10_000, fields: { a: { type: 'number.int', count: 10_000 } } };
const manyCases = Object.fromEntries(variants(2000, 10_000).map(({ field }, i) => [i, field]));

/** Schemas that would take minutes or all memory in the command line, which has no worker to stop. */
const ENDLESS: readonly (readonly [remark: string, spec: object, message: string])[] = [
  [
    'a card number with 40,000 repetitions',
    card('#{9}'.repeat(40_000)),
    'must have at most 1,000 characters',
  ],
  ['a card number with a huge repetition', card('#{1000000000}'), 'Repetitions must be at most 1,000'],
  [
    'a card number with a huge repetition range',
    card('#{1,1000000000}'),
    'Repetitions must be at most 1,000',
  ],
  [
    'a pattern of 40,000 letters',
    { type: 'helpers.replaceSymbols', params: '?'.repeat(40_000) },
    'must have at most 1,000 characters',
  ],
  ['a string as a length', { type: 'string.nanoid', params: 'x' }, 'must be a number'],
  ['a huge number of ISBN digits', { type: 'commerce.isbn', params: 1e15 }, 'must be 10 or 13'],
  [
    'a check digit of many, as an option',
    { type: 'commerce.isbn', params: { variant: 1e15 } },
    'must be 10 or 13',
  ],
  ['a range of strings', { type: 'string.sample', params: [{ min: 'a', max: 'b' }] }, 'min must be a number'],
  [
    '2,000 variants of 10,000 elements',
    { type: 'oneOf', params: variants(2000, 10_000) },
    '20,000,001 elements',
  ],
  [
    '2,000 variants of up to 10,000 elements',
    { type: 'oneOf', params: variants(2000, { min: 0, max: 10_000 }) },
    '20,000,001 elements',
  ],
  [
    'a variant of 10,000 × 10,000 elements',
    { type: 'oneOf', params: [{ field: nested }] },
    '100,000,001 elements',
  ],
  [
    'a variant of more bytes than a row',
    {
      type: 'oneOf',
      params: [
        { field: { type: 'string.uuid', count: 10_000 } },
        { field: { type: 'string.alpha', params: 1000, count: 1100 } },
      ],
    },
    'exceed 1 MiB',
  ],
  [
    '2,000 cases of 10,000 elements',
    { type: 'catbird.lookup', params: { field: 'key', cases: manyCases } },
    '20,000,001 elements',
  ],
];

test.each(ENDLESS)('rejects %s without generating the field', (_, spec, message) => {
  const tried: string[] = [];
  const watch = {
    now: () => 0,
    onTrial: ({ path }: { readonly path: readonly string[] }) => tried.push(path.join('.')),
  };
  const result = parseSchema(JSON.stringify({ key: { type: 'string.uuid' }, value: spec }), { watch });
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toContainEqual(
    expect.stringContaining(message),
  );
  expect(tried).not.toContain('value');
});

test('accepts as many elements as a row can hold', () => {
  const text = one({ type: 'number.int', params: { max: 9 }, count: 10_000 });
  expect(parseSchema(text).ok).toBe(true);
  expect(parseSchema(one({ type: 'oneOf', params: variants(13, 10_000) })).ok).toBe(true);
});

test('does not compare a word that is too long to be a typo', () => {
  const long = 'a'.repeat(200_000);
  expect(suggestion(long, [`${long}b`])).toBeUndefined();
  expect(suggestion(long.slice(0, 99), [long.slice(0, 100)])).toBe(long.slice(0, 100));
});
