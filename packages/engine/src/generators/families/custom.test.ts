import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../test/rows.ts';
import { tally } from '../../../test/statistics.ts';
import { typeContract } from '../../../test/type-contract.ts';
import type { CustomType } from '../../model/custom-type.ts';
import type { Field } from '../../model/schema.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { compile } from '../../rows/writer.ts';
import type { SchemaResult } from '../../schema/findings.ts';
import { parseSchema } from '../../schema/parse.ts';
import { kindsOf } from '../analysis/kinds.ts';
import { generatorTypes } from '../catalogue.ts';
import { builtIn, defineType } from './custom.ts';

const orderNumber = defineType({
  name: 'acme.orderNumber',
  summary: 'An order number such as DE-004711',
  params: {
    country: { type: 'string', enum: ['DE', 'FR'], default: 'DE' },
    digits: { type: 'integer', minimum: 1, maximum: 12, default: 6, description: 'Number of digits' },
  },
  generate: (random, { country, digits }) =>
    `${country}-${String(random.integer(0, 10 ** digits - 1)).padStart(digits, '0')}`,
});

const basket = defineType({
  name: 'acme.basket',
  summary: 'Items with quantities, and the age of the basket',
  generate: (random, _, { timeMs }) => ({
    items: Array.from({ length: random.integer(0, 3) }, () => ({
      sku: random.pick(['mug', 'cap', 'naïve "pen"']),
      quantity: random.integer(1, 9),
      weight: random.number(),
    })),
    at: new Date(timeMs),
    note: null,
  }),
});

const parsed = (schema: object, types: readonly CustomType[] = [orderNumber, basket]): SchemaResult =>
  parseSchema(JSON.stringify(schema), { types });

function fieldsOf(schema: object, types?: readonly CustomType[]): readonly Field[] {
  const result = parsed(schema, types);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema.fields;
}

/** The only issue of a schema. */
function issueOf(schema: object, types?: readonly CustomType[]) {
  const result = parsed(schema, types);
  const [issue, ...more] = result.ok ? result.notes : result.issues;
  expect(more).toEqual([]);
  return issue;
}

/** A type that generates this. */
const typeOf = (generate: CustomType['generate']): CustomType =>
  defineType({ name: 'acme.odd', summary: 'Odd', generate });

test('namespaces of all types are built in', () => {
  const namespaces = generatorTypes.flatMap(({ name }) =>
    name.includes('.') ? [name.replace(/\..*/, '')] : [],
  );
  expect(new Set([...namespaces, 'address', 'mockingbird', 'name', 'random'])).toEqual(builtIn);
});

describe.each([
  ['a string', { type: 'acme.orderNumber', params: { digits: 3 } }],
  ['an object', { type: 'acme.basket' }],
])('a custom type that makes %s', (_, spec) => {
  const [{ name: _name, ...field } = { name: '', type: '', args: [] }] = fieldsOf({ value: spec });
  typeContract(field);
});

test('a custom type may fill another batch while its own row is made', () => {
  const inner = compile({ fields: [{ name: 'n', type: 'string.uuid', args: [] }] }, { seed: 2 });
  const batch = newBatch();
  const row = (first: number): string =>
    [...texts(inner.fill(batch, { first, count: 130, time: { startMs: 0, stepMs: 0 } }))][129] ?? '';
  let calls = 0;
  const nested = defineType({ name: 'acme.nested', summary: 'A row', generate: () => row(calls++) });
  const fields: Field[] = [
    { name: 'before', type: 'string.uuid', args: [] },
    { name: 'inner', type: 'acme.nested', args: [], custom: nested },
    { name: 'after', type: 'person.fullName', args: [] },
  ];
  const alone = fields.map((field) => rowsOf([field], { count: 20 }).map((text) => text.slice(1, -1)));
  calls = 0;
  expect(rowsOf(fields, { count: 20 })).toEqual(
    Array.from({ length: 20 }, (_, r) => `{${alone.map((rows) => rows[r]).join(',')}}`),
  );
  expect(alone[1]?.[7]).toBe(`"inner":${JSON.stringify(row(7))}`);
});

