import { expect, test } from 'vitest';
import { readSample } from './infer.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const draftOf = async (rows: readonly object[]) =>
  (await readSample(bytes(rows.map((row) => JSON.stringify(row)).join('\n')))).draft();

const ORDERS =
  `7f3a91c2 00 4711 DE 1 19.99 paid|1b80e4d7 41 3108 US 2 99 paid|c94d02aa 83 5120 DE 1 19.99 shipped
5e6f7788 97 4711 DE 3 21.75 paid|0a1b2c3d 112 2977 FR 1 129 cancelled|93bd11f0 118 6034 US 1 49.5 paid
44cc5de1 119 1899 DE 2 69.8 shipped|f00dbabe 131 7250 DE 5 36.25 paid|8d7c6b5a 140 3108 US 1 219 refunded
2468ace0 144 4402 DE 4 79.96 paid|13579bdf 150 5821 US 1 129 paid|deadc0de 168 2977 FR 1 34.9 shipped
a5b6c7d8 175 6611 DE 2 99 paid|e9f80716 180 1502 DE 2 14.5 paid|25364758 190 7783 US 1 19.99 cancelled
69708192 199 4711 DE 1 219 paid|b3a49586 203 3390 DE 3 21.75 paid|77889900 210 5120 DE 1 129 shipped
cafed00d 222 8120 DE 1 49.5 paid|31415926 230 2045 DE 2 69.8 paid`
    .split(/[|\n]/)
    .map((line) => {
      const [id, seconds, user = '', country, qty, amount, status] = line.split(' ');
      return {
        id: `ord_${id ?? ''}`,
        created_at: `${new Date(Date.UTC(2026, 2, 2, 8) + Number(seconds) * 1_000).toISOString().slice(0, 19)}Z`,
        user_id: Number(user),
        country,
        qty: Number(qty),
        amount: Number(amount),
        status,
      };
    });

const NOW = { type: 'catbird.expression', params: `formatDate(now(), "yyyy-MM-dd'T'HH:mm:ss'Z'")` };

const int = (min: number, max: number) => ({ type: 'number.int', params: { min, max } });

test('twenty orders give a schema that a person would write', async () => {
  const { schema } = await draftOf(ORDERS);
  expect(schema).toMatchObject({
    id: { type: 'helpers.fromRegExp', params: ['ord_[0-9a-f]{8}'] },
    country: { type: 'catbird.pickWeighted', params: { values: ['DE', 'US', 'FR'], weights: [13, 5, 2] } },
    status: { params: { values: ['paid', 'shipped', 'cancelled', 'refunded'], weights: [13, 4, 2, 1] } },
    created_at: NOW,
    user_id: int(1500, 8200),
    qty: { type: 'catbird.pickWeighted', params: { values: [1, 2, 3, 4, 5], weights: [11, 5, 2, 1, 1] } },
    amount: { type: 'number.float', params: { min: 10, max: 220, fractionDigits: 2 } },
  });
  expect(Object.keys(schema)).toEqual(Object.keys(ORDERS[0] ?? {}));
});

/** Twenty values in turn. */
const twenty = (...values: readonly unknown[]): object[] =>
  Array.from({ length: 20 }, (_, n) => ({ value: values[n % values.length] }));

test.each([
  ['whole numbers that are about as frequent', twenty(1, 2, 3, 4, 5), int(1, 5)],
  ['codes with gaps', twenty(200, 404, 500, 200), { params: { values: [200, 404, 500] } }],
  ['flags that are about as frequent', twenty(true, true, false), { params: { values: [true, false] } }],
  [
    'many zeros',
    twenty(0, 0, 7, 0, 19),
    { type: 'catbird.pickWeighted', params: { values: [0, 7, 19], weights: [12, 4, 4] } },
  ],
  [
    'dates in no order',
    twenty('2025-03-11', '2024-01-05', '2024-11-28', '2025-01-02'),
    { params: 'formatDate(dateAdd("2023-12-29", floor(rand() * 441), "day"), "yyyy-MM-dd")' },
  ],
  ['one number that is not round', twenty(790_123_456), int(790_000_000, 791_000_000)],
  [
    'numbers around a mean',
    Array.from({ length: 150 }, (_, n) => ({
      value: Math.round(200 + 20 * Math.log((n + 0.5) / (149.5 - n))),
    })),
    { type: 'catbird.normal' },
  ],
  [
    'codes of many shapes',
    Array.from({ length: 20 }, (_, n) => ({ value: `x-${(0x1a2b3c + n * 654_321).toString(16).slice(-6)}` })),
    { type: 'helpers.fromRegExp', params: ['[a-z]-[0-9a-f]{6}'] },
  ],
])('%s of few rows have the simplest spec that the rows do not contradict', async (_, rows, spec) => {
  const { schema } = await draftOf(rows);
  expect(Object.keys(schema)).toEqual(['value']);
  expect(schema['value']).toMatchObject(spec);
});

