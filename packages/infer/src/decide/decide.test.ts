import { boundedTexts } from './bounded.ts';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { readSample } from '../infer.ts';
import { lawOf } from './laws.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const ndjson = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Rows of a schema. */
function rowsOf(schema: object, count: number, seed = 1): Record<string, unknown>[] {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 1_250 };
  const batch = compile(parsed.schema, { seed }).fill(newBatch(), { first: 0, count, time });
  return [...texts(batch)].map((row) => JSON.parse(row) as Record<string, unknown>);
}

const START = Date.UTC(2023, 5, 1);

/** The finding of the only field of rows of a spec, and its values. */
async function recognised(spec: object, count = 2_000, name = 'value', seed = 1) {
  const rows = rowsOf({ [name]: spec }, count, seed);
  const { schema, findings } = (await readSample(bytes(ndjson(rows)))).draft();
  const again = rowsOf(schema, 50);
  return { ...findings[0], again: again.map((row) => row[name]), original: rows.map((row) => row[name]) };
}

const call = (type: string, params?: unknown): object => ({
  type,
  ...(params === undefined ? {} : { params }),
});

test.each([
  ['catbird.sequence', undefined, 'sequence', 'n'],
  ['number.int', { min: 5, max: 900 }, 'whole number', 'n'],
  ['number.float', { min: -1, max: 1, fractionDigits: 3 }, 'number', 'n'],
  ['datatype.boolean', undefined, 'boolean', 'ok'],
  ['string.uuid', undefined, 'UUID', 'id'],
  ['internet.email', undefined, 'email', 'contact'],
  ['internet.ipv4', undefined, 'IP address', 'client'],
  ['internet.ipv6', undefined, 'IP address', 'client'],
  ['internet.mac', undefined, 'MAC address', 'device'],
  ['internet.url', undefined, 'URL', 'link'],
  ['internet.userAgent', undefined, 'user agent', 'agent'],
  ['phone.number', undefined, 'phone number', 'phone'],
  ['location.countryCode', undefined, 'country code', 'country'],
  ['system.semver', undefined, 'version', 'v'],
  ['finance.iban', undefined, 'IBAN', 'account'],
  ['finance.creditCardNumber', undefined, 'card number', 'card'],
  ['person.firstName', undefined, 'name', 'first_name'],
  ['location.city', undefined, 'name', 'city'],
  ['string.hexadecimal', { length: 24, casing: 'lower', prefix: '' }, 'hexadecimal', 'hash'],
  ['catbird.timestampNow', undefined, 'timestamp', 'at'],
  ['catbird.datetimeNow', undefined, 'timestamp', 'at'],
  ['date.past', undefined, 'timestamp', 'born'],
  ['catbird.expression', 'formatDate(now(), "dd/MMM/yyyy:HH:mm:ss xx")', 'timestamp', 'at'],
  ['catbird.expression', 'formatDate(now(), "EEE, dd MMM yyyy HH:mm:ss \'GMT\'")', 'timestamp', 'at'],
  ['catbird.expression', 'formatDate(now(), "HH:mm:ss.SSS")', 'time of day', 'at'],
  ['catbird.expression', 'toMs(now())', 'epoch milliseconds', 'at'],
  ['catbird.expression', 'floor(toMs(now()) / 1000)', 'epoch seconds', 'ts'],
  ['catbird.pick', { values: ['red', 'green'] }, 'enumeration', 'colour'],
  ['catbird.key', { name: 'k', size: 300, form: 'text' }, 'key', 'k'],
  ['helpers.fromRegExp', '[A-Z]{3}-[0-9]{6}', 'pattern', 'code'],
  ['lorem.sentence', undefined, 'text', 'remark'],
])('%s %j is recognised: %s', async (type, params, kind, name) => {
  const found = await recognised(call(type, params), 1_000, name);
  expect(found.kind).toBe(kind);
  expect(found.again.every((value) => typeof value === typeof found.original[0])).toBe(true);
});

