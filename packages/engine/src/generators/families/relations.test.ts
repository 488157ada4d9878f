import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, everyNth } from '../../../../../test/long.ts';
import { exampleSchemas } from '../../../test/examples.ts';
import { NOON, rowsInBatches, rowsOf } from '../../../test/rows.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { compile } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';
import type { Schema } from '../../model/schema.ts';

function schemaOf(schema: object): Schema {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

type Row = Readonly<Record<string, unknown>>;
const parsed = (schema: object, extent: Parameters<typeof rowsOf>[1] = {}): readonly Row[] =>
  rowsOf(schemaOf(schema), { count: 1000, ...extent }).map((row) => JSON.parse(row) as Row);

/** Everything together: relations, absence, nesting, and arrays of several lengths. */
const SHOP = {
  order_id: { type: 'string.uuid' },
  user_id: { type: 'catbird.key', params: { name: 'user', size: 200, form: 'uuid', skew: { zipf: 1.1 } } },
  first: { type: 'person.firstName', per: 'user_id', hidden: true },
  last: { type: 'person.lastName', per: 'user_id', hidden: true },
  email: { type: 'catbird.template', params: '{{first|lower}}.{{last|slug}}@example.com' },
  plan: { type: 'helpers.arrayElement', params: ['free', 'pro', 'team'], per: ['user_id'] },
  price: {
    type: 'catbird.lookup',
    params: {
      field: 'plan',
      cases: {
        free: 0,
        pro: { type: 'number.int', params: { min: 20, max: 90 } },
        team: [{ weight: 1, value: 'ask' }],
      },
    },
  },
  coupon: { type: 'string.alpha', params: 6, nulls: 0.5, missing: 0.25 },
  items: {
    type: 'object',
    count: { min: 0, max: 4 },
    fields: {
      product: { type: 'catbird.key', params: { name: 'product', size: 50, form: 'text', prefix: 'p-' } },
      price: { type: 'number.int', params: { min: 1, max: 1000 }, per: 'product' },
      gift: { type: 'datatype.boolean', missing: 0.5 },
    },
  },
  turn: { type: 'catbird.sequentialArray', params: { values: [1, 2, 3] } },
  at: { type: 'catbird.timestampNow' },
};

describe.each([
  ...everyNth(3, exampleSchemas).map(({ name, text }) => [name, JSON.parse(text) as object] as const),
  ['a shop', SHOP] as const,
])('%s', (_, schema) => {
  const read = schemaOf(schema);
  const time = { startMs: NOON, stepMs: 977 };
  const whole = rowsOf(read, { count: 300, stepMs: 977 });

  test('writes valid JSON', () => {
    for (const row of whole) expect(() => JSON.parse(row) as unknown).not.toThrow();
  });

  test('writes the same bytes in any batches, and for any single row', () => {
    const writer = compile(read, { seed: 1 });
    const batch = newBatch();
    expect(rowsInBatches(writer, time)).toEqual(whole);
    for (const first of [299, 0, 128])
      expect([...texts(writer.fill(batch, { first, count: 1, time }))]).toEqual([whole[first]]);
  });
});

describe('per', () => {
  test('the same value of the other field gives the same value', () => {
    const emails = new Map<unknown, unknown>();
    for (const { user_id: user, email } of parsed(SHOP)) {
      expect(emails.get(user) ?? email).toBe(email);
      emails.set(user, email);
    }
    expect(emails.size).toBeGreaterThan(50);
    expect(new Set(emails.values()).size).toBeGreaterThan(40);
  });

  test('works across schemas with the same seed, but not with another seed', () => {
    const user = { type: 'catbird.key', params: { name: 'user', size: 20 } };
    const city = { type: 'location.city', per: 'user_id' };
    const cities = (schema: object, seed: number): Map<unknown, unknown> =>
      new Map(parsed(schema, { seed }).map((row) => [row['user_id'], row['city']]));
    const here = cities({ user_id: user, city }, 7);
    const there = cities({ at: { type: 'catbird.timestampNow' }, city, user_id: user }, 7);
    expect(here.size).toBe(20);
    expect(there).toEqual(here);
    expect(cities({ user_id: user, city }, 8)).not.toEqual(here);
  });

  test('in an array of objects, it refers to the enclosing object', () => {
    const prices = new Map<unknown, unknown>();
    for (const { items } of parsed(SHOP)) {
      for (const { product, price } of items as readonly Row[]) {
        expect(prices.get(product) ?? price).toBe(price);
        prices.set(product, price);
      }
    }
    expect(prices.size).toBe(50);
  });

  test('fields with the same per are independent', () => {
    const rows = parsed({
      k: { type: 'catbird.key', params: { name: 'k', size: 1000 } },
      a: { type: 'number.int', params: 1_000_000, per: 'k' },
      b: { type: 'number.int', params: 1_000_000, per: 'k' },
    });
    expect(rows.filter(({ a, b }) => a === b)).toHaveLength(0);
  });
});

test.each<readonly [what: string, form: object, absence?: object]>([
  ['text', { form: 'text', prefix: 's-' }],
  ['integer', {}],
  ['uuid', { form: 'uuid' }],
  ['text, of which some are null', { form: 'text' }, { nulls: 0.3 }],
])('what fields of a small pool of keys draw once, they write in every row: %s', (_, form, absence = {}) => {
  const per = (spec: object): object => Object.assign({ per: 'key' }, spec);
  const amount = { type: 'number.float', params: { min: 0, max: 9000, fractionDigits: 2 } };
  const schema = schemaOf({
    key: Object.assign(
      { type: 'catbird.key', params: Object.assign({ name: 'sensor', size: 60 }, form) },
      absence,
    ),
    site: per({ type: 'helpers.arrayElement', params: ['Mill', 'Quarry'] }),
    name: per({ type: 'person.fullName' }),
    limit: per({ ...amount, nulls: 0.2 }),
    model: per({ type: 'catbird.key', params: { name: 'model', size: 9, form: 'text' } }),
    maker: { type: 'company.name', per: 'model' },
    bonus: per({ type: 'catbird.lookup', params: { field: 'site', cases: { Mill: amount } } }),
    twice: { type: 'catbird.expression', params: 'limit * 2 + index()' },
    far: { type: 'catbird.expression', params: 'key == null || bonus > 100' },
    parts: {
      type: 'object',
      count: { min: 0, max: 3 },
      fields: { of: { type: 'catbird.ref', params: '^name' }, cost: { ...amount, per: '^key' } },
    },
  });
  const rows = rowsOf(schema, { count: 600 });
  for (let first = 0; first < rows.length; first += 37)
    expect(rowsOf(schema, { first })[0], `row ${first}`).toBe(rows[first]);
});

describe('absence', () => {
  test('nulls and missing have the requested shares', () => {
    const rows = parsed(SHOP, { count: 20_000 });
    const nulls = rows.filter((row) => 'coupon' in row && row['coupon'] === null).length;
    const missing = rows.filter((row) => !('coupon' in row)).length;
    expect(nulls / rows.length).toBeCloseTo(0.5, 1);
    expect(missing / rows.length).toBeCloseTo(0.25, 1);
  });

  test('the first field can be missing, and so can all', () => {
    const rows = rowsOf(
      schemaOf({ a: { type: 'number.int', missing: 0.5 }, b: { type: 'number.int', missing: 0.5 } }),
      { count: 200 },
    );
    const kinds = new Set(rows.map((row) => Object.keys(JSON.parse(row) as object).join()));
    expect(kinds).toEqual(new Set(['', 'a', 'b', 'a,b']));
  });

  test('leaves the values of other rows unchanged', () => {
    const full = parsed({ v: { type: 'person.fullName' } });
    const sparse = parsed({ v: { type: 'person.fullName', nulls: 0.5 } });
    sparse.forEach(({ v }, i) => v !== null && expect(v).toBe(full[i]?.['v']));
  });
});

test('arrays have every length in their range, about equally often', () => {
  const lengths = parsed(SHOP, { count: 10_000 }).map(({ items }) => (items as unknown[]).length);
  for (const length of [0, 1, 2, 3, 4]) {
    expect(lengths.filter((each) => each === length).length / lengths.length).toBeCloseTo(0.2, 1);
  }
});

test('a hidden field is not sent, and fields read by others stay in place', () => {
  const [row = {}] = parsed(SHOP);
  expect(Object.keys(row)).not.toContain('first');
  expect(Object.keys(row).slice(0, 2)).toEqual(['order_id', 'user_id']);
});

test('a lookup gives the value of its case, and the default otherwise', () => {
  for (const { plan, price } of parsed(SHOP)) {
    if (plan === 'free') expect(price).toBe(0);
    else if (plan === 'team') expect(price).toBe('ask');
    else expect(price).toSatisfy((value: number) => value >= 20 && value <= 90);
  }
  const schema = {
    n: { type: 'number.int', params: 3 },
    name: { type: 'catbird.lookup', params: { field: 'n', cases: { 1: 'one', 2: null }, default: 'other' } },
  };
  const names = new Map(parsed(schema).map(({ n, name }) => [n, name]));
  expect(names).toEqual(
    new Map<unknown, unknown>([
      [0, 'other'],
      [1, 'one'],
      [2, null],
      [3, 'other'],
    ]),
  );
});

test('in a lookup case, an omitted weight is 1', () => {
  const choices = (items: readonly unknown[]) => ({
    n: { type: 'number.int', params: 1 },
    v: { type: 'catbird.lookup', params: { field: 'n', cases: { 1: items }, default: items } },
  });
  const bare = [{ value: 'a' }, { value: 'b' }, { value: null }];
  const rows = parsed(choices(bare));
  expect(rows).toEqual(parsed(choices(bare.map((item) => ({ ...item, weight: 1 })))));
  expect(new Set(rows.map(({ v }) => v))).toEqual(new Set(['a', 'b', null]));
  const mixed = parsed(choices([{ value: 'often', weight: 9 }, { value: 'rarely' }]));
  expect(mixed.filter(({ v }) => v === 'often').length / mixed.length).toBeCloseTo(0.9, 1);
  // A list that only resembles weights is a constant, and so is a list in {"value": …}.
  for (const plain of [[{ value: 'a', more: 1 }], [], ['a'], [1, { value: 2 }]])
    expect(parsed(choices(plain), { count: 1 })[0]?.['v']).toEqual(plain);
  const wrapped = { type: 'catbird.lookup', params: { field: 'n', cases: {}, default: { value: bare } } };
  expect(parsed({ n: { type: 'number.int' }, v: wrapped }, { count: 1 })[0]?.['v']).toEqual(bare);
});

test('a template inserts strings without quotes, numbers as they are, null as nothing and objects as JSON', () => {
  const schema = {
    t: { type: 'helpers.arrayElement', params: ['say "hi" \\ é'] },
    n: { type: 'number.int', params: { min: 7, max: 7 } },
    z: { type: 'number.int', nulls: 1 },
    o: { type: 'object', fields: { a: { type: 'helpers.arrayElement', params: ['x'] } } },
    all: { type: 'catbird.template', params: '<{{t}}|{{ n }}|{{z}}|{{o}}|{{t|upper}}|{{t|slug}}>' },
  };
  expect(parsed(schema, { count: 1 })[0]?.['all']).toBe(
    '<say "hi" \\ é|7||{"a":"x"}|SAY "HI" \\ É|say-hi-e>',
  );
});

describe('catbird.key', () => {
  const keys = (params: object, extent = {}): readonly unknown[] =>
    parsed(
      { k: { type: 'catbird.key', params: { name: 'k', ...params } } },
      { count: 50_000, ...extent },
    ).map(({ k }) => k);
  const counts = (values: readonly unknown[]): number[] => {
    const tally = new Map<unknown, number>();
    for (const value of values) tally.set(value, (tally.get(value) ?? 0) + 1);
    return [...tally.values()].sort((a, b) => b - a);
  };

  test('uniform keys cover the pool about equally often', () => {
    const tally = counts(keys({ size: 100 }));
    expect(tally).toHaveLength(100);
    expect((tally[0] ?? 0) / (tally[99] ?? 1)).toBeLessThan(1.4);
    expect(new Set(keys({ size: 100 }))).toEqual(new Set(Array.from({ length: 100 }, (_, i) => i + 1)));
  });

  test('hot keys get the requested share of rows', () => {
    const tally = counts(keys({ size: 1000, skew: { hot: { keys: 0.01, rows: 0.5 } } }));
    expect(tally.slice(0, 10).reduce((a, b) => a + b, 0) / 50_000).toBeCloseTo(0.5, 1);
  });

  test('Zipf weights fall with the power of the rank', () => {
    const [first = 0, second = 0, , fourth = 0] = counts(keys({ size: 1000, skew: { zipf: 1 } }));
    expect(first / second).toBeCloseTo(2, 0);
    expect(first / fourth).toBeCloseTo(4, 0);
  });

  test('a growing pool grows in order: key n is drawn only from its row on, as in a parent’s sequence', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(0.01, 0.5, 1, 3),
        fc.integer({ min: 20, max: 2000 }),
        fc.constantFrom('uniform', { zipf: 1.1 }, { hot: { keys: 0.1, rows: 0.5 } }),
        fc.constantFrom('integer', 'text'),
        (from, perRow, size, skew, form) => {
          const drawn = keys({ size, form, prefix: '', skew, grow: { from, perRow } }, { count: 3000 }).map(
            Number,
          );
          drawn.forEach((key, row) => {
            expect(key).toBeGreaterThanOrEqual(1);
            expect(key).toBeLessThanOrEqual(Math.min(size, from + Math.floor(row * perRow)));
          });
        },
      ),
      { numRuns: cases(10) },
    );
  });

  test('every customer of a growing pool already exists, with the key from its own stream', () => {
    const customers = parsed({ id: { type: 'catbird.sequence' } }, { count: 2000 }).map(({ id }) => id);
    const orders = keys({ size: 1e6, grow: { from: 1, perRow: 1 } }, { count: 2000 });
    orders.forEach((key, row) => expect(customers.slice(0, row + 1)).toContain(key));
    // Uniform over all existing keys, including the newest.
    expect(orders.filter((key, row) => Number(key) > row * 0.9).length).toBeGreaterThan(100);
  });

  test('a growing pool contains only the keys so far', () => {
    const grow = { from: 10, perRow: 0.001 };
    expect(counts(keys({ size: 1e9, form: 'uuid', grow }, { count: 1000 }))).toHaveLength(10);
    expect(
      counts(keys({ size: 1e9, form: 'uuid', grow }, { first: 90_000, count: 1000 })).length,
    ).toBeGreaterThan(90);
  });
});