test('a value depends on seed, row and field name alone', () => {
  const spec = { type: 'acme.orderNumber', params: { digits: 12 } };
  const rows = rowsOf(fieldsOf({ a: spec, b: spec }), { count: 50 });
  const values = rows.flatMap((row) => Object.values(JSON.parse(row) as object) as string[]);
  expect(new Set(values).size).toBe(100);
  const [a, b] = [1, 2].map((seed) => rowsOf(fieldsOf({ a: spec }), { seed, count: 50 }));
  expect(a).not.toEqual(b);
});

test('shards write the rows of the whole', () => {
  const { fields } = {
    fields: fieldsOf({ id: { type: 'catbird.sequence' }, basket: { type: 'acme.basket' } }),
  };
  const time = { startMs: 0, stepMs: 1000 };
  const whole = rowsOf(fields, { seed: 'x', count: 40, ...time });
  const shards = [0, 10, 20, 30].flatMap((first) => {
    const writer = compile(
      { fields: fieldsOf({ id: { type: 'catbird.sequence' }, basket: { type: 'acme.basket' } }) },
      { seed: 'x' },
    );
    return [...texts(writer.fill(newBatch(), { first, count: 10, time }))];
  });
  expect(shards).toEqual(whole);
});

test('random numbers are uniform', () => {
  const type = typeOf((random) => [random.integer(-1, 3), random.pick(['a', 'b']), random.number()]);
  const rows = rowsOf(fieldsOf({ v: { type: 'acme.odd' } }, [type]), { count: 10_000 });
  const values = rows.map((row) => (JSON.parse(row) as { v: [number, string, number] }).v);
  for (const count of tally(
    values.map(([n]) => n + 1),
    5,
  ))
    expect(Math.abs(count - 2000)).toBeLessThan(200);
  expect(Math.abs(values.filter(([, letter]) => letter === 'a').length - 5000)).toBeLessThan(250);
  for (const count of tally(
    values.map(([, , x]) => Math.floor(x * 4)),
    4,
  ))
    expect(Math.abs(count - 2500)).toBeLessThan(200);
});

test('works where built-in types work: objects, arrays, variants, per, templates and expressions', () => {
  const fields = fieldsOf({
    user: { type: 'catbird.key', params: { name: 'user', size: 3 } },
    number: { type: 'acme.orderNumber', per: 'user' },
    several: { type: 'acme.orderNumber', count: { min: 1, max: 3 }, nulls: 0.5 },
    object: { type: 'object', fields: { inner: { type: 'acme.orderNumber', missing: 0.5 } } },
    variant: {
      type: 'oneOf',
      params: [
        { field: { type: 'acme.orderNumber', params: { country: 'FR' } } },
        { field: { type: 'acme.basket' } },
      ],
    },
    label: { type: 'catbird.template', params: 'No. {{number}}' },
    isGerman: { type: 'catbird.expression', params: 'number == "" ? false : true' },
  });
  const rows = rowsOf(fields, { count: 200 }).map((row) => JSON.parse(row) as Record<string, unknown>);
  const byUser = new Map(rows.map(({ user, number }) => [user, number]));
  for (const row of rows) {
    expect(row['number']).toBe(byUser.get(row['user']));
    expect(row['label']).toBe(`No. ${String(row['number'])}`);
    expect(row['isGerman']).toBe(true);
  }
  expect(rows.some(({ several }) => several === null)).toBe(true);
  expect(rows.some(({ several }) => Array.isArray(several) && several.length === 3)).toBe(true);
  const variants = rows.map(({ variant }) => typeof variant);
  expect(new Set(variants)).toEqual(new Set(['string', 'object']));
});

test('a type is known to the call that it is passed to, and to no other', () => {
  expect(parsed({ id: { type: 'acme.orderNumber' } }).ok).toBe(true);
  expect(issueOf({ id: { type: 'acme.orderNumber' } }, [])).toMatchObject({ code: 'unknown-type' });
  expect(issueOf({ id: { type: 'acme.orderNumbr' } })).toMatchObject({
    code: 'unknown-type',
    hint: 'Did you mean acme.orderNumber?',
  });
});