test.each([
  ['2026-01-31T12:30:15.250Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['2026-01-31T12:30:15+02:00', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/],
  ['2026-01-31 12:30:15.250123', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/],
  ['2026-01-31 12:30', /^\d{4}-\d\d-\d\d \d\d:\d\d$/],
  ['2026/01/31', /^\d{4}\/\d\d\/\d\d$/],
  ['31.01.2026', /^\d\d\.\d\d\.\d{4}$/],
  ['1/31/26', /^\d{1,2}\/\d{1,2}\/\d\d$/],
  ['Jan 31, 2026', /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/],
  ['31-Jan-2026', /^\d{1,2}-[A-Z][a-z]{2}-\d{4}$/],
  ['31/Jan/2026:12:30:15 +0100', /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/],
])('%s is a time, and is written alike', async (text, form) => {
  const { schema } = (await readSample(bytes(ndjson([{ at: text }, { at: text }])))).draft();
  for (const row of rowsOf(schema, 5)) expect(row['at']).toMatch(form);
});

test.each([
  ['uniform', call('number.float', { min: 10, max: 20, fractionDigits: 2 })],
  ['normal', call('catbird.normal', { mean: 50, deviation: 4, fractionDigits: 2 })],
  ['log-normal', call('catbird.logNormal', { median: 120, sigma: 0.6, fractionDigits: 2 })],
  ['exponential', call('catbird.exponential', { mean: 30, fractionDigits: 3 })],
])('a %s law is recognised by its sample', async (law, spec) => {
  expect((await recognised(spec)).reason).toContain(law);
});

test('values that stand often are taken out of a law only if three digits write them', async () => {
  const values = Array.from({ length: 1_000 }, (_, i) =>
    i % 3 === 0 ? 0 : i % 3 === 1 ? 4_999 : 100 + ((i * 7919) % 3_000),
  );
  const sample = await readSample(bytes(ndjson(values.map((n) => ({ n })))));
  const [none] = sample.draft().findings;
  expect(JSON.stringify(none?.spec)).not.toContain('4999');
  expect(JSON.stringify(none?.spec)).toContain('{"weight":334,"value":0}');
  expect(none?.copyable).toEqual([{ value: 4_999, share: 0.333 }]);
  expect(JSON.stringify(sample.draft(() => true).findings[0]?.spec)).toContain('"value":4999');
});

test('what is personal is never offered, and neither are rare values', async () => {
  const people = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper'];
  const rows = Array.from({ length: 200 }, (_, i) => ({
    customer: people[i % 3],
    email: `p${i % 3}@mail.example`,
    iban: 'DE89370400440532013000',
    state: i === 0 ? 'secret' : i % 2 === 0 ? 'open' : 'closed',
  }));
  const { schema, findings } = (await readSample(bytes(ndjson(rows)))).draft(() => true);
  const text = JSON.stringify(schema);
  for (const secret of [...people, 'mail.example', 'DE8937', 'secret']) expect(text).not.toContain(secret);
  expect(findings.flatMap(({ copied }) => copied.map(({ value }) => value))).toEqual(['closed', 'open']);
  expect(text).toContain('"other"');
});

test('null, missing, empty and mixed values', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    n: i % 4 === 0 ? null : i / 3,
    ...(i % 2 === 0 ? { sometimes: true } : {}),
    never: null,
    empty: [],
    tags: ['a', 'b', 'c'].slice(0, i % 4),
    mixed: i % 2 === 0 ? i : `x${i}`,
    items: [{ price: i / 7 }, { price: i }],
  }));
  const { schema } = (await readSample(bytes(ndjson(rows)))).draft();
  expect(schema).toMatchObject({
    n: { nulls: 0.25 },
    sometimes: { missing: 0.5 },
    never: { type: 'catbird.pick', params: { values: [null] } },
    empty: { params: { values: [[]] } },
    tags: { count: { min: 0, max: 3 } },
    mixed: { type: 'oneOf' },
    items: { type: 'object', count: 2, fields: { price: {} } },
  });
  expect(rowsOf(schema, 100)).toHaveLength(100);
});

