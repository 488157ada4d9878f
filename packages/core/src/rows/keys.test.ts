import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import type { Schema } from '../model/schema.ts';
import { newBatch, select, slice, texts } from './batch.ts';
import { withFaults } from './faults.ts';
import { findKey, withKeys } from './keys.ts';
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

function keyed(schema: Schema, name: string): RowWriter {
  const found = findKey(schema, name);
  if (!found.ok) throw new Error(found.problem);
  return withKeys(compile(schema, { seed: 1 }), found.key, { seed: 1 });
}

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
  return { batch, rows: Array.from(texts(batch), (line) => JSON.parse(line) as Row), keys: batch.keys ?? [] };
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

describe('keys stay with their rows', () => {
  const writer = keyed(schemaOf(SPECS), 'n');

  test('when a batch is sliced, selected from or limited in bytes', () => {
    const { batch } = rowsOf(writer, 20, 5);
    expect(slice(batch, 3, 6).keys).toEqual(['9', '10', '11']);
    expect(select(batch, [0, 19, 2]).keys).toEqual(['6', '25', '8']);
    const short = writer.fill(newBatch(), { first: 0, count: 100, maxBytes: 3000, time });
    expect(short.keys).toHaveLength(short.count);
  });

  test('when faults duplicate, move, delay, drop or corrupt them', () => {
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
        // A malformed line still starts with its number here.
        const numbers = Array.from(texts(batch), (line) => /^\{"n":(\d+),/.exec(line)?.[1]);
        expect(batch.keys).toEqual(numbers);
      }),
      { numRuns: 20 },
    );
  });

  test('and rows without a key have none', () => {
    const faulty = withFaults(compile(schemaOf(SPECS), { seed: 1 }), {}, { seed: 1 });
    expect(faulty.fill(newBatch(), { first: 0, count: 5, time }).keys).toBeUndefined();
  });
});

test.each([
  ['usr', 'Unknown field usr in the schema. Did you mean user?'],
  ['order.idd', 'Unknown field order.idd in the schema. Did you mean order.id?'],
  ['country', /^Unknown field country in the schema. Available fields: n, user, a.b, /],
  ['order.items.sku', 'items is a list, but a key is a single value. Choose a field outside it'],
  ['list.0', 'list is a list, but a key is a single value. Choose a field outside it'],
  ['airport.code', 'Values of airport have no code'],
  ['n.x', 'Values of n have no x'],
])('%s is not a valid key: %s', (name, problem) => {
  const found = findKey(schemaOf(SPECS), name);
  expect(found.ok).toBe(false);
  if (!found.ok) expect(found.problem).toMatch(problem);
});