test.each([
  [
    'an unknown param',
    { digit: 3 },
    { path: ['id', 'params', 'digit'], message: expect.stringContaining('digit') },
  ],
  ['a number out of range', { digits: 13 }, { path: ['id', 'params', 'digits'] }],
  ['a value of another kind', { digits: 'six' }, { path: ['id', 'params', 'digits'] }],
  ['a fraction', { digits: 1.5 }, { path: ['id', 'params', 'digits'] }],
  ['a value that is not allowed', { country: 'UK' }, { path: ['id', 'params', 'country'] }],
  ['params that are no object', 6, { path: ['id', 'params'] }],
])('%s is an issue with its place', (_, params, issue) => {
  const found = issueOf({ id: { type: 'acme.orderNumber', params } });
  expect(found).toMatchObject({ code: 'params', severity: 'error', ...issue });
  expect(found?.message).toMatch(/^acme\.orderNumber: /);
});

test('params without a default are required, and a type without params takes none', () => {
  const type = defineType({
    name: 'acme.pair',
    summary: 'Two values',
    params: { left: { type: 'number' }, right: {} },
    generate: (_, { left, right }) => [left, right],
  });
  const [row] = rowsOf(fieldsOf({ v: { type: 'acme.pair', params: { left: 1, right: ['x'] } } }, [type]));
  expect(row).toBe('{"v":[1,["x"]]}');
  for (const params of [undefined, { left: 1 }, { right: 1 }])
    expect(issueOf({ v: { type: 'acme.pair', params } }, [type])).toMatchObject({ code: 'params' });
  expect(issueOf({ v: { type: 'acme.basket', params: { size: 3 } } })).toMatchObject({ code: 'params' });
});

const circle: Record<string, unknown> = {};
circle['self'] = circle;

test.each([
  ['undefined', () => undefined, 'returned undefined'],
  ['a missing member', () => ({ a: { b: undefined } }), 'returned undefined at "b"'],
  ['a function', () => [() => 1], 'returned a function at "0"'],
  ['a symbol', () => Symbol('x'), 'returned a symbol'],
  ['a bigint', () => ({ id: 1n }), 'returned a bigint at "id"'],
  ['NaN', () => NaN, 'returned NaN'],
  ['infinity', () => [-Infinity], 'returned -Infinity at "0"'],
  ['a map', () => new Map([['a', 1]]), 'returned a Map'],
  ['a circle', () => circle, 'returned a value that is not JSON'],
  ['a promise', () => Promise.resolve(1), 'returned a Promise'],
])('%s is not JSON: an issue at the field', (_, generate, message) => {
  const issue = issueOf({ a: { type: 'catbird.sequence' }, id: { type: 'acme.odd' } }, [typeOf(generate)]);
  expect(issue).toMatchObject({ code: 'params', path: ['id', 'params'] });
  expect(issue?.message).toContain(`acme.odd: generate() ${message}`);
});

test.each([
  [
    'an error',
    () => {
      throw new Error('boom');
    },
    'generate() threw: boom',
  ],
  [
    'nothing',
    () => {
      throw undefined;
    },
    'generate() threw: Unknown error',
  ],
  [
    'bounds out of order',
    (random: Parameters<CustomType['generate']>[0]) => random.integer(5, 1),
    'integer(5, 1) needs',
  ],
  [
    'a pick from nothing',
    (random: Parameters<CustomType['generate']>[0]) => random.pick([]),
    'pick([]) needs',
  ],
])('a type that throws %s is an issue at the field', (_, generate, message) => {
  const issue = issueOf({ id: { type: 'acme.odd' } }, [typeOf(generate)]);
  expect(issue).toMatchObject({ code: 'params', path: ['id', 'params'] });
  expect(issue?.message).toContain(message);
});