test('fields that go together stay together', async () => {
  const cities = [
    ['Berlin', 'DE', 'Europe'],
    ['Hamburg', 'DE', 'Europe'],
    ['Paris', 'FR', 'Europe'],
    ['Lima', 'PE', 'America'],
    ['Cusco', 'PE', 'America'],
  ] as const;
  const rows = Array.from({ length: 1_000 }, (_, i) => {
    const [city, country, region] = cities[(i * i) % 5] ?? cities[0];
    const user = `u-${(i * 31) % 120}`;
    const [price, quantity] = [1 + ((i * 37) % 90), 1 + (i % 7)];
    return {
      town: city,
      country,
      region,
      user,
      plan: (i * 31) % 120 > 60 ? 'pro' : 'free',
      price,
      quantity,
      total: price * quantity,
    };
  });
  const sample = await readSample(bytes(ndjson(rows)));
  for (const consent of [() => false, () => true]) {
    const made = rowsOf(sample.draft(consent).schema, 500) as typeof rows;
    const pairs = (a: keyof (typeof rows)[0], b: keyof (typeof rows)[0]): number =>
      new Set(made.map((row) => `${String(row[a])}|${String(row[b])}`)).size;
    expect(pairs('town', 'country')).toBe(new Set(made.map(({ town }) => town)).size);
    expect(pairs('country', 'region')).toBe(new Set(made.map(({ country }) => country)).size);
    expect(pairs('user', 'plan')).toBe(new Set(made.map(({ user }) => user)).size);
    for (const row of made) expect(row.total).toBe(row.price * row.quantity);
  }
});

test('a second time follows the time of the event', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => {
    const at = Date.UTC(2026, 0, 1) + i * 90_000;
    return {
      begin: new Date(at).toISOString(),
      end: new Date(at + 60_000 + (i % 10) * 30_000).toISOString(),
    };
  });
  const sample = await readSample(bytes(ndjson(rows)));
  expect(sample.eventTime).toMatchObject({ path: 'begin', eventsPerSecond: 0.0111 });
  for (const row of rowsOf(sample.draft().schema, 200)) {
    const ms = Date.parse(String(row['end'])) - Date.parse(String(row['begin']));
    expect(ms).toBeGreaterThanOrEqual(60_000);
    expect(ms).toBeLessThanOrEqual(340_000);
  }
});

test('fields whose names the schema language uses are skipped, and other odd names are kept', async () => {
  const row = '{"$entities":3,"__proto__":1,"constructor":"y","":2,"a.b":3,"$x":4}\n';
  const sample = await readSample(bytes(row.repeat(5)));
  expect(sample.notes).toEqual(['Skipped the field $entities: the schema language uses its name']);
  const [made] = rowsOf(sample.draft().schema, 1);
  expect(Object.keys(made ?? {})).toEqual(['__proto__', 'constructor', '', 'a.b', '$x']);
});

test.each([
  ['uniform', 'number.float', { min: -20, max: 80, fractionDigits: 4 }],
  ['uniform', 'number.int', { min: 0, max: 5000 }],
  ['normal', 'catbird.normal', { mean: 100, deviation: 15, fractionDigits: 4 }],
  ['log-normal', 'catbird.logNormal', { median: 40, sigma: 0.9, fractionDigits: 4 }],
  ['exponential', 'catbird.exponential', { mean: 30, fractionDigits: 4 }],
])('a sample of the %s law (%s) is recognised in 95 % of seeds', (name, type, params) => {
  const laws = Array.from({ length: cases(40) }, (_, seed) => {
    const values = rowsOf({ value: { type, params } }, 1_000, seed).map(({ value }) => Number(value));
    return lawOf(
      values.toSorted((a, b) => a - b),
      type === 'number.int' ? 0 : 4,
    ).name;
  });
  expect(laws.filter((each) => each === name).length / laws.length).toBeGreaterThanOrEqual(0.95);
});

test('a histogram has at least five values in each bar, so that none stands for a row', () => {
  const values = Array.from({ length: 240 }, (_, n) => (n < 120 ? 100_000 + n : 110_000 + n * n));
  const { spec } = lawOf(values, 0);
  const { weights } = spec['params'] as { weights: number[] };
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(4);
  expect(weights.length).toBeLessThanOrEqual(48);
});

