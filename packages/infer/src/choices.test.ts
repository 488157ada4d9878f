import { expect, test } from 'vitest';
import { parseSchema } from '@catbird/engine';
import { LEFT_OUT, type Choices, type Draftable } from './choices.ts';
import { readSource, type Source } from './source.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function sampleOf(text: string) {
  const source: Source = await readSource(bytes(text));
  if (source.kind !== 'sample') throw new Error(source.kind);
  return source.sample;
}

async function tablesOf(text: string) {
  const source: Source = await readSource(bytes(text));
  if (source.kind !== 'definition') throw new Error(source.kind);
  return source.definition.drafts;
}

const ROWS = Array.from({ length: 200 }, (_, i) => ({
  order_id: 5003 + 7 * i,
  country: ['DE', 'DE', 'FR', 'NL'][i % 4] ?? '',
  price: ((i * 37) % 90) + 0.5,
  quantity: (i % 5) + 1,
  total: (((i * 37) % 90) + 0.5) * ((i % 5) + 1),
  postcode: i % 50 === 0 ? 'SW1A' : String(10_000 + ((i * 7919) % 80_000)),
  contact: ['+49 30 123456', 'ann@mail.example', 'none'][i % 3] ?? '',
}));

const CSV = [Object.keys(ROWS[0] ?? {}).join(','), ...ROWS.map((row) => Object.values(row).join(','))].join(
  '\n',
);

const drafted = (sample: Draftable, choices: Choices): Record<string, unknown> =>
  sample.draft(() => false, choices).schema;

test('texts that are mostly numbers are ambiguous, and become numbers or nulls if a person says so', async () => {
  const sample = await sampleOf(CSV);
  const found = sample.alternatives();
  expect(found.get('postcode')).toEqual({
    isAmbiguous: true,
    names: expect.arrayContaining(['whole number', 'whole number or null', 'text']) as string[],
  });
  expect(drafted(sample, new Map([['postcode', 'whole number']]))['postcode']).not.toHaveProperty('nulls');
  expect(drafted(sample, new Map([['postcode', 'whole number or null']]))).toMatchObject({
    postcode: { nulls: 0.02 },
  });
  expect(found.get('country')?.isAmbiguous).toBe(false);
});

test('a number named like a key may be one', async () => {
  const sample = await sampleOf(CSV);
  expect(sample.alternatives().get('order_id')).toMatchObject({
    isAmbiguous: true,
    names: expect.arrayContaining(['key']) as string[],
  });
  expect(drafted(sample, new Map([['order_id', 'key']]))).toMatchObject({
    order_id: { type: 'catbird.key', params: { name: 'order_id', skew: 'uniform' } },
  });
});

test('a field that follows others can be read on its own, and what is left out is not read by others', async () => {
  const sample = await sampleOf(CSV);
  expect(sample.draft().schema).toMatchObject({ total: { type: 'catbird.expression' } });
  expect(sample.alternatives().get('total')?.names).toContain('number');
  const alone = drafted(sample, new Map([['total', 'number']]));
  expect(JSON.stringify(alone['total'])).not.toContain('field(');
  const without = drafted(sample, new Map([['price', LEFT_OUT]]));
  expect(without).not.toHaveProperty('price');
  expect(JSON.stringify(without)).not.toContain('price');
});

test('values are copied one by one, and those of a person are not offered', async () => {
  const sample = await sampleOf(CSV);
  const { schema, findings } = sample.draft((path, value) => path === 'country' && value === 'DE');
  expect(schema['country']).toMatchObject({
    params: { values: ['DE', expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/^[A-Z]{2}$/)] },
  });
  expect(JSON.stringify(schema['country'])).not.toMatch(/FR|NL/);
  const country = findings.find(({ path }) => path === 'country');
  expect(country?.copied).toEqual([{ value: 'DE', share: 0.5 }]);
  expect(country?.copyable.map(({ value }) => value)).toEqual(['DE', 'FR', 'NL']);
  const contact = findings.find(({ path }) => path === 'contact');
  expect(contact?.copyable.map(({ value }) => value)).toEqual(['none']);
  const all = JSON.stringify(sample.draft(() => true).schema);
  for (const secret of ['ann@mail', '123456']) expect(all).not.toContain(secret);
});

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

