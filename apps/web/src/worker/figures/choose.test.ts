import { newCollector } from '@catbird/core/statistics';
import { loadData, parseSchema, templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { ranked, type Candidate } from './choose.ts';
import { learn, type Learned } from './learn.ts';

/** The ranking of rows, by the values of each field. */
function rank(columns: Readonly<Record<string, readonly unknown[]>>): readonly Candidate[] {
  const length = Math.max(...Object.values(columns).map((values) => values.length));
  const collector = newCollector();
  for (let i = 0; i < length; i++)
    collector.add(Object.fromEntries(Object.entries(columns).map(([path, values]) => [path, values[i]])));
  const known = new Map(collector.statistics().fields.map((field) => [field.path, field]));
  return ranked(
    Object.entries(columns).flatMap(([path, values]) => {
      const statistics = known.get(path);
      return statistics === undefined ? [] : [{ path, values, statistics }];
    }),
  );
}

const ROWS = 400;
const column = <Value>(make: (i: number) => Value): readonly Value[] =>
  Array.from({ length: ROWS }, (_, i) => make(i));
/** Even numbers below a bound that do not follow from the row. */
const scattered = (i: number, below: number, salt = 1): number => ((i * 7919 + salt * 104_729) * 31) % below;
const bell = (i: number): number => scattered(i, 50) + scattered(i, 53, 2) + scattered(i, 59, 3);

test('fields that tell nothing come last, identifiers after all others', () => {
  const order = rank({
    id: column((i) => `e-${i}`),
    user_id: column((i) => scattered(i, 90)),
    number: column((i) => 1000 + i),
    name: column((i) => `Ada ${i}`),
    trace: column((i) => `3d1f0c1e-58a4-4c2d-9b1e-${String(i).padStart(12, '0')}`),
    constant: column(() => 'x'),
    at: column((i) => new Date(i * 1000).toISOString()),
    country: column((i) => ['DE', 'FR', 'ES'][scattered(i, 3)]),
  });
  expect(order[0]).toMatchObject({ path: 'country', kind: 'shares' });
  expect(order[0]?.bits).toBeCloseTo(Math.log2(3), 1);
  for (const { path, bits } of order.slice(1)) expect([path, bits]).toEqual([path, 0]);
  expect(order.filter(({ isIdentifier }) => isIdentifier).map(({ path }) => path)).toEqual(
    order.slice(-3).map(({ path }) => path),
  );
  expect(order.map(({ path }) => path)).toEqual([
    'country',
    'number',
    'name',
    'constant',
    'at',
    'id',
    'user_id',
    'trace',
  ]);
});

test('a flat histogram tells next to nothing, and one with a shape more', () => {
  const order = rank({
    flat: column((i) => scattered(i, 397)),
    shaped: column(bell),
  });
  expect(order.map(({ path, kind }) => [path, kind])).toEqual([
    ['shaped', 'numbers'],
    ['flat', 'numbers'],
  ]);
  expect(order[1]?.bits).toBeLessThan(0.5);
  expect(order[0]?.bits).toBeGreaterThan(1.5);
});

test('nulls count for nothing', () => {
  const [whole, half] = rank({
    whole: column((i) => ['a', 'b'][scattered(i, 2, i % 3)]),
    half: column((i) => (i % 2 === 0 ? null : ['a', 'b'][scattered(i, 2, 2)])),
  });
  expect(whole?.bits).toBeGreaterThan(half?.bits ?? Infinity);
});

test('a field that another determines loses what it tells, and totals come before their parts', () => {
  const order = rank({
    subtotal: column((i) => bell(i)),
    status: column((i) => ['paid', 'open', 'void'][scattered(i, 3)]),
    total: column((i) => bell(i) + 4.9),
    state: column((i) => ['captured', 'authorized', 'voided'][scattered(i, 3)]),
  });
  const bits = new Map(order.map(({ path, bits }) => [path, bits]));
  expect(order[0]?.path).toBe('total');
  expect(bits.get('status')).toBeGreaterThan(1);
  expect(bits.get('state')).toBeLessThan(0.01);
  expect(bits.get('subtotal')).toBeLessThan(0.1);
});

test('numbers that continue from row to row are a line, unless they only rise', () => {
  const order = rank({
    wave: column((i) => Math.sin(i / 20) * 10),
    clock: column((i) => i * 1.5),
    noise: column((i) => scattered(i, 397)),
  });
  expect(order.map(({ path, kind }) => [path, kind])).toEqual([
    ['wave', 'walk'],
    ['noise', 'numbers'],
    ['clock', undefined],
  ]);
});

async function learned(name: string): Promise<Learned> {
  const parsed = parseSchema(templates.find((template) => template.name === name)?.text ?? '');
  if (!parsed.ok) throw new Error(`No template ${name}`);
  await loadData(parsed.schema);
  return learn(parsed.schema, '42', () => 0);
}

test.each([
  {
    name: 'Online Shop',
    fields: ['country', 'total', 'status', 'payment.method'],
    columns: ['status', 'country', 'total'],
    last: ['order_id', 'user_id'],
  },
  {
    name: 'Web Sessions',
    fields: ['country', 'load_ms', 'page'],
    columns: ['page', 'country', 'load_ms'],
    last: ['session_id', 'visitor_id', 'product_id'],
  },
  {
    name: 'Simple Example',
    fields: ['status', 'temperature'],
    columns: ['status', 'temperature', 'timestamp'],
    last: ['sensor_id'],
  },
])('$name shows $fields, and $columns as its first columns', async ({ name, fields, columns, last }) => {
  const found = await learned(name);
  expect(found.fields.slice(0, fields.length).map(({ path }) => path)).toEqual(fields);
  expect(found.columns.slice(0, columns.length)).toEqual(columns);
  expect(found.columns.slice(-last.length)).toEqual(last);
});
