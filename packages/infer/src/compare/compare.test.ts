import { expect, test } from 'vitest';
import { mix } from '../../../engine/src/numeric/random.ts';
import { compareRows, type FieldComparison } from './compare.ts';

type Row = Readonly<Record<string, unknown>>;

const rows = (count: number, row: (n: number, next: () => number) => Row, seed = 1): Row[] => {
  let state = seed;
  const next = (): number => ((state = mix(state + 1)) >>> 0) / 2 ** 32;
  return Array.from({ length: count }, (_, n) => row(n, next));
};

const fieldsOf = (a: readonly Row[], b: readonly Row[]): Record<string, FieldComparison> =>
  Object.fromEntries(compareRows(a, b).fields.map((field) => [field.path, field]));

test('two samples of one distribution are alike, whatever the type of the field', () => {
  const row = (n: number, next: () => number): Row => ({
    id: n,
    amount: next() ** 2,
    state: next() < 0.7 ? 'open' : 'paid',
    at: new Date(1.76e12 + n * 1000).toISOString(),
    note: 'x'.repeat(Math.floor(next() * 40)) + next(),
    ...(next() < 0.2 ? { extra: null } : {}),
    user: { city: `city_${Math.floor(next() * 8)}` },
    items: Array.from({ length: Math.floor(next() * 4) }, () => ({ price: next() })),
  });
  const { fields, rows: counts } = compareRows(rows(1000, row, 1), rows(1000, row, 2));
  expect(counts).toEqual({ original: 1000, generated: 1000 });
  expect(fields.filter(({ verdict }) => verdict !== 'alike')).toEqual([]);
  expect(fields.map(({ path, measure }) => `${path}: ${measure}`)).toEqual([
    'id: distribution',
    'amount: distribution',
    'state: shares',
    'at: distribution',
    'note: length',
    'user: none',
    'user.city: shares',
    'items: distribution',
    'items[]: none',
    'items[].price: distribution',
    'extra: none',
  ]);
});

test('distances are those of the definitions', () => {
  const [a, b] = [rows(1000, (n) => ({ n: 2 * n })), rows(1000, (n) => ({ n: 2 * n + 500 }))];
  expect(fieldsOf(a, b)['n']).toMatchObject({
    distance: expect.closeTo(0.25) as number,
    measure: 'distribution',
    verdict: 'different',
  });
  const [c, d] = [
    rows(1000, (n) => ({ v: n < 600 ? 'a' : 'b' })),
    rows(1000, (n) => ({ v: n < 500 ? 'a' : 'b' })),
  ];
  expect(fieldsOf(c, d)['v']?.distance).toBeCloseTo(0.1);
  expect(fieldsOf(c, d)['v']).toMatchObject({ measure: 'shares', verdict: 'close' });
});

test('a long tail is compared by its mean and 99th percentile, which the distribution hides', () => {
  const pareto = (_: number, next: () => number): Row => ({
    bytes: Math.round(300 * (1 - next()) ** (-1 / 1.2)),
  });
  const sample = rows(20_000, pareto, 1);
  const madeWith = (count: number, bytes: number): FieldComparison | undefined => {
    const made = rows(20_000, pareto, 2).map((row, n) => (n < count ? { bytes } : row));
    return fieldsOf(sample, made)['bytes'];
  };
  expect(madeWith(0, 0)).toMatchObject({ measure: 'distribution', verdict: 'alike' });
  expect(madeWith(300, 1e6)).toMatchObject({ measure: 'p99', verdict: 'different' });
  expect(madeWith(20, 1e8)).toMatchObject({ measure: 'mean', verdict: 'different' });
});

test('values with other names are compared by rank', () => {
  const [a, b] = [
    rows(1000, (n) => ({ v: n < 600 ? 'open' : 'paid' })),
    rows(1000, (n) => ({ v: n < 600 ? 'state_1' : 'state_2' })),
  ];
  expect(fieldsOf(a, b)['v']).toMatchObject({ distance: 0, measure: 'ranks', verdict: 'alike' });
});

