import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../../test/examples.ts';
import { rowsOf } from '../../test/rows.ts';
import { generatorTypes } from '../generators/catalogue.ts';
import { keysAt } from './known-keys.ts';
import { parseSchema } from './parse.ts';
import type { SchemaIssue, SchemaResult } from './findings.ts';

const issuesIn = (result: SchemaResult): readonly SchemaIssue[] => (result.ok ? result.notes : result.issues);
const field = (spec: object): string => JSON.stringify({ value: spec });
const read = (spec: object, lenient = false) => parseSchema(field(spec), { lenient });

/** The issue of a mistake: message, hint and the text at its place. */
const issuesOf = (spec: object): readonly (readonly (string | undefined)[])[] =>
  issuesIn(read(spec)).map(({ message, hint, offset, length }) => [
    message,
    hint,
    field(spec).slice(offset, offset + length),
  ]);

describe('an unknown param or key is an error with a suggestion', () => {
  test.each([
    [
      'a long form of a param',
      { type: 'number.int', params: { minimum: 1 } },
      ['number.int: Unknown param minimum', 'Did you mean min?', '"minimum"'],
    ],
    [
      'a typo',
      { type: 'internet.email', params: [{ provder: 'example.com' }] },
      ['internet.email: Unknown param provder', 'Did you mean provider?', '"provder"'],
    ],
    [
      'no similar param',
      { type: 'number.int', params: { lower: 1 } },
      ['number.int: Unknown param lower', 'Valid params: min, max, multipleOf', '"lower"'],
    ],
    [
      'a type without params',
      { type: 'person.bio', params: { max: 3 } },
      ['person.bio: Unknown param max', 'Remove it', '"max"'],
    ],
    [
      'inside a param',
      { type: 'catbird.key', params: { name: 'u', size: 9, grow: { from: 1, perRow: 1, to: 9 } } },
      ['catbird.key: Unknown param to', 'Valid params: from, perRow', '"to"'],
    ],
    [
      'inside one of several forms',
      { type: 'catbird.key', params: { name: 'u', size: 9, skew: { zipf: 1, exponent: 2 } } },
      ['catbird.key: Unknown param exponent', 'Valid params: zipf, hot, weights', '"exponent"'],
    ],
    [
      'inside a list of variants',
      { type: 'oneOf', params: [{ value: 1 }, { weigth: 2, value: 3 }] },
      ['oneOf: Unknown param weigth', 'Did you mean weight?', '"weigth"'],
    ],
    [
      'a param next to the type',
      { type: 'number.int', min: 1 },
      ['number.int: min belongs in params', 'Write "params": {"min": 1}', '"min"'],
    ],
    [
      'a misspelt key',
      { type: 'number.int', parms: { min: 1 } },
      ['number.int: Unknown key parms', 'Did you mean params?', '"parms"'],
    ],
    [
      'fields on a type other than object',
      { type: 'number.int', fields: {} },
      [
        'number.int: Unknown key fields',
        'Valid keys: type, count, distinct, sort, per, nulls, missing, if, hidden, params',
        '"fields"',
      ],
    ],
    [
      'params on an object',
      { type: 'object', params: {}, fields: { a: { type: 'string.uuid' } } },
      [
        'object: Unknown key params',
        'Valid keys: type, count, distinct, sort, per, nulls, missing, if, hidden, fields',
        '"params"',
      ],
    ],
    [
      'a key of a spec inside params',
      { type: 'oneOf', params: [{ field: { type: 'number.int', max: 3 } }] },
      ['number.int: max belongs in params', 'Write "params": {"max": 3}', '"max"'],
    ],
  ])('%s', (_, spec, issue) => {
    expect(read(spec).ok).toBe(false);
    expect(issuesOf(spec)).toEqual([issue]);
  });

  test('an argument that has no effect', () => {
    for (const spec of [
      { type: 'finance.amount', params: [1, 5, 2] },
      { type: 'person.bio', params: 'short' },
      { type: 'catbird.timestampNow', params: { format: 'iso' } },
    ])
      expect(read(spec).ok, spec.type).toBe(false);
    expect(issuesOf({ type: 'person.bio', params: 'short' })[0]?.[0]).toBe('person.bio: Takes no params');
  });
});

