import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { readDefinition } from '../definition.ts';
import type { DefinitionLanguage } from '../language.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of a definition of one table. */
async function rowsOf(text: string, language: DefinitionLanguage, count = 300): Promise<Row[]> {
  const found = await readDefinition(text, language);
  if (found.kind !== 'schema') throw new Error(found.notes.join('\n'));
  const parsed = parseSchema(JSON.stringify(found.schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 1_000 };
  const batch = compile(parsed.schema, { seed: 7 }).fill(newBatch(), { first: 0, count, time });
  return [...texts(batch)].map((row) => JSON.parse(row) as Row);
}

const valuesOf = async (column: string, count?: number): Promise<unknown[]> =>
  (await rowsOf(`CREATE TABLE t (${column} NOT NULL)`, 'sql', count)).map((row) => Object.values(row)[0]);

test.each<[column: string, form: RegExp]>([
  ['iban char(22)', /^DE\d{20}$/],
  ['iban varchar(34)', /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/],
  ['bic varchar(11)', /^[0-9A-Z]{8}([0-9A-Z]{3})?$/],
  ['swift_code char(8)', /^[0-9A-Z]{8}$/],
  ['vat_id varchar(14)', /^DE\d{9}$/],
  ['customer_email varchar(255)', /^\S+@\S+\.\w+$/],
  ['usr_email_addr text', /^\S+@\S+\.\w+$/],
  ['userEmailAddress text', /^\S+@\S+\.\w+$/],
  ['EMAIL varchar(20)', /^\S+@\S+\.\w+$/],
  ['phone varchar(32)', /^[\d\-+().x ]{10,}$/],
  ['customer_phone varchar(20)', /^\+\d{10,14}$/],
  ['mobile char(10)', /^\d{10}$/],
  ['zip varchar(10)', /^\d{5}(-\d{4})?$/],
  ['billing_zip_code char(5)', /^\d{5}$/],
  ['PostalCode varchar(10)', /^\d{5}/],
  ['city text', /^[A-Z]/],
  ['shipping_city varchar(8)', /^(Berlin|Lima|Oslo|Paris|Rome)$/],
  ['street varchar(60)', /^\d+ [A-Z\d]/],
  ['address_line_2 text', /^(Apt|Suite)/],
  ['country char(2)', /^[A-Z]{2}$/],
  ['country char(3)', /^[A-Z]{3}$/],
  ['country_code text', /^[A-Z]{2}$/],
  ['country varchar(80)', /^\p{Lu}.{3,}/u],
  ['state char(2)', /^[A-Z]{2}$/],
  ["state varchar(20) DEFAULT 'open'", /^(open|in_progress|resolved|closed)$/],
  ['currency char(3)', /^(EUR|USD|GBP|CHF|JPY)$/],
  ['locale varchar(5)', /^[a-z]{2}-[A-Z]{2}$/],
  ['timezone varchar(40)', /^[A-Z]\w+\/\w+/],
  ['first_name varchar(50)', /^[A-Z]\S+$/],
  ['lname varchar(40)', /^[A-Z]/],
  ['full_name text', /^\S+ \S+/],
  ['username varchar(40)', /^[\w.'-]{4,}$/],
  ['company varchar(100)', /^[A-Z]/],
  ['job_title text', /^[A-Z]\w+ \w+/],
  ['store_name varchar(40)', /^Store \d\d$/],
  ["status varchar(20) DEFAULT 'active'", /^(active|inactive|suspended|closed)$/],
  ["status varchar(20) DEFAULT 'PENDING'::character varying", /^[A-Z]+$/],
  ['order_status text', /^(paid|pending|shipped|delivered|cancelled|refunded)$/],
  ['status char(1)', /^[AISC]$/],
  ['plan text', /^(free|starter|pro|enterprise)$/],
  ["plan varchar(10) DEFAULT 'basic'", /^(basic|standard|premium)$/],
  ['priority varchar(10)', /^(low|medium|high|urgent)$/],
  ['log_level text', /^(debug|info|warn|error)$/],
  ['role varchar(20)', /^(user|admin|editor|viewer)$/],
  ['gender char(1)', /^[FMO]$/],
  ['paymentMethod text', /^(card|paypal|bank_transfer|invoice)$/],
  ['http_method varchar(8)', /^(GET|POST|PUT|DELETE)$/],
  ['channel text', /^(web|mobile|email|store)$/],
  ["mode varchar(12) DEFAULT 'fast'", /^[a-z]+$/],
  ['device_id text', /^device_\d+$/],
  ['session_id char(36)', /^[\da-f]{8}-[\da-f]{4}-/],
  ['account_id varchar(6)', /^ac\d{1,4}$/],
  ['ip inet', /^\d+\.\d+\.\d+\.\d+$/],
  ['client_ip varchar(45)', /^\d+\.\d+\.\d+\.\d+$/],
  ['mac_address char(17)', /^([\da-f]{2}:){5}/],
  ['user_agent text', /\//],
  ['referrer text', /^https:\/\//],
  ['avatar_url varchar(60)', /^https:\/\/.*\.jpg$/],
  ['sha256 char(64)', /^[\da-f]{64}$/],
  ['api_key varchar(40)', /^\w{32}$/],
  ['sku varchar(20)', /^[A-Z]{3}-\d{4}$/],
  ['product_code char(6)', /^[A-Z]{3}\d{3}$/],
  ['invoice_number varchar(20)', /^INV-\d{6}$/],
  ['vin char(17)', /^[0-9A-Z]{17}$/],
  ['license_plate varchar(10)', /^[0-9A-Z]{7}$/],
  ['isbn varchar(17)', /^978-/],
  ['app_version varchar(10)', /^\d+\.\d+\.\d+$/],
  ['mime_type varchar(50)', /^\w+\/\w+$/],
  ['description varchar(30)', /^.{10,30}$/],
  ['title varchar(120)', /^\w+( \w+){3}$/],
  ['last4 char(4)', /^\d{4}$/],
  ['created_at varchar(30)', /^2026-01-01T/],
  ['birth_date date', /^19\d\d-\d\d-\d\d$/],
])('%s is like %s', async (column, form) => {
  for (const value of await valuesOf(column)) expect(value).toMatch(form);
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test.each<[column: string, least: number, usual: readonly [from: number, to: number], most: number]>([
  ['amount numeric(12,2)', 0, [20, 80], 10_000],
  ['amount numeric(12,2) CHECK (amount >= 0)', 0, [20, 80], 10_000],
  ['unit_price numeric(5,2)', 0, [20, 80], 999.99],
  ['total_amount decimal', 0, [20, 80], 10_000],
  ['amountCents bigint', 0, [2_000, 8_000], 1_000_000],
  ['shipping_cost numeric(4,2)', 0, [20, 80], 99.99],
  ['salary integer', 10_000, [40_000, 65_000], 300_000],
  ['vat_rate numeric', 0, [0.07, 0.19], 0.21],
  ['vat_rate numeric(4,2)', 0, [7, 19], 21],
  ['tax_rate numeric(4,3)', 0, [0.07, 0.19], 0.21],
  ['tax_percent int', 0, [7, 19], 21],
  ['discount_pct numeric(5,2)', 0, [0, 15], 25],
  ['conversion_rate double precision', 0, [0.1, 0.5], 1],
  ['exchange_rate numeric(10,6)', 0.6, [0.8, 1.4], 1.6],
  ['rating smallint', 1, [3, 5], 5],
  ['rating numeric(2,1)', 1, [2, 4.5], 5],
  ['quantity int CHECK (quantity > 0)', 1, [3, 8], 10],
  ['stock int', 0, [150, 350], 500],
  ['view_count bigint', 0, [6, 24], 10_000],
  ['age smallint', 18, [30, 50], 95],
  ['birth_year int', 1945, [1965, 1990], 2007],
  ['month int', 1, [4, 9], 12],
  ['duration_ms int', 0, [80, 180], 10_000],
  ['latency double precision', 0, [80, 180], 10_000],
  ['file_size bigint', 0, [10_000, 40_000], 1e8],
  ['port int', 1_024, [20_000, 45_000], 65_535],
  ['http_status smallint', 200, [200, 304], 500],
  ['temperature real', -20, [18, 24], 45],
  ['lat numeric(9,6)', -90, [-30, 30], 90],
  ['store_lng double precision', -180, [-60, 60], 180],
  ['weight_kg numeric(6,3)', 0, [1.5, 6], 999.999],
  ['battery_level int', 0, [30, 70], 100],
  ['updated_ts bigint', 1_767_225_600, [1_767_225_600, 1_767_226_000], 1_767_226_000],
  ['score int CHECK (score BETWEEN 1 AND 10)', 1, [3, 8], 10],
])('%s is at least %d, usually %j, at most %d', async (column, least, [from, to], most) => {
  const values = (await valuesOf(column)).map(Number);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...values)).toBeLessThanOrEqual(most);
  expect(median(values)).toBeGreaterThanOrEqual(from);
  expect(median(values)).toBeLessThanOrEqual(to);
});

test('a default value is the most frequent one, and comes first', async () => {
  for (const column of [
    "status varchar(20) DEFAULT 'draft'",
    "mode varchar(12) DEFAULT 'fast'",
    "language char(2) DEFAULT 'de'",
    'is_open boolean DEFAULT true',
  ]) {
    const values = (await valuesOf(column)).map(String);
    const initial = /DEFAULT '?(\w+)/.exec(column)?.[1];
    expect(values.filter((each) => each === initial).length, column).toBeGreaterThan(130);
  }
});

const NAMES =
  'email phone first_name last_name full_name username name company product_name country city state zip street url avatar domain host path user_agent iban bic vat_id card_number sku code order_number version file_name title description note status plan role gender currency locale channel created_at due_date password token hash customer_id vin store_name ip mac_address language birth_date comment timezone isbn bio'.split(
    ' ',
  );

test('texts fit any length, and a code of few characters has all of them', async () => {
  for (const length of [1, 2, 3, 5, 8, 12, 16, 20, 30, 50, 100]) {
    const columns = NAMES.map((name) => `${name} varchar(${length}) NOT NULL`);
    for (const row of await rowsOf(`CREATE TABLE t (${columns.join(', ')})`, 'sql', 100))
      for (const [name, value] of Object.entries(row))
        expect(String(value).length, `${name} ${length}`).toBeLessThanOrEqual(length);
  }
  for (const value of await valuesOf('code char(7)')) expect(value).toHaveLength(7);
});

test('all readers of definitions have the same values', async () => {
  const definitions: readonly (readonly [DefinitionLanguage, string])[] = [
    ['sql', "CREATE TABLE t (phone text NOT NULL, status text NOT NULL DEFAULT 'draft')"],
    [
      'json-schema',
      JSON.stringify({
        type: 'object',
        required: ['phone', 'status'],
        properties: { phone: { type: 'string' }, status: { type: 'string', default: 'draft' } },
      }),
    ],
    [
      'avro',
      JSON.stringify({
        type: 'record',
        name: 't',
        fields: [
          { name: 'phone', type: 'string' },
          { name: 'status', type: 'string', default: 'draft' },
        ],
      }),
    ],
    [
      'protobuf',
      'syntax = "proto2"; message T { required string phone = 1; required string status = 2 [default = "draft"]; }',
    ],
    [
      'openapi',
      JSON.stringify({
        openapi: '3.1.0',
        components: {
          schemas: {
            T: {
              type: 'object',
              required: ['phone', 'status'],
              properties: { phone: { type: 'string' }, status: { type: 'string', default: 'draft' } },
            },
          },
        },
      }),
    ],
  ];
  for (const [language, text] of definitions)
    for (const row of await rowsOf(text, language, 50)) {
      expect(row['phone'], language).toMatch(/^[\d\-+().x ]{10,}$/);
      expect(row['status'], language).toMatch(/^(draft|published|archived)$/);
    }
});

test('what ends or changes something is after its beginning', async () => {
  const columns =
    'created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, expires_at timestamptz NOT NULL';
  for (const row of await rowsOf(`CREATE TABLE t (${columns})`, 'sql')) {
    expect(String(row['updated_at']) >= String(row['created_at'])).toBe(true);
    expect(String(row['expires_at']) >= String(row['created_at'])).toBe(true);
  }
  const found = await readDefinition(
    `CREATE TABLE users (id int PRIMARY KEY, ${columns}, start_date date NOT NULL, end_date date NOT NULL); CREATE TABLE orders (user_id int REFERENCES users (id))`,
    'sql',
  );
  const { entities } =
    found.kind === 'config'
      ? (found.config as { entities: { users: { fields: object } } })
      : { entities: undefined };
  const parsed = parseSchema(JSON.stringify(entities?.users.fields));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const batch = compile(parsed.schema, { seed: 7 }).fill(newBatch(), {
    first: 0,
    count: 200,
    time: { startMs: 0, stepMs: 1 },
  });
  for (const text of texts(batch)) {
    const row = JSON.parse(text) as Record<string, string>;
    expect(String(row['updated_at']) >= String(row['created_at'])).toBe(true);
    expect(String(row['end_date']) >= String(row['start_date'])).toBe(true);
  }
});