test('counters are compared by their steps: how far they count depends on the rows', () => {
  const counters = (rows_: number, from: number, step: number) =>
    rows(rows_, (n) => ({ id: from + n * step, ms: 1.76e12 + (n * 1e6) / rows_ }));
  const found = fieldsOf(counters(200, 50_213, 1), counters(1000, 50_200, 1));
  expect(found['id']).toMatchObject({ measure: 'steps', distance: 0, verdict: 'alike' });
  expect(found['ms']).toMatchObject({ measure: 'distribution', verdict: 'alike' });
  const other = (from: number, step: number) =>
    fieldsOf(counters(200, 1, 1), counters(1000, from, step))['id'];
  expect(other(1, 10)).toMatchObject({ measure: 'steps', distance: 1, verdict: 'different' });
  // Those that count by one may start again.
  expect(other(5000, 1)).toMatchObject({ measure: 'steps', distance: 0, verdict: 'alike' });
});

test('other types, nulls and missing fields are no match, however alike the values are', () => {
  const sample = rows(1000, (n) => ({ a: n, b: n, c: n, gone: 1 }));
  const made = rows(1000, (n) => ({
    a: String(n),
    b: n % 2 === 0 ? n : null,
    ...(n % 2 === 0 ? { c: n } : {}),
    more: 1,
  }));
  const found = fieldsOf(sample, made);
  expect(Object.fromEntries(Object.entries(found).map(([path, { verdict }]) => [path, verdict]))).toEqual({
    a: 'different',
    b: 'different',
    c: 'different',
    gone: 'missing',
    more: 'new',
  });
  expect(found['b']?.generated.types).toEqual({ number: 0.5, null: 0.5 });
  expect(found['c']?.generated.missing).toBe(0.5);
});