/** Whether the first argument is an object with declared keys. */
const isNamed = (type: (typeof generatorTypes)[number]): boolean => keysAt(type.params, [0]).length > 0;

test('every type with an options object rejects undeclared params, and a link only warns about them', () => {
  const named = examples.filter(({ type, args: [first] }) => isNamed(type) && typeof first === 'object');
  expect(named.length).toBeGreaterThan(30);
  for (const { type, args } of named) {
    const [first, ...rest] = args;
    if (Array.isArray(first)) continue;
    const params = [{ ...(first as object), zzz: 1 }, ...rest];
    const strict = read({ type: type.name, params });
    expect(strict.ok, type.name).toBe(false);
    expect(issuesIn(strict).map(({ message }) => message)).toEqual([`${type.name}: Unknown param zzz`]);
    const lenient = read({ type: type.name, params }, true);
    expect(lenient.ok, type.name).toBe(true);
    expect(issuesIn(lenient).map(({ severity }) => severity)).toEqual(['warning']);
  }
});

test('in a link or a Mockingbird schema, unknown params and keys are warnings and change no row', () => {
  const spec = { type: 'number.int', params: { min: 1, max: 6, minimum: 3 }, max: 5 };
  const result = read(spec, true);
  expect(issuesIn(result).map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'number.int: Unknown param minimum (ignored)'],
    ['warning', 'number.int: max belongs in params (ignored)'],
  ]);
  const plain = read({ type: 'number.int', params: { min: 1, max: 6 } });
  if (!result.ok || !plain.ok) throw new Error('Both must pass');
  expect(rowsOf(result.schema.fields, { count: 50 })).toEqual(rowsOf(plain.schema.fields, { count: 50 }));

  const predecessor = JSON.stringify({ at: { type: 'mockingbird.timestampNow' }, value: spec });
  expect(issuesIn(parseSchema(predecessor)).map(({ severity }) => severity)).toEqual([
    'note',
    'warning',
    'warning',
  ]);
  expect(parseSchema(predecessor).ok).toBe(true);
});

test('invalid params are an error even in a link', () => {
  for (const spec of [
    { type: 'number.int', params: { min: 'x', minimum: 1 } },
    { type: 'string.alpha', params: { length: 1e9, long: true } },
    { type: 'finance.pin', params: { length: -1, long: true } },
    { type: 'date.between', params: { from: '2026-01-01', until: '2026-02-01' } },
  ])
    expect(read(spec, true).ok, spec.type).toBe(false);
});

const comment = fc.record(
  { $comment: fc.jsonValue(), description: fc.string() },
  { requiredKeys: ['$comment'] },
);

test('allows $comment and description in every spec and in params, where they change no row', () => {
  fc.assert(
    fc.property(comment, comment, (beside, among) => {
      const bare = {
        a: { type: 'person.fullName', params: {} },
        b: { type: 'number.int', params: { min: 1, max: 1000 } },
        c: { type: 'catbird.key', params: { name: 'u', size: 9, skew: { zipf: 1 } } },
        d: { type: 'oneOf', params: [{ value: 1 }, { field: { type: 'lorem.word' } }] },
        e: { type: 'object', fields: { f: { type: 'string.uuid' } } },
      };
      const noted = {
        a: { ...beside, type: 'person.fullName', params: among },
        b: { type: 'number.int', params: { ...among, min: 1, max: 1000 }, ...beside },
        c: { type: 'catbird.key', params: { name: 'u', size: 9, skew: { zipf: 1, ...among } } },
        d: {
          type: 'oneOf',
          params: [{ value: 1, ...among }, { field: { type: 'lorem.word', ...beside } }],
        },
        e: { type: 'object', ...beside, fields: { f: { type: 'string.uuid', ...beside } } },
      };
      const [one, other] = [bare, noted].map((schema) => parseSchema(JSON.stringify(schema)));
      expect(other).toMatchObject({ ok: true, notes: [] });
      if (one?.ok !== true || other?.ok !== true) return;
      expect(rowsOf(other.schema.fields, { count: 5 })).toEqual(rowsOf(one.schema.fields, { count: 5 }));
    }),
    { numRuns: 30 },
  );
});

test('data stays data, even if it contains comments', () => {
  const result = read({ type: 'helpers.objectKey', params: { $comment: 1 } });
  expect(result.ok && rowsOf(result.schema.fields)).toEqual(['{"value":"$comment"}']);
});

