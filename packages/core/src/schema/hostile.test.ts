import { array, assert, constantFrom, dictionary, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { newBatch, payload } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from './parse.ts';

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
  if (!result.ok) expect(result.issues[0]?.message).toBe(`${type}: No generator type has this name`);
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

/** Generous: the slowest of these takes 50 ms where it is measured alone. */
const BOMB_MS = 1000;
const MORE_MIB = 150;

test.each(BOMBS)('%s is refused within a second, in little memory', (_, text) => {
  const before = process.memoryUsage().rss;
  const startMs = performance.now();
  expect(parseSchema(text).ok).toBe(false);
  expect(performance.now() - startMs).toBeLessThan(BOMB_MS);
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
