import { array, assert, constantFrom, dictionary, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { newBatch, payload } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from './parse.ts';
import { suggestion } from '../model/suggestion.ts';

/** Names that reach a function, a setting or a prototype where a type is looked up on an object. */
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

test.each(HOSTILE_TYPES)('the type %s is unknown, and its place is told', (type) => {
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

/** What would take all memory, or minutes, if it were made before it is checked. */
const BOMBS: readonly (readonly [remark: string, text: string])[] = [
  ['a count of a thousand million', one({ type: 'number.int', count: 1e9 })],
  ['a text of a thousand million', one({ type: 'string.alpha', params: 1e9 })],
  ['a text of a million, ten thousand times', one({ type: 'string.alpha', params: 1e6, count: 10_000 })],
  ['two thousand texts of a million', many(2000, { type: 'string.alpha', params: 1e6 })],
  ['a thousand million words', one({ type: 'lorem.words', params: 1e9 })],
  ['a million paragraphs', one({ type: 'lorem.paragraphs', params: [{ min: 1e6, max: 1e6 }] })],
  [
    'a hundred million dates',
    one({ type: 'date.betweens', params: { from: '2020-01-01', to: '2021-01-01', count: 1e8 } }),
  ],
  [
    'lists within lists',
    `{"a":{"type":"helpers.arrayElement","params":${'['.repeat(1e5)}${']'.repeat(1e5)}}}`,
  ],
  ['a repetition of a thousand million', one({ type: 'helpers.fromRegExp', params: 'a{1000000000}' })],
  [
    'two thousand long expressions',
    many(500, { type: 'helpers.fromRegExp', params: '[a-z]{1000}'.repeat(40) }),
  ],
  [
    'an expression of two hundred thousand characters',
    one({ type: 'helpers.fromRegExp', params: 'a*'.repeat(1e5) }),
  ],
  ['more fields than there may be', `{${Array.from({ length: 9000 }, (_, i) => `"${i}":{}`).join(',')}}`],
  ['a text of 200 MB', Buffer.alloc(200 * 1024 * 1024, ' ').toString('latin1')],
  ['different values without an end', one({ type: 'helpers.uniqueArray', params: [['a', 'b'], 1e9] })],
];

const MORE_MIB = 150;

test.each(BOMBS)('%s is refused in little memory', (_, text) => {
  const before = process.memoryUsage().rss;
  // Made instead of refused, each of these would outlast the test's own time or its memory.
  expect(parseSchema(text).ok).toBe(false);
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(MORE_MIB);
});

/** Names that change what all objects have where they are set without care. */
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

test('fields named __proto__, constructor and prototype are data, and nothing is polluted, over 1,000 schemas', () => {
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
  const before = prototypes.map((each) => Reflect.ownKeys(each));
  assert(
    property(dictionary(names, specs, { minKeys: 1, maxKeys: 8 }), array(names), (schema, more) => {
      // By hand: an object would lose a field __proto__ before it is written.
      const members = Object.entries(schema).map(
        ([name, spec]) => `${JSON.stringify(name)}:${JSON.stringify(spec)}`,
      );
      const extra = more.map((name) => `${JSON.stringify(name)}:{"type":"string.uuid"}`);
      // Read as a link is: there, params that mean nothing are let pass, too.
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
    { numRuns: 1000 },
  );
  expect(prototypes.map((each) => Reflect.ownKeys(each))).toEqual(before);
  expect({}).not.toHaveProperty('polluted');
});

test('templates that double one another are refused before they are made', () => {
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
const cases = Object.fromEntries(variants(2000, 10_000).map(({ field }, i) => [i, field]));

/** What would take minutes or all memory where nobody ends a worker: in the command line. */
const ENDLESS: readonly (readonly [remark: string, spec: object, message: string])[] = [
  ['a card number of 40,000 repetitions', card('#{9}'.repeat(40_000)), 'must have at most 1,000 characters'],
  ['a card number of a long repetition', card('#{1000000000}'), 'Repetitions must be at most 1,000'],
  ['a card number of a repetition up to many', card('#{1,1000000000}'), 'Repetitions must be at most 1,000'],
  [
    'a pattern of 40,000 letters',
    { type: 'helpers.replaceSymbols', params: '?'.repeat(40_000) },
    'must have at most 1,000 characters',
  ],
  ['a length that is a text', { type: 'string.nanoid', params: 'x' }, 'must be a number'],
  ['a check digit of many', { type: 'commerce.isbn', params: 1e15 }, 'must be 10 or 13'],
  [
    'a check digit of many, as an option',
    { type: 'commerce.isbn', params: { variant: 1e15 } },
    'must be 10 or 13',
  ],
  ['a range of texts', { type: 'string.sample', params: [{ min: 'a', max: 'b' }] }, 'min must be a number'],
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
    { type: 'catbird.lookup', params: { field: 'key', cases } },
    '20,000,001 elements',
  ],
];

test.each(ENDLESS)('%s is refused, and the field is never made', (_, spec, message) => {
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

test('as many elements as a row can hold are not too many', () => {
  const text = one({ type: 'number.int', params: { max: 9 }, count: 10_000 });
  expect(parseSchema(text).ok).toBe(true);
  expect(parseSchema(one({ type: 'oneOf', params: variants(13, 10_000) })).ok).toBe(true);
});

test('a word far too long to be a slip is not compared with others', () => {
  const long = 'a'.repeat(200_000);
  expect(suggestion(long, [`${long}b`])).toBeUndefined();
  expect(suggestion(long.slice(0, 99), [long.slice(0, 100)])).toBe(long.slice(0, 100));
});