test('bars are shares of the values over the same bins', () => {
  const { bars } = fieldsOf(
    rows(1000, (n) => ({ n: n % 4 })),
    rows(500, (n) => ({ n: n % 4 })),
  )['n'] ?? { bars: undefined };
  expect(bars?.original).toEqual([0.25, 0.25, 0.25, 0.25]);
  const wide = fieldsOf(
    rows(1000, (_, next) => ({ n: next() })),
    rows(1000, (_, next) => ({ n: next() / 2 })),
  )['n'];
  expect(wide?.bars?.original).toHaveLength(24);
  for (const side of [wide?.bars?.original ?? [], wide?.bars?.generated ?? []])
    expect(side.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
});

test.each<[string, Row[], Row[]]>([
  ['no rows', [], []],
  ['no generated rows', [{ a: 1 }], []],
  ['only nulls', [{ a: null }], [{ a: null }]],
  ['empty lists', [{ a: [] }], [{ a: [] }]],
  ['odd names', [{ __proto__x: 1, constructor: 2 }], [{ constructor: 'x' }]],
  ['one value', [{ a: 5 }], [{ a: 5 }]],
])('%s can be compared', (_, a, b) => {
  for (const { distance = 0 } of compareRows(a, b).fields) expect(distance).toBeGreaterThanOrEqual(0);
});

/** An order with items, whose card number is there only for cards. */
const order = (n: number, next: () => number, kinds = ['card', 'cash']): Row => {
  const items = Array.from({ length: 1 + Math.floor(next() * 4) }, () => {
    const [qty, price] = [1 + Math.floor(next() * 5), Math.round(next() * 10_000) / 100];
    return { qty, price, amount: Math.round(qty * price * 100) / 100 };
  });
  const total = Math.round(items.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  const [card = '', cash = ''] = kinds;
  const type = next() < 0.6 ? card : cash;
  return {
    id: n,
    items,
    total,
    copy: total,
    type,
    ...(type === card ? { last4: Math.floor(next() * 1e4) } : {}),
  };
};

const brokenIn = (a: readonly Row[], b: readonly Row[]): Record<string, number> =>
  Object.fromEntries(
    compareRows(a, b)
      .rules.filter(({ verdict }) => verdict !== 'alike')
      .map(({ rule, generated }) => [rule, generated.rows - generated.kept]),
  );

test('rules of the sample are counted in generated rows: equal fields, products in lists, sums over them, presence', () => {
  const [a, b] = [rows(400, order, 1), rows(400, order, 2)];
  const { rules } = compareRows(a, b);
  expect(rules.map(({ rule, verdict }) => `${rule}: ${verdict}`).sort()).toEqual([
    'copy = total: alike',
    'items[].amount = round(qty * price, 2): alike',
    'last4 only if type == "card": alike',
    'total = round(sum(items, "amount"), 2): alike',
  ]);
  const broken = b.map((row, i) =>
    i % 4 === 0 ? { ...row, total: Number(row['total']) + 1, last4: 7 } : row,
  );
  expect(brokenIn(a, broken)).toEqual({
    'copy = total': 100,
    'total = round(sum(items, "amount"), 2)': 100,
    'last4 only if type == "card"': expect.toSatisfy((n: number) => n > 20 && n < 60) as number,
  });
});

test('a rule about values is kept by rows whose values have other names', () => {
  const renamed = rows(400, (n, next) => order(n, next, ['type_1', 'type_2']), 2);
  expect(brokenIn(rows(400, order, 1), renamed)).toEqual({});
});

test('forms are compared: an address that is none, and a day that does not exist, differ', () => {
  const octet = (next: () => number, least = 0): number => least + Math.floor(next() * 200);
  const address = (next: () => number, least = 0): string =>
    next() < 0.88 ? [1, 2, 3, 4].map(() => octet(next, least)).join('.') : `host${octet(next)}.lan`;
  const day = (next: () => number, most: number): string => `2026-02-${10 + Math.floor(next() * most)}`;
  const valid = rows(500, (_, next) => ({ ip: address(next), on: day(next, 19) }), 1);
  const same = rows(500, (_, next) => ({ ip: address(next), on: day(next, 19) }), 2);
  const wrong = rows(500, (_, next) => ({ ip: address(next, 150), on: day(next, 60) }), 2);
  expect(fieldsOf(valid, same)).toMatchObject({ ip: { verdict: 'alike' }, on: { verdict: 'alike' } });
  const { ip, on } = fieldsOf(valid, wrong);
  expect(ip).toMatchObject({
    verdict: 'different',
    original: { types: { 'IP address': expect.closeTo(0.88, 1) as number } },
  });
  expect(on).toMatchObject({
    verdict: 'different',
    generated: { types: { 'impossible date': expect.any(Number) as number } },
  });
});

test('the strongest correlations that no rule explains are compared', () => {
  const person = (_: number, next: () => number): Row => {
    const height = 150 + next() * 50;
    return { height, weight: height - 100 + next() * 30, shoes: Math.floor(next() * 10), twice: 2 * height };
  };
  const [a, b] = [rows(800, person, 1), rows(800, person, 2)];
  const found = compareRows(a, b).correlations;
  expect(found.map(({ paths, verdict }) => [...paths, verdict])).toEqual([['height', 'weight', 'alike']]);
  const apart = b.map((row, i) => ({ ...row, weight: b[(i * 7) % 800]?.['weight'] }));
  expect(compareRows(a, apart).correlations[0]).toMatchObject({
    verdict: 'different',
    original: expect.closeTo(0.86, 1) as number,
    generated: expect.closeTo(0, 1) as number,
  });
});

test('numbers within texts are compared one by one', () => {
  const times = (minutes: number) =>
    rows(200, (n) => ({ took: `1${n % 10}h ${String((n * 7) % minutes).padStart(2, '0')}m` }));
  expect(fieldsOf(times(60), times(60))['took']).toMatchObject({ verdict: 'alike' });
  expect(fieldsOf(times(60), times(99))['took']).toMatchObject({ measure: 'parts', verdict: 'different' });
  const days = (most: number) => rows(200, (n) => ({ day: 20_260_101 + (n % most) }));
  expect(fieldsOf(days(31), days(60))['day']?.generated.types).toHaveProperty('impossible date');
});