/** Draft of rows. */
const draftOf = async (rows: readonly object[], isCopied = false) =>
  (await readSample(bytes(ndjson(rows)))).draft(() => isCopied);

const many = (row: (n: number) => object): object[] => Array.from({ length: 600 }, (_, n) => row(n));

test('random letters and digits keep their separators and lengths', async () => {
  const { schema } = await draftOf(
    many((n) => ({ id: `evt_${(0.1 + n / 1_000).toString(36).slice(2, 14).padEnd(12, 'x7')}` })),
  );
  expect(schema).toEqual({ id: { type: 'helpers.fromRegExp', params: ['evt_[0-9a-z]{12}'] } });
});

test('dates with dots begin with the day', async () => {
  const { schema } = await draftOf(many((n) => ({ day: `0${1 + Math.floor(n / 60)}.02.26`.slice(-8) })));
  expect(JSON.stringify(schema)).toContain('dd.MM.yy');
});

test('a date that is the same in all rows is no time of the event, unless it is named like one', async () => {
  const { schema } = await draftOf(many(() => ({ api_version: '2024-06-20', date: '2024-06-20' })));
  expect(schema).toMatchObject({ date: { params: 'formatDate(now(), "yyyy-MM-dd")' } });
  expect(schema).toMatchObject({ api_version: { params: 'formatDate("2024-03-18", "yyyy-MM-dd")' } });
});

test('texts without letters and digits keep their value', async () => {
  const { schema } = await draftOf(many((n) => ({ user: '', referrer: n % 3 === 0 ? 'example.org' : '-' })));
  expect(schema).toMatchObject({
    user: { params: { values: [''] } },
    referrer: { params: { values: ['-', expect.stringMatching(/^[a-z]{7}\.[a-z]{3}$/)] } },
  });
  expect(JSON.stringify(schema)).not.toContain('example.org');
});

test('few ids of many digits are keys, and no edge of a histogram is a value', async () => {
  const values = many((n) => ({
    id: 5_000_123 + (n % 20) * 7_771,
    size: 5_000_123 + ((n * n) % 70) * 7_771,
  }));
  const { schema } = await draftOf([...values, ...values]);
  expect(schema).toMatchObject({ id: { type: 'catbird.key', params: { size: 20 } } });
  const numbers = [...JSON.stringify(schema['size']).matchAll(/\d{7}(\.5)?/g)].map(([number]) =>
    Number(number),
  );
  expect(numbers.length).toBeGreaterThan(10);
  for (const number of numbers) expect(Math.ceil(number) % 1_000).toBeLessThanOrEqual(1);
});

test('values that repeat are null and missing row by row, not all rows of a value together', async () => {
  const { schema } = await draftOf(
    many((n) => ({ ip: n % 10 < 4 ? null : '10.0.0.7', ...(n % 10 < 7 ? {} : { mail: 'a@b.example' }) })),
  );
  const rows = rowsOf(schema, 400);
  const shares = [rows.filter(({ ip }) => ip === null), rows.filter((row) => !('mail' in row))].map(
    ({ length }) => length / 400,
  );
  expect(shares[0]).toBeCloseTo(0.4, 0);
  expect(shares[1]).toBeGreaterThan(0.55);
  expect(shares[1]).toBeLessThan(0.85);
});

test('lists of one element stay lists', async () => {
  const { schema } = await draftOf([{ tags: ['a1'], items: [{ price: 1 }] }]);
  const [row] = rowsOf(schema, 1);
  expect(row).toMatchObject({ tags: [expect.any(String)], items: [{ price: expect.any(Number) as number }] });
});

test('a counter with a missing row is still one, and one with many gaps is not', async () => {
  const kindOf = async (isKept: (n: number) => boolean) => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ n: n + 1 })).filter(({ n }) => isKept(n));
    return (await readSample(bytes(ndjson(rows)))).draft().findings[0]?.kind;
  };
  expect(await kindOf((n) => n !== 700)).toBe('sequence');
  expect(await kindOf((n) => n % 20 !== 0)).not.toBe('sequence');
});

