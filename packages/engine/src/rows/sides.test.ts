import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import { invalid, messagesOf } from '../model/issue.ts';
import type { Schema } from '../model/schema.ts';
import { newBatch, select, slice, texts, type Batch } from './batch.ts';
import { withFaults } from './faults.ts';
import { plainSide, readSides, sidedRows } from '../../../stream/test/sides.ts';
import { findField } from './named-field.ts';
import { compile, type RowWriter } from './writer.ts';

const SPECS = {
  n: { type: 'catbird.sequence' },
  user: { type: 'catbird.key', params: { name: 'user', size: 50, form: 'text' } },
  'a.b': { type: 'datatype.boolean' },
  at: { type: 'catbird.timestampNow' },
  maybe: { type: 'number.int', params: 9, nulls: 0.3, missing: 0.3 },
  list: { type: 'number.int', params: 9, count: 2 },
  airport: { type: 'airline.airport' },
  order: {
    type: 'object',
    fields: {
      'b.c': { type: 'lorem.word' },
      id: { type: 'string.uuid' },
      city: { type: 'location.city', per: 'user' },
      items: { type: 'object', count: 2, fields: { sku: { type: 'string.alpha' } } },
    },
  },
};
type Specs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function schemaOf(specs: Specs): Schema {
  const result = parseSchema(JSON.stringify(specs));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

/** The specs with one field hidden, which may be inside `order`. */
const hiding = (name: string): Specs => {
  const [outer = '', inner] = name.startsWith('order.') ? ['order', name.slice('order.'.length)] : [name];
  const spec = SPECS[outer as keyof typeof SPECS] as { readonly fields?: Specs };
  if (inner === undefined) return { ...SPECS, [outer]: { ...spec, hidden: true } };
  const fields = { ...spec.fields, [inner]: { ...spec.fields?.[inner], hidden: true } };
  return { ...SPECS, [outer]: { ...spec, fields } };
};

const keyed = (schema: Schema, name: string): RowWriter => sidedRows(schema, { keyField: name }, 1);

const keyText = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

type Row = Readonly<Record<string, unknown>> & { readonly order: Readonly<Record<string, unknown>> };
const READ: Readonly<Record<string, (row: Row) => unknown>> = {
  n: ({ n }) => n,
  user: ({ user }) => user,
  'a.b': (row) => row['a.b'],
  at: ({ at }) => at,
  maybe: ({ maybe }) => maybe,
  list: ({ list }) => list,
  'order.id': ({ order }) => order['id'],
  'order.b.c': ({ order }) => order['b.c'],
  'order.city': ({ order }) => order['city'],
  'airport.iataCode': ({ airport }) => (airport as Row)['iataCode'],
};

const time = { startMs: NOON, stepMs: 700 };
const rowsOf = (writer: RowWriter, count = 300, first = 0) => {
  const batch = writer.fill(newBatch(), { first, count, time });
  const sides = batch.sides ?? [];
  const rows = Array.from(texts(batch), (line) => JSON.parse(line) as Row);
  return { batch, rows, sides, keys: sides.map(({ key }) => key) };
};
const plain = rowsOf(compile(schemaOf(SPECS), { seed: 1 }));

test.each(Object.entries(READ))(
  'the key %s is the value of its field, and the rows do not change',
  (name, read) => {
    const { rows, keys } = rowsOf(keyed(schemaOf(SPECS), name));
    expect(rows).toEqual(plain.rows);
    expect(keys).toEqual(plain.rows.map((row) => keyText(read(row))));
    expect(new Set(keys).size).toBeGreaterThan(1);
  },
);

test.each(Object.entries(READ).filter(([name]) => name !== 'airport.iataCode'))(
  'the key %s stays the same if its field is hidden',
  (name, read) => {
    const { rows, keys } = rowsOf(keyed(schemaOf(hiding(name)), name));
    expect(keys).toEqual(plain.rows.map((row) => keyText(read(row))));
    expect(read(rows[0] ?? { order: {} })).toBeUndefined();
  },
);

describe('what travels beside rows stays with them', () => {
  const SIDES = { keyField: 'n', topic: 'of/{{n}}', headers: { user: '{{user}}', n: 'n {{n}}' } };
  const writer = sidedRows(schemaOf(hiding('user')), SIDES, 1);
  const sideOf = (n: number) => ({
    key: String(n),
    route: `of/${n}`,
    headers: { user: plain.rows[n - 1]?.['user'], n: `n ${n}` },
    ms: NOON + (n - 1) * 700,
  });
  const sidesIn = (batch: Batch) => batch.sides?.map(plainSide);

  test('when a batch is sliced, selected from or limited in bytes', () => {
    const { batch } = rowsOf(writer, 20, 5);
    expect(sidesIn(slice(batch, 3, 6))).toEqual([9, 10, 11].map(sideOf));
    expect(sidesIn(select(batch, [0, 19, 2]))).toEqual([6, 25, 8].map(sideOf));
    const short = writer.fill(newBatch(), { first: 0, count: 100, maxBytes: 3000, time });
    expect(short.sides).toHaveLength(short.count);
  });

  test('when faults duplicate, move, delay, drop or corrupt them', () => {
    const delays = new Set<number>();
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 5000 }), (seed, first) => {
        const faults = {
          duplicates: { share: 0.2 },
          late: { share: 0.2, delayMs: { mean: 60_000 } },
          reordering: { window: 20 },
          dropped: { share: 0.2 },
          malformed: { share: 0.2, kinds: ['comma' as const] },
        };
        const batch = withFaults(writer, faults, { seed }).fill(newBatch(), { first, count: 200, time });
        // A malformed line still starts with its number here, and has its time.
        const rows = Array.from(texts(batch), (line) => /^\{"n":(\d+),.*?"at":"([^"]+)"/.exec(line));
        const seen = (batch.sides ?? []).map(({ key, route, headers, ms }) => [
          key,
          route,
          headers?.['n'],
          ms,
        ]);
        expect(seen).toEqual(
          rows.map((row) => [row?.[1], `of/${row?.[1]}`, `n ${row?.[1]}`, Date.parse(row?.[2] ?? '')]),
        );
        for (const [key, , , ms] of seen) delays.add(NOON + (Number(key) - 1) * 700 - Number(ms));
      }),
      { numRuns: 20 },
    );
    expect(delays.size).toBeGreaterThan(100);
  });

  test('and rows without any have none', () => {
    const faulty = withFaults(compile(schemaOf(SPECS), { seed: 1 }), {}, { seed: 1 });
    expect(faulty.fill(newBatch(), { first: 0, count: 5, time }).sides).toBeUndefined();
  });
});

