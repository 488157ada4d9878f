import { expect, test } from 'vitest';
import { readCatalog } from './catalog.ts';
import { postgresStatements, type PostgresCatalog, type PostgresColumn } from './postgres.ts';
import { withStatistics } from './statistics.ts';

const column = (name: string, type: string, more: Partial<PostgresColumn> = {}): PostgresColumn => ({
  table: 'the "orders"',
  name,
  type,
  isRequired: true,
  identity: '',
  generated: '',
  expression: null,
  ...more,
});

const NO_TYPE = { schema: 'public', base: '', isRequired: false, labels: [], checks: [], attributes: [] };

const CATALOG: PostgresCatalog = {
  types: [
    { ...NO_TYPE, name: 'state', kind: 'e', labels: ['open', "it's paid"] },
    {
      ...NO_TYPE,
      name: 'amount',
      kind: 'd',
      base: 'numeric(9,2)',
      checks: ['CHECK ((VALUE >= (0)::numeric))'],
    },
    { ...NO_TYPE, name: 'span', kind: 'r' },
  ],
  tables: [
    { name: 'the "orders"', partitionKey: 'RANGE (placed_at)', parent: null, bounds: null },
    {
      name: 'old',
      partitionKey: null,
      parent: 'the "orders"',
      bounds: "FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')",
    },
    {
      name: 'new',
      partitionKey: null,
      parent: 'the "orders"',
      bounds: "FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')",
    },
  ],
  columns: [
    column('id', 'bigint', { identity: 'a' }),
    column('state', 'public.state'),
    column('total', 'public.amount'),
    column('flag', 'bit(1)'),
    column('area', 'point'),
    column('placed_at', 'timestamp with time zone'),
    column('twice', 'numeric', { generated: 's', expression: '(total * 2)' }),
    column('pages', 'integer', { expression: "nextval('pages'::regclass)", isRequired: false }),
  ],
  constraints: [{ table: 'the "orders"', name: 'orders_key', definition: 'PRIMARY KEY (id)' }],
  indexes: [],
};

test('a catalog of Postgres is read as the dump of the database would be', () => {
  const { tables, notes } = readCatalog(postgresStatements(CATALOG), 'postgres');
  expect(tables).toMatchObject([
    {
      name: 'the "orders"',
      fields: [
        { name: 'id', isKey: true, isHidden: true },
        { name: 'state', values: ['open', "it's paid"], isNullable: false },
        { name: 'total', kind: 'number', decimals: 2, min: 0 },
        { name: 'flag', pattern: '[01]{1}' },
        { name: 'area', kind: 'text' },
        { name: 'placed_at', from: '2025-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
        { name: 'pages', isCounter: true },
      ],
    },
  ]);
  expect(notes).toEqual([
    'Rows of partitions belong to their table: the "orders" (partition old, partition new)',
    'Not followed: CREATE TYPE span (type span)',
    'Left out the "orders".id: the database generates its values',
    'Left out the "orders".twice: the database generates its values',
  ]);
});

const TABLE = {
  name: 't',
  fields: [
    { name: 'id', kind: 'whole number', isKey: true },
    { name: 'age', kind: 'whole number', isNullable: true, max: 120 },
    { name: 'plan', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'text', values: ['on', 'off', 'gone'] },
    { name: 'at', kind: 'timestamp' },
  ],
} as const;

const STATISTICS = [
  { name: 'id', nulls: 0, frequencies: [], bounds: ['1', '1000'] },
  { name: 'age', nulls: 0.25, frequencies: [0.2], common: ['33'], bounds: ['18', '30', '42', '61', '97'] },
  { name: 'plan', nulls: 0, frequencies: [0.7, 0.3] },
  { name: 'name', nulls: 0, frequencies: [0.001, 0.001] },
  { name: 'state', nulls: 0, frequencies: [0.9, 0.1], common: ['on', 'off'] },
  { name: 'at', nulls: 0, frequencies: [], bounds: ['2025-01-01 00:00:00+00', '2025-07-01 00:00:00+00'] },
];

test('statistics give shares of nulls and values, and the spread of numbers and times', async () => {
  const { table, sampled } = await withStatistics(TABLE, STATISTICS, false);
  expect(table.fields.find(({ name }) => name === 'age')).toMatchObject({ nulls: 0.25 });
  expect([...sampled.specs.keys()]).toEqual(['age', 'plan', 'state', 'at']);
  expect(sampled.specs.get('plan')).toEqual({
    type: 'catbird.pickWeighted',
    params: { values: ['plan_1', 'plan_2'], weights: [70, 30] },
  });
  expect(sampled.specs.get('state')).toMatchObject({ params: { values: ['on', 'off'], weights: [90, 10] } });
  expect(sampled.specs.get('age')).toMatchObject({ nulls: 0.25 });
  expect(sampled.helpers).toMatchObject({
    at_ms: {
      type: 'number.int',
      params: { min: expect.closeTo(Date.UTC(2025, 0), -9), max: expect.closeTo(Date.UTC(2025, 6), -9) },
    },
  });
  expect(sampled.findings.flatMap(({ copied }) => copied)).toEqual([]);
});

test('with consent, common texts are copied and listed', async () => {
  const read = STATISTICS.map((each) => (each.name === 'plan' ? { ...each, common: ['free', 'pro'] } : each));
  const { sampled } = await withStatistics(TABLE, read, true);
  expect(sampled.specs.get('plan')).toMatchObject({ params: { values: ['free', 'pro'] } });
  expect(sampled.findings.find(({ path }) => path === 't.plan')?.copied.map(({ value }) => value)).toEqual([
    'free',
    'pro',
  ]);
});
