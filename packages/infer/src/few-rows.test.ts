import { parseSchema } from '@catbird/engine';
import { expect, test } from 'vitest';
import { mix } from '../../engine/src/numeric/random.ts';
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
    { type: 'helpers.fromRegExp', params: ['x-[0-9a-f]{6}'] },
  ],
])('%s of few rows have the simplest spec that the rows do not contradict', async (_, rows, spec) => {
  const { schema } = await draftOf(rows);
  expect(Object.keys(schema)).toEqual(['value']);
  expect(schema['value']).toMatchObject(spec);
});

test('a few words of categories are those of the rows with their shares', async () => {
  const { schema } = await draftOf(
    ['DE', 'US', 'FR', 'DE', 'DE'].map((country, n) => ({
      country,
      land: ['Germany', 'France', 'Peru'][n % 3],
      ccy: ['EUR', 'USD', 'CHF'][n % 3],
      status: ['paid', 'open', 'shipped', 'refunded', 'failed'][n],
    })),
  );
  expect(schema).toMatchObject({
    country: { params: { values: ['DE', 'US', 'FR'] } },
    land: { params: { values: ['Germany', 'France', 'Peru'] } },
    ccy: { params: { values: ['EUR', 'USD', 'CHF'] } },
    status: { params: { values: ['paid', 'open', 'shipped', 'refunded', 'failed'] } },
  });
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

test('instants with and without milliseconds are the time of the event', async () => {
  const { schema } = await draftOf(
    ORDERS.map((order, n) => ({
      at: n % 3 === 0 ? order.created_at.replace('Z', '.250Z') : order.created_at,
    })),
  );
  expect(schema['at']).toEqual({ type: 'catbird.timestampNow' });
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

const T = 1_772_438_400;
const hex = (n: number, digits: number): string =>
  Array.from({ length: digits }, (_, i) => ((mix(n * 64 + i) >>> 7) % 16).toString(16)).join('');

test.each<[string, string, (n: number) => unknown, object]>([
  ['seconds that rows are apart', 'ts', (n) => T + n, { params: 'floor(toMs(now()) / 1000)' }],
  ['seconds with a fraction', 'ts', (n) => T + n * 3 + 0.25, { params: 'toMs(now()) / 1000' }],
  ['microseconds', 'time_us', (n) => (T + n) * 1e6 + n, { params: 'toMs(now()) * 1000' }],
  [
    'nanoseconds as a text',
    'startTimeUnixNano',
    (n) => `${T + n}000000007`,
    { params: 'concat(toMs(now()), "000000")' },
  ],
  [
    'times of Slack',
    'ts',
    (n) => `${T + n * 60}.000419`,
    { params: 'concat(floor(toMs(now()) / 1000), ".", padStart(toMs(now()) % 1000, 3, "0"), "000")' },
  ],
  ['days of a spreadsheet', 'Date', (n) => 46_083 + n, { type: 'number.int' }],
  ['a constant that is a number', 'port', () => 443, { params: { values: [443] } }],
  [
    'a version that is a date',
    'api_version',
    () => '2010-04-01',
    { params: 'formatDate("2010-04-01", "yyyy-MM-dd")' },
  ],
  [
    'ids as long as cards',
    'id',
    (n) => `8${String(10 ** 17 + n * 12_345_678_910).slice(1)}`,
    { type: 'catbird.expression' },
  ],
  [
    'UUIDs in capitals',
    'guid',
    (n) => `${hex(n, 8)}-${hex(n, 4)}-4a00-a000-${hex(n + 1, 12)}`.toUpperCase(),
    { params: [expect.stringContaining('[0-9A-F]{8}-') as string] },
  ],
  [
    'addresses with dashes',
    'mac',
    (n) => `0A-1B-${hex(n, 2)}-00-${hex(n + 1, 2)}-FF`.toUpperCase(),
    { params: [expect.stringContaining('[0-9A-F]{2}-[0-9A-F]{2}-') as string] },
  ],
  [
    'IBANs of one country',
    'iban',
    () => 'DE89 3704 0044 0532 0130 00',
    { params: { countryCode: 'DE', formatted: true } },
  ],
  ['numbers of E.164', 'phone', (n) => `+1415555${1000 + n * 7}`, { params: { style: 'international' } }],
  ['colours', 'color', (n) => `#${hex(n, 5)}a`, { params: ['#[0-9a-f]{6}'] }],
  [
    'cursors',
    'cursor',
    (n) => `s=${hex(n, 8)};i=${hex(n + 1, 4)}a`,
    { params: ['[a-z]=[0-9a-f]{8};[a-z]=[0-9a-f]{5}'] },
  ],
  ['tokens after letters', 'sid', (n) => `SM${hex(n, 32)}`, { params: ['SM[0-9a-f]{32}'] }],
  [
    'time zones',
    'tz',
    (n) => ['Europe/Berlin', 'America/New_York'][n % 2],
    { params: { values: ['Europe/Berlin', 'America/New_York'] } },
  ],
  ['positions', 'coordinates', (n) => [13 + n / 100, 52 + n / 200], { type: 'catbird.list' }],
])('%s stay what they are', async (_, name, valueOf, spec) => {
  const { schema } = await draftOf(Array.from({ length: 40 }, (__, n) => ({ [name]: valueOf(n) })));
  expect(schema[name]).toMatchObject(spec);
});

test('times that rows are in the order of follow one another, in seconds, too', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => T + n * 60);
  const seconds = await draftOf(rows.map((s, n) => ({ created: s, updated: s + 5 + ((n * 7) % 30) })));
  expect(seconds.schema).toMatchObject({
    updated: { params: 'floor((toMs(now()) + (floor(rand() * 30) + 5) * 1000) / 1000)' },
  });
  const iso = (ms: number): string => new Date(ms).toISOString();
  const texts = await draftOf(
    rows.map((s) => ({ at: iso(s * 1000), received: iso(s * 1000 + 700), sent: iso(s * 1000 + 350) })),
  );
  expect(texts.schema).toMatchObject({
    sent: { params: expect.stringContaining('toMs(now()) + 350') as string },
    received: { params: expect.stringContaining('toMs(field("sent")) + 350') as string },
  });
});

test('the members of an object whose names are values are rows', async () => {
  const text = JSON.stringify(
    { 'a@x.example': { n: 1 }, 'b@x.example': { n: 2 }, 'c@x.example': { n: 4 } },
    null,
    1,
  );
  const sample = await readSample(bytes(text));
  expect(sample.notes[0]).toContain('Rows are the members of the object');
  const { schema } = sample.draft();
  expect(schema).toMatchObject({ key: { type: 'internet.email' }, n: { type: 'number.int' } });
  expect(JSON.stringify(schema)).not.toContain('x.example');
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

test('a number that no double holds becomes about the largest', async () => {
  const sample = await readSample(bytes('{"a": 1e400, "b": -1E+999, "c": "1e400"}'));
  const { schema } = sample.draft();
  const { ok } = parseSchema(JSON.stringify(schema));
  expect(ok, JSON.stringify(schema)).toBe(true);
});