test('a header whose value is null or missing is left out; a route without a value is a problem', () => {
  const schema = schemaOf(SPECS);
  const headers = { constant: 'c', maybe: '{{ maybe }}', both: '{{n}}-{{maybe}}' };
  const { rows, sides } = rowsOf(sidedRows(schema, { topic: 'a/{{maybe}}/{{order.city}}', headers }, 1));
  const expected = rows.map(({ n, maybe, order }) => {
    const text = keyText(maybe);
    return {
      headers: { constant: 'c', ...(text !== undefined && { maybe: text, both: `${Number(n)}-${text}` }) },
      ...(text === undefined
        ? { problem: '--topic needs maybe, which is null, missing or empty' }
        : { route: `a/${text}/${keyText(order['city'])?.replaceAll(' ', '_')}` }),
    };
  });
  expect(sides.map((side) => plainSide({ ...side, ms: undefined }))).toEqual(expected);
  expect(new Set(expected.map((side) => 'problem' in side))).toEqual(new Set([true, false]));
});

test.each([
  ['+', 'topic', '--topic "x+": Must not contain +'],
  ['..', 'topic', '--topic cannot hold the v ".."'],
  ['', 'topic', '--topic needs v, which is null, missing or empty'],
  ['+', 'headers', '--headers h "x+": Must not contain +'],
  ['', 'headers', undefined],
] as const)('a row with the value "%s" in its %s has the problem: %s', (value, where, problem) => {
  const schema = schemaOf({ v: { value } });
  const settings = where === 'topic' ? { topic: 'x{{v}}' } : { headers: { h: 'x{{v}}' } };
  expect(rowsOf(sidedRows(schema, settings, 1), 2).sides.map((side) => side.problem)).toEqual([
    problem,
    problem,
  ]);
});

test('event times before 1970 are a problem, and rows without computed times have none beside them', () => {
  const schema = schemaOf({ n: { type: 'catbird.sequence' } });
  const early = sidedRows(schema, { keyField: 'n' }, 1).fill(newBatch(), {
    first: 0,
    count: 3,
    time: { startMs: -1000, stepMs: 600 },
  });
  expect(early.sides?.map(({ problem }) => problem)).toEqual([
    '--recordTime event needs event times from 1970 on',
    '--recordTime event needs event times from 1970 on',
    undefined,
  ]);
  const sent = sidedRows(schema, { keyField: 'n', recordTime: 'send' }, 1);
  expect(rowsOf(sent, 3).sides.map(plainSide)).toEqual([{ key: '1' }, { key: '2' }, { key: '3' }]);
});

test.each([
  [{ topic: 'a/{{usr}}' }, '--topic: Unknown field usr in the schema. Did you mean user?'],
  [{ topic: 'a/{{user' }, '--topic: Write a field as {{name}}'],
  [{ topic: 'a/{{}}' }, '--topic: Write a field as {{name}}'],
  [{ topic: '{{user|url}}' }, '--topic: Remove |url from {{user}}. Filters are not possible here'],
  [{ topic: '{{order}}' }, '--topic: order is an object, but a single value is needed. Choose a field in it'],
  [{ topic: '{{list}}' }, '--topic: list is a list, but a single value is needed. Choose another field'],
  [{ headers: { a: 'b', '{{n}}': 'c' } }, '--headers: Names must not contain {{'],
  [{ headers: { a: '{{usr}}' } }, '--headers: Unknown field usr in the schema. Did you mean user?'],
  [
    { keyField: 'order', topic: '{{order.id}}' },
    '--topic: order is used as a whole, without order.id, which is hidden in it. Choose another field',
  ],
])('%j is refused: %s', (settings, line) => {
  expect(readSides(schemaOf(hiding('order.id')), settings)).toEqual(invalid(line));
});

test.each([
  ['usr', 'Unknown field usr in the schema. Did you mean user?'],
  ['order.idd', 'Unknown field order.idd in the schema. Did you mean order.id?'],
  ['country', /^Unknown field country in the schema. Available fields: n, user, a.b, /],
  ['order.items.sku', 'items is a list, but a single value is needed. Choose a field outside it'],
  ['list.0', 'list is a list, but a single value is needed. Choose a field outside it'],
  ['airport.code', 'Values of airport have no code'],
  ['n.x', 'Values of n have no x'],
])('%s is no field with a single value: %s', (name, problem) => {
  const found = findField(schemaOf(SPECS), name);
  expect(found.ok).toBe(false);
  if (!found.ok) expect(messagesOf(found.issues).join()).toMatch(problem);
});