/** Whether a text has numbers within bounds, in their order: `0-255`, with a width `00-59`, or a range of decimals. */
const isWithin = (text: string, bounds: readonly (readonly [number, number])[]): boolean => {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return (
    numbers.length === bounds.length &&
    bounds.every(([min, max], i) => (numbers[i] ?? -1) >= min && (numbers[i] ?? -1) <= max)
  );
};

test.each([
  [
    'a list of addresses',
    (n) => `10.${n % 7}.3.${(n * 7) % 256}, 172.16.${n % 20}.9`,
    /^\d/,
    [
      [10, 10],
      [0, 6],
      [3, 3],
      [0, 255],
      [172, 172],
      [16, 16],
      [0, 19],
      [9, 9],
    ],
  ],
  [
    'a time of day beyond midnight',
    (n) => `${20 + (n % 7)}:${String((n * 13) % 60).padStart(2, '0')}:00`,
    /^\d\d:\d\d:00$/,
    [
      [20, 26],
      [0, 59],
      [0, 0],
    ],
  ],
  [
    'a duration',
    (n) => `P${1 + (n % 6)}DT${n % 24}H${(n * 7) % 60}M`,
    /^P\dDT\d{1,2}H\d{1,2}M$/,
    [
      [1, 6],
      [0, 23],
      [0, 59],
    ],
  ],
  [
    'a duration with units',
    (n) => `${1 + (n % 12)}h ${(n * 17) % 60}m`,
    /^\d{1,2}h \d{1,2}m$/,
    [
      [1, 12],
      [0, 59],
    ],
  ],
  [
    'a week',
    (n) => `2025-W${String(1 + ((n * 5) % 52)).padStart(2, '0')}`,
    /^2025-W\d\d$/,
    [
      [2025, 2025],
      [1, 52],
    ],
  ],
  ['a port', (n) => String(1_324 + ((n * 331) % 60_000)), /^[1-9]\d{3,4}$/, [[1_300, 65_535]]],
  [
    'a decimal',
    (n) => `4${n % 3}.${String((n * 13) % 10_000).padStart(4, '0')}`,
    /^4[0-2]\.\d{4}$/,
    [
      [40, 42],
      [0, 9_999],
    ],
  ],
  [
    'an object in a bucket',
    (n) => `log%20of%2F${n % 250}.csv`,
    /^[a-z]{3}%20[a-z]{2}%2F\d{1,3}\.[a-z]{3}$/,
    [
      [20, 20],
      [2, 2],
      [0, 249],
    ],
  ],
  [
    'a range',
    (n) => `${10 + (n % 20)}-${40 + (n % 30)} km`,
    /^\d\d-\d\d km$/,
    [
      [10, 29],
      [40, 69],
    ],
  ],
  [
    'an order',
    (n) => `ORD-2025-${String(4_100 + ((n * 37) % 900)).padStart(6, '0')}`,
    /^[A-Z]{3}-2025-00\d{4}$/,
    [
      [2025, 2025],
      [4_100, 5_100],
    ],
  ],
] as const satisfies readonly (readonly [
  string,
  (n: number) => string,
  RegExp,
  readonly (readonly [number, number])[],
])[])('the numbers of %s keep their ranges and their padding', async (_, textOf, form, bounds) => {
  for (const count of [60, 300]) {
    const sample = Array.from({ length: count }, (__, n) => ({ v: textOf((n * 7_919) % 1_000) }));
    const { schema } = (await readSample(bytes(ndjson(sample)))).draft(() => false);
    const made = rowsOf(schema, 400).map((row) => String(row['v']));
    expect(made.filter((text) => !form.test(text) || !isWithin(text, bounds))).toEqual([]);
  }
});

const DAY_MS = 86_400_000;
const digits = (ms: number, length: number): string =>
  new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, length);