test.each([
  [
    'an unknown field',
    { a: { type: 'catbird.ref', params: 'bb' }, b: { type: 'number.int' } },
    'Unknown field bb',
  ],
  [
    'a circular reference',
    { a: { type: 'catbird.ref', params: 'b' }, b: { type: 'number.int', per: 'a' } },
    'Circular field reference: a reads b, b reads a',
  ],
  ['itself', { a: { type: 'number.int', per: 'a' } }, 'Circular field reference: a reads a'],
  ['an object without fields', { a: { type: 'object' } }, 'object: Missing fields'],
  [
    'an error in a nested field',
    { a: { type: 'object', fields: { b: { type: 'nope' } } } },
    'nope: Unknown generator type',
  ],
  [
    'an error in a variant',
    { a: { type: 'oneOf', params: [{ field: { type: 'number.int', count: 0 } }] } },
    'number.int: Count must be greater than 0',
  ],
  [
    'a share above one',
    { a: { type: 'number.int', nulls: 2 } },
    'number.int: nulls must be a number from 0 to 1',
  ],
  [
    'shares above 1 in total',
    { a: { type: 'number.int', nulls: 0.6, missing: 0.6 } },
    'number.int: nulls and missing add up to more than 1',
  ],
  [
    'only hidden fields',
    { a: { type: 'number.int', hidden: true } },
    'All fields are hidden, so nothing would be sent',
  ],
  [
    'a reversed range',
    { a: { type: 'number.int', count: { min: 3, max: 1 } } },
    'number.int: Count max must be at least min',
  ],
  [
    'an unknown filter',
    { b: { type: 'number.int' }, a: { type: 'catbird.template', params: '{{b|shout}}' } },
    'catbird.template: Unknown filter shout. Valid filters: lower, upper, slug',
  ],
  [
    'missing on a variant',
    { a: { type: 'oneOf', params: [{ field: { type: 'number.int', missing: 0.5 } }] } },
    'number.int: missing is only allowed on fields, not in arguments',
  ],
])('%s is an issue', (_, schema, message) => {
  const result = parseSchema(JSON.stringify(schema));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([message]);
});