test('by default, words of categories are copied, and nothing else', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    plan: ['free', 'pro', 'team'][i % 3],
    status: i < 4 ? 'disputed' : ['in_progress', 'done'][i % 2],
    type: i < 3 ? 'onceOnly' : 'walk_in',
    witness: ['anna', 'boris'][i % 2],
    vorname: ['Ute', 'Kurt'][i % 2],
    illness: ['asthma', 'none'][i % 2],
    passphrase: ['hunter', 'sesame'][i % 2],
    health_status: ['pregnant', 'well'][i % 2],
    zahlungsart: ['Lastschrift', 'Rechnung'][i % 2],
    answered: ['yes', 'no'][i % 2],
    city: ['Berlin', 'Lima'][i % 2],
    assignee: ['Ada', 'Boris'][i % 2],
    account_code: ['alpha', 'beta'][i % 2],
    note: ['fragile', 'none'][i % 2],
    grade: ['A1', 'B2'][i % 2],
    headline: ['Two words', 'Again two'][i % 2],
    kind: `k${'abcdefghijklmnopqrstuvwxy'[i % 25] ?? ''}`,
    labels: ['red'],
  }));
  const sample = await sampleOf(rows.map((row) => JSON.stringify(row)).join('\n'));
  const { schema, findings } = sample.draft();
  const copied = Object.fromEntries(
    findings.flatMap((each) =>
      each.copied.length > 0
        ? [[each.path, each.copied.map(({ value }) => String(value)).toSorted(byText)]]
        : [],
    ),
  );
  expect(copied).toEqual({
    plan: ['free', 'pro', 'team'],
    status: ['disputed', 'done', 'in_progress'],
    type: ['walk_in'],
    zahlungsart: ['Lastschrift', 'Rechnung'],
    answered: ['no', 'yes'],
  });
  expect(
    findings
      .map(({ path, categories }) => [path, categories.map(String).toSorted(byText)])
      .filter(([, all]) => all?.length),
  ).toEqual(Object.entries(copied));
  const text = JSON.stringify(schema);
  expect(text).toContain('"other"');
  for (const each of [
    'onceOnly',
    'anna',
    'Kurt',
    'asthma',
    'hunter',
    'pregnant',
    'Berlin',
    'Ada',
    'alpha',
    'fragile',
    'A1',
    'Two words',
    '"ka"',
    '"red"',
  ])
    expect(text, each).not.toContain(each);
  expect(JSON.stringify(sample.draft(() => false).schema)).not.toMatch(
    /free|team|done|in_progress|walk_in|Rechnung|yes/,
  );
});

test('every alternative of every field gives a schema that the engine accepts, without a text of the sample', async () => {
  const sample = await sampleOf(CSV);
  for (const [path, { names }] of sample.alternatives())
    for (const name of [...names, LEFT_OUT, 'no such reading']) {
      const text = JSON.stringify(drafted(sample, new Map([[path, name]])));
      const parsed = parseSchema(text);
      expect(parsed.ok ? [] : parsed.issues, `${path}: ${name}`).toEqual([]);
      for (const each of ['SW1A', '+49 30', 'ann@mail', 'none'])
        expect(text.includes(each), `${path}: ${name}`).toBe(false);
    }
});

const SQL = `CREATE TABLE users (id serial PRIMARY KEY, full_name text NOT NULL, born date, address jsonb);
CREATE TABLE orders (order_id uuid PRIMARY KEY, user_id int REFERENCES users (id), state text CHECK (state IN ('open', 'paid')), at timestamptz NOT NULL, n int NOT NULL CHECK (n BETWEEN 1 AND 5))`;

test('each table of a definition is a schema of its own, with reasons and other readings', async () => {
  const tables = await tablesOf(SQL);
  expect(tables.map(({ name }) => name)).toEqual(['users', 'orders']);
  const [, orders] = tables;
  const { schema, findings } = orders?.draft() ?? {};
  expect(schema).toMatchObject({ user_id: { type: 'catbird.key', params: { name: 'users' }, nulls: 0.1 } });
  expect(findings?.map(({ path, reason }) => [path, reason])).toEqual([
    ['order_id', 'UUID, a key: each row has its own'],
    ['user_id', 'Refers to users, may be null'],
    ['state', 'One of 2 values, may be null'],
    ['at', 'Timestamp'],
    ['n', 'Whole number from 1 to 5'],
  ]);
  expect(orders?.alternatives().get('at')?.names).toEqual(['earlier time']);
  for (const { draft, alternatives } of tables)
    for (const [path, { names }] of alternatives())
      for (const name of [...names, LEFT_OUT]) {
        const parsed = parseSchema(JSON.stringify(draft(new Map([[path, name]])).schema));
        expect(parsed.ok ? [] : parsed.issues, `${path}: ${name}`).toEqual([]);
      }
});

test('fields of objects and lists in a definition have paths, and can be left out', async () => {
  const [only] = await tablesOf(
    JSON.stringify({
      type: 'object',
      properties: {
        user: { type: 'object', properties: { city: { type: 'string' }, age: { type: 'integer' } } },
        items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
      },
    }),
  );
  const paths = (choices?: Choices) => only?.draft(choices).findings.map(({ path }) => path);
  expect(paths()).toEqual(['user', 'user.city', 'user.age', 'items[]', 'items[].sku']);
  expect(paths(new Map([['user.city', LEFT_OUT]]))).not.toContain('user.city');
  expect(only?.draft(new Map([['items[]', LEFT_OUT]])).schema).toEqual({
    user: expect.anything() as unknown,
  });
});