test.each([
  [
    'yyyyMMdd',
    (ms: number) => Number(digits(ms, 8)),
    (value: unknown) =>
      digits(Date.parse(String(value).replace(/(....)(..)(..)/, '$1-$2-$3')), 8) === String(value),
  ],
  [
    'yyyyMM',
    (ms: number) => Number(digits(ms, 6)),
    (value: unknown) => /^20(2[3-6])(0[1-9]|1[0-2])$/.test(String(value)),
  ],
  [
    'yyyyMMdd as a text',
    (ms: number) => digits(ms, 8),
    (value: unknown) =>
      typeof value === 'string' && !Number.isNaN(Date.parse(value.replace(/(....)(..)(..)/, '$1-$2-$3'))),
  ],
  [
    'yyyy-M-d',
    (ms: number) =>
      digits(ms, 8).replace(
        /(....)(..)(..)/,
        (_, y: string, m: string, d: string) => `${y}-${Number(m)}-${Number(d)}`,
      ),
    (value: unknown) => /^20\d\d-([1-9]|1[0-2])-([1-9]|[12]\d|3[01])$/.test(String(value)),
  ],
  [
    'milliseconds as a text',
    String,
    (value: unknown) => typeof value === 'string' && Math.abs(Number(value) - START) < 1_200 * DAY_MS,
  ],
  [
    '9:05 AM',
    (ms: number) => `${1 + (ms % 12)}:${String(10 + (((ms / 1e6) % 50) | 0))} ${ms % 2 ? 'AM' : 'PM'}`,
    (value: unknown) => /^([1-9]|1[0-2]):[0-5]\d [AP]M$/.test(String(value)),
  ],
])('times written as %s stay in the calendar and the range of the sample', async (_, write, isOf) => {
  const sample = Array.from({ length: 200 }, (__, n) => ({
    v: write(START + ((n * 7_919) % 997) * DAY_MS + n * 1_234_567),
  }));
  const { schema } = (await readSample(bytes(ndjson(sample)))).draft(() => false);
  const made = rowsOf(schema, 400).map((row) => row['v']);
  expect(made.filter((value) => !isOf(value))).toEqual([]);
});

test.each([
  ['an id in three rows', 'id', [1, 2, 3], [1, 2, 3, 4]],
  ['an id in another order', 'order_id', [3, 1, 2, 6, 5, 4, 7], [1, 2, 3, 4]],
  ['numbers of rows', 'n', [40, 41, 42, 43, 44, 45, 46], [40, 41, 42, 43]],
  [
    'codes',
    'code',
    ['A-0007', 'A-0008', 'A-0009', 'A-0010', 'A-0011', 'A-0012', 'A-0013'],
    ['A-0007', 'A-0008', 'A-0009', 'A-0010'],
  ],
])('%s: a count goes on by one', async (_, name, values, again) => {
  const csv = `${name},at\n${values.map((value) => `${value},x${value}y`).join('\n')}\n`;
  for (const sample of [csv, ndjson(values.map((value) => ({ [name]: value })))]) {
    const { schema } = (await readSample(bytes(sample))).draft(() => false);
    expect(rowsOf(schema, 4).map((row) => row[name])).toEqual(again);
  }
});

test('whole numbers beyond 2^53 keep all their digits', async () => {
  const ids = Array.from(
    { length: 60 },
    (_, n) => `17901234567${String((n * 7_919_777) % 100_000_000).padStart(8, '0')}`,
  );
  const sample = await readSample(bytes(ids.map((id) => `{"id":${id}}\n`).join('')));
  expect(sample.kept[0]).toEqual({ id: ids[0] });
  const made = rowsOf(sample.draft().schema, 300).map((row) => String(row['id']));
  expect(made.filter((id) => !/^1790\d{15}$/.test(id))).toEqual([]);
  expect(new Set(made.map((id) => id.slice(-3))).size).toBeGreaterThan(100);
});

test('a text of one part is that part, without a concat', () => {
  const texts = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 'akz' : `web-${10 + (n % 20)}`));
  const found = JSON.stringify(
    boundedTexts(texts, { name: 'host', start: '', helperName: (suffix) => `host_${suffix}` }),
  );
  expect(found).toContain('concat(\\"web-\\", ');
  expect(found).not.toMatch(/concat\([^,()]*\)/);
});