test('two capitals in a field of states are codes of states', async () => {
  const { schema } = await draftOf(
    ['AL', 'AK', 'AZ', 'AR', 'CA', 'CO'].map((state, n) => ({ state, n: n * n })),
  );
  expect(schema['state']).toEqual({ type: 'location.state', params: { abbreviated: true } });
});

test('a time named like that of an event is now in a few rows, in whatever order they are', async () => {
  const { schema } = await draftOf(ORDERS.map((order, n) => ORDERS[(n * 7) % 20] ?? order));
  expect(schema['created_at']).toEqual(NOW);
});

test('no histogram and no list of weights describes fewer than 200 rows', async () => {
  const rows = Array.from({ length: 199 }, (_, n) => ({
    size: 10 + ((n * n * 31) % 977) ** 1.5,
    user_id: 1_000 + ((n * n) % 83),
    host: `web-${(n * n) % 61}`,
  }));
  const text = JSON.stringify((await draftOf(rows)).schema);
  expect(text).not.toMatch(/histogram|weights|\d{5}\.\d/);
});

const text = (type: string, ...params: readonly unknown[]) => ({ type, params });

test('one event stays recognisable, and names of types are types', async () => {
  const { schema } = await draftOf([
    {
      event: 'signup',
      user_id: 4711,
      name: 'Anna Schmidt',
      email: 'anna@mail.example',
      id: 'evt_7f3a91c2',
      city: 'Lima',
      witness: 'Boris',
      illness: 'asthma',
      ok: true,
      total: 'number',
      ref: 'uuid',
      type: 'string',
    },
  ]);
  expect(schema).toMatchObject({
    event: { type: 'catbird.pick', params: { values: ['signup'] } },
    user_id: int(2400, 7100),
    name: { params: 'person.name' },
    email: { params: 'person.email' },
    id: text('helpers.fromRegExp', 'evt_[0-9a-f]{8}'),
    city: { params: 'person.city' },
    witness: text('lorem.words', 1),
    illness: text('lorem.words', 1),
    ok: { type: 'datatype.boolean' },
    total: { type: 'catbird.logNormal' },
    ref: { type: 'string.uuid' },
    type: { params: { values: ['string'] } },
  });
  expect(JSON.stringify(schema)).not.toMatch(/Boris|asthma|Anna|Lima/);
});

test('keys of objects that are values make a map, and none of them is copied', async () => {
  const { schema } = await draftOf(
    ORDERS.map((order, n) => ({
      by_user: { [`anna${n}@mail.example`]: n, [`ben${n}@mail.example`]: n + 1 },
      by_day: { '2026-03-01': 0.5, '2026-03-02': 1.5 },
      owners: { [`o${n}@mail.example`]: { qty: n, tags: { level: 'high' } } },
      resources: { [`qzx${'abcdefghijklmnopqrst'.charAt(n)}role`]: order.status },
    })),
  );
  expect(schema).toMatchObject({
    by_user: { type: 'catbird.map', params: { key: { type: 'internet.email' }, size: { min: 2, max: 2 } } },
    by_day: { type: 'catbird.map', params: { value: { params: { values: [0.5, 1.5] } } } },
    owners: {
      type: 'catbird.map',
      params: { value: { type: 'object', fields: { qty: {}, tags: { fields: { level: {} } } } } },
    },
    resources: { type: 'catbird.map', params: { size: { min: 1, max: 1 } } },
  });
  expect(JSON.stringify(schema)).not.toMatch(/anna|qzx|paid/);
  const names = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `${letter}zx`);
  const resources = Object.fromEntries(names.map((name, n) => [name, { size: n, shown: n % 2 === 0 }]));
  const one = await draftOf([{ resources }]);
  expect(one.schema).toMatchObject({
    resources: { type: 'catbird.map', params: { value: { fields: { size: {}, shown: {} } } } },
  });
  expect(JSON.stringify(one.schema)).not.toContain('zx');
});

test('an address that is the only one of its form is not copied', async () => {
  const { schema } = await draftOf(['web-1', 'web-2', 'web-4', '203.0.113.77'].map((host) => ({ host })));
  expect(JSON.stringify(schema)).not.toMatch(/203|113|77/);
});

test('a few numbers that are dates by name and digits stay dates', async () => {
  const { schema } = await draftOf([20_240_131, 20_240_201, 20_240_203].map((day) => ({ day })));
  expect(JSON.stringify(schema)).toContain('yyyyMMdd');
});