test('an error in a later row names the field, and keeps its cause', () => {
  const late = new Error('too late');
  const type = typeOf((_, __, { timeMs }) => {
    if (timeMs > Date.UTC(2026, 0, 2)) throw late;
    return 1;
  });
  const nested = {
    order: { type: 'object', fields: { id: { type: 'acme.odd' } } },
    id: { type: 'acme.odd' },
  };
  const [order, id] = fieldsOf(nested, [type]).map((field) => () => rowsOf([field]));
  expect(id).toThrow(
    expect.objectContaining({ message: 'Field "id": generate() threw: too late', cause: late }),
  );
  expect(order).toThrow('Field "order": generate() at id threw: too late');
});

test('a type that says what it returns fits columns of that type, and is held to it', () => {
  const named = (returns: unknown, value: unknown): CustomType => ({
    ...typeOf(() => value),
    returns: returns as never,
  });
  const kindOf = (type: CustomType) =>
    kindsOf({ fields: fieldsOf({ v: { type: 'acme.odd' } }, [type]) }).map(({ kind }) => kind.is);
  expect([
    ...kindOf(named('string', 'a')),
    ...kindOf(named('number', 1.5)),
    ...kindOf(named('integer', 7)),
    ...kindOf(named('boolean', true)),
    ...kindOf(named(undefined, [1])),
  ]).toEqual(['text', 'number', 'integer', 'boolean', 'any']);
  for (const [returns, value] of [
    ['string', 1],
    ['integer', 1.5],
    ['boolean', null],
  ])
    expect(issueOf({ v: { type: 'acme.odd' } }, [named(returns, value)])?.message).toBe(
      `acme.odd: generate() returned ${JSON.stringify(value)}, and its definition says ${returns}`,
    );
  expect(() => fieldsOf({}, [named('date', 1)])).toThrow('acme.odd: returns must be string, number');
});

test('params cannot be changed by a type', () => {
  const type = defineType({
    name: 'acme.rude',
    summary: 'Changes its params',
    params: { list: { default: [1, 2] } },
    generate(_, params) {
      (params.list as number[]).push(3);
      return 1;
    },
  });
  expect(issueOf({ id: { type: 'acme.rude' } }, [type])?.message).toContain('generate() threw');
});

test.each([
  [{}, 'A custom type needs a name, such as "acme.orderNumber"'],
  [{ name: 7, generate: () => 1 }, 'A custom type needs a name'],
  [{ name: 'acme.five' }, 'acme.five: generate must be a function'],
  [{ name: 'acme.five', generate: 5 }, 'acme.five: generate must be a function'],
])('rejects the definition %j, as plain JavaScript may have it', (type, message) => {
  expect(() => defineType(type as never)).toThrow(message);
  expect(() => parseSchema('{}', { types: [type as never] })).toThrow(message);
});

test.each([
  ['orderNumber', 'has no namespace: name it "acme.orderNumber"'],
  ['number.int', 'is in the built-in namespace number: name it "acme.int"'],
  ['catbird.orderNumber', 'is in the built-in namespace catbird'],
  ['mockingbird.orderNumber', 'is in the built-in namespace mockingbird'],
  ['address.city', 'is in the built-in namespace address'],
  ['acme.order number', 'is invalid: use letters'],
  ['acme.', 'is invalid'],
  ['__proto__.x', 'is invalid'],
])('rejects the name %s', (name, message) => {
  const type = { name, summary: 'A number', generate: () => 1 };
  expect(() => defineType(type)).toThrow(message);
  expect(() => parseSchema('{}', { types: [type] })).toThrow(message);
});

test('rejects duplicate names and invalid params', () => {
  expect(() => parseSchema('{}', { types: [orderNumber, orderNumber] })).toThrow(
    'Two custom types have the name "acme.orderNumber": rename one',
  );
  expect(() =>
    defineType({
      name: 'acme.x',
      summary: 'X',
      params: { n: { type: 'integer', default: 1.5 } },
      generate: () => 1,
    }),
  ).toThrow('acme.x: the default of param n does not fit its declaration');
  const list = { type: 'list' } as unknown as { readonly type: 'string' };
  expect(() => defineType({ name: 'acme.x', summary: 'X', params: { list }, generate: () => 1 })).toThrow(
    'acme.x: param list has the unknown type list: use string',
  );
});