describe('references read fields of the same row', () => {
  const NUMBER = { type: 'catbird.sequentialArray', params: { values: [1, 2, 3, 4, 5, 6, 7, 8] } };
  const REF = { type: 'catbird.ref', params: 'n' };
  const rows = parsed({
    n: NUMBER,
    nulls: { ...REF, nulls: 0.5 },
    missing: { type: 'catbird.template', params: '{{n|upper}}', missing: 0.5 },
    variant: { type: 'oneOf', params: [{ field: REF }, { field: { type: 'number.int', per: 'n' } }] },
    choice: {
      type: 'catbird.lookup',
      params: { field: 'n', cases: { 1: REF, 2: { ...REF, nulls: 0.5 } }, default: { ...REF, per: 'n' } },
    },
    items: {
      type: 'object',
      count: { min: 0, max: 3 },
      fields: {
        m: REF,
        again: { type: 'catbird.template', params: '{{m}}', nulls: 0.5 },
        own: { type: 'number.int', per: 'm', nulls: 0.5 },
        inner: {
          type: 'object',
          fields: { m2: { type: 'catbird.ref', params: 'm' } },
          nulls: 0.3,
        },
      },
    },
    late: {
      type: 'catbird.lookup',
      params: { field: 'n', cases: { 3: 'three' }, default: null },
      nulls: 0.5,
    },
  });
  const ownedBy = new Map<unknown, unknown>();

  test.each([
    ['beside nulls', ({ n, nulls }: Row) => nulls === null || nulls === n],
    ['where some are missing', (row: Row) => !('missing' in row) || row['missing'] === String(row['n'])],
    ['in a case of a lookup', ({ n, choice }: Row) => choice === n || (n === 2 && choice === null)],
    ['in a lookup with nulls', ({ n, late }: Row) => late === null || n === 3],
    [
      'in an array whose length is drawn',
      ({ n, items }: Row) =>
        (items as readonly Row[]).every(
          (item) =>
            item['m'] === n &&
            [null, String(n)].includes(item['again'] as string) &&
            [undefined, n].includes((item['inner'] as Row | null)?.['m2']),
        ),
    ],
  ])('%s', (_, holds) => {
    expect(rows.filter((row) => !holds(row))).toEqual([]);
  });

  test('and follows them at any position', () => {
    for (const { n, variant } of rows) {
      if (variant === n) continue;
      expect(ownedBy.get(n) ?? variant).toBe(variant);
      ownedBy.set(n, variant);
    }
    expect(ownedBy.size).toBe(8);
  });

  test('and in objects of an array', () => {
    const own = new Map<unknown, unknown>();
    for (const { n, items } of rows)
      for (const item of items as readonly Row[]) {
        if (item['own'] === null) continue;
        expect(own.get(n) ?? item['own']).toBe(item['own']);
        own.set(n, item['own']);
      }
    // The nulls depend on the other field, too.
    expect(own.size).toBe(4);
  });
});