test('schemas of Mockingbird’s templates work unchanged', () => {
  const bags = { values: [0, 1, 2], weights: [45, 1] };
  const result = parseSchema(
    JSON.stringify({
      extra_bags: { type: 'mockingbird.pickWeighted', params: [bags] },
      log_message: { type: 'random.words', params: [10] },
    }),
  );
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join());
  const [weighted] = result.schema.fields;
  expect(weighted?.args).toEqual([{ values: [0, 1, 2], weights: [45, 1, 1] }]);
  const [row = '{}'] = rowsOf(result.schema.fields);
  expect((JSON.parse(row) as { log_message: string }).log_message.split(' ')).toHaveLength(10);
});

test.each([
  ['datatype.number', { max: 50, precision: 10 }, [{ max: 50, multipleOf: 10 }]],
  ['datatype.float', { max: 1, precision: 0.25 }, [{ max: 1, multipleOf: 0.25 }]],
])('%s maps precision to multipleOf', (type, params, args) => {
  const result = read({ type, params });
  expect(result.ok && result.schema.fields[0]?.args).toEqual(args);
});

test('among fields, $comment and $schema are notes if strings, and fields if field specs', () => {
  const notes = { $schema: 'https://example.com/schema.json', $comment: 'why' };
  const inner = { a: { type: 'object', fields: { ...notes, b: { type: 'string.uuid' } } } };
  const result = parseSchema(JSON.stringify({ ...notes, ...inner }));
  expect(result.ok && result.schema.fields.map(({ name }) => name)).toEqual(['a']);
  expect(result.ok && result.schema.fields[0]?.fields?.map(({ name }) => name)).toEqual(['b']);
  const named = parseSchema('{"$comment": {"type": "string.uuid"}}');
  expect(named.ok && named.schema.fields.map(({ name }) => name)).toEqual(['$comment']);
  expect(issuesIn(parseSchema('{"$comment": "why"}')).map(({ message }) => message)).toEqual([
    'The schema has no fields',
  ]);
  for (const fields of ['{}', '{"$comment": "why"}', '[]'])
    expect(issuesIn(parseSchema(`{"a": {"type": "object", "fields": ${fields}}}`))[0]?.message).toBe(
      'object: Missing fields',
    );
  expect(parseSchema('{"description": "no note here"}').ok).toBe(false);
});

describe('an item of oneOf', () => {
  test.each([
    [
      { value: 1, field: { type: 'number.int' } },
      'oneOf: An item cannot have both a value and a field',
      /:\d+/,
    ],
    [
      { value: null, field: { type: 'number.int' } },
      'oneOf: An item cannot have both a value and a field',
      /:\d+/,
    ],
    [{ weight: 2 }, 'oneOf: An item needs a value or a field', /:null/],
  ])('%j is an error, and a warning in a schema read leniently', (item, message, row) => {
    const text = JSON.stringify({ v: { type: 'oneOf', params: [item] } });
    expect(parseSchema(text)).toMatchObject({ ok: false, issues: [{ severity: 'error', message }] });
    const lenient = parseSchema(text, { lenient: true });
    if (!lenient.ok) expect.fail('The schema opened before');
    expect(lenient.notes).toMatchObject([{ severity: 'warning', message: `${message} (ignored)` }]);
    expect(rowsOf(lenient.schema.fields)[0]).toMatch(row);
  });

  test('can be an explicit null', () => {
    expect(parseSchema('{"v": {"type": "oneOf", "params": [{"value": null}]}}')).toMatchObject({ ok: true });
  });
});

test('a password pattern is rejected with an alternative, since faker would fail', () => {
  expect(issuesOf({ type: 'internet.password', params: { pattern: '[A-Z]' } })).toEqual([
    [
      'internet.password: pattern must be a JavaScript regular expression, which JSON cannot represent',
      'Remove it, or use helpers.fromRegExp',
      '"pattern"',
    ],
  ]);
  // Faker ignores it for memorable passwords, so such schemas used to work.
  const lenient = read({ type: 'internet.password', params: { pattern: '[A-Z]', memorable: true } }, true);
  expect(lenient).toMatchObject({ ok: true, notes: [{ severity: 'warning' }] });
});