test('a lookup whose default refers to the looked-up field keeps all other values', () => {
  const rows = parsed({
    state: { type: 'helpers.arrayElement', params: [['paid', 'open', null, 7]] },
    shown: {
      type: 'catbird.lookup',
      params: {
        field: 'state',
        cases: { paid: 'captured' },
        default: { type: 'catbird.ref', params: 'state' },
      },
    },
    size: { type: 'catbird.expression', params: 'shown == "captured" ? 1 : 0' },
  });
  expect(new Set(rows.map(({ state }) => state)).size).toBe(4);
  for (const { state, shown, size } of rows) {
    expect(shown).toBe(state === 'paid' ? 'captured' : state);
    expect(size).toBe(state === 'paid' ? 1 : 0);
  }
});

test('fields per number are the same for equal numbers, whole ones and others, in objects too', () => {
  const code = { type: 'number.int', params: { max: 1e9 }, per: 'part' };
  const rows = parsed({
    n: { type: 'number.int', params: { min: -20, max: 20 } },
    part: { type: 'catbird.expression', params: 'index() < 500 ? n + 20 : n / 2' },
    code,
    inner: { type: 'object', fields: { code, part: { type: 'catbird.ref', params: '^n' } } },
    outer: { type: 'object', fields: { code } },
  });
  for (const path of ['code', 'inner', 'outer']) {
    const codeOf = new Map<unknown, unknown>();
    for (const row of rows) {
      const code = path === 'code' ? row[path] : (row[path] as Row)['code'];
      const key = path === 'inner' ? row['n'] : row['part'];
      expect(codeOf.get(key) ?? code).toBe(code);
      codeOf.set(key, code);
    }
    expect(new Set(codeOf.values()).size).toBe(codeOf.size);
  }
});
