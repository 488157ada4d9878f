import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, rm, writeFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/command.js';
import { BIN, jsonLines } from './catbird.ts';
import { here } from './here.ts';

const folder = await mkdtemp(join(tmpdir(), 'catbird-other-tools-'));
afterAll(() => rm(folder, { recursive: true }));

type Row = Readonly<Record<string, unknown>>;

/** Writes the files of a project. */
async function project(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, name, dirname(path)), { recursive: true });
    await writeFile(join(folder, name, path), text);
  }
  return join(folder, name);
}

/** Infers a config, runs it to files, and returns the rows of each stream, with the notes. */
async function rowsOf(path: string, options: readonly string[] = []) {
  const inferred = await here(['infer', path, ...options]);
  expect(inferred.code, inferred.err).toBe(0);
  const config = JSON.parse(inferred.out) as {
    streams: Record<string, { settings?: object; limit: number }>;
  };
  const names = Object.keys(config.streams);
  const files = Object.fromEntries(
    names.map((name) => [name, join(folder, `${names.join('-')}-${name}.ndjson`)]),
  );
  const streams = Object.fromEntries(
    Object.entries(config.streams).map(([name, stream]) => {
      const { destination: _, format: _format, ...others } = stream as Record<string, unknown>;
      return [name, { ...others, settings: { path: files[name], existing: 'replace' } }];
    }),
  );
  const ran = await here(['run', '-', '--json'], {
    input: JSON.stringify({ ...config, destination: 'file', streams }),
  });
  expect(ran.code, ran.err).toBe(0);
  const rows = new Map<string, readonly Row[]>();
  for (const [name, file] of Object.entries(files))
    rows.set(name, jsonLines(await readFile(file, 'utf8')) as Row[]);
  return { config, rows, notes: inferred.err };
}

const distinct = (rows: readonly Row[], ...names: readonly string[]): number =>
  new Set(rows.map((row) => JSON.stringify(names.map((name) => row[name])))).size;

test('a contract of the Open Data Contract Standard becomes rows that keep its rules', async () => {
  const path = await project('standard', {
    'clinic.odcs.yaml': `
apiVersion: v3.1.0
kind: DataContract
id: 0a1e8a2e-0000-4000-8000-000000000001
version: 1.0.0
status: active
servers:
  - { server: warehouse, type: snowflake, account: a, database: b, schema: c }
schema:
  - id: wards_t
    name: wards
    properties:
      - { id: ward_p, name: ward_code, logicalType: string, physicalType: varchar(8), primaryKey: true, required: true }
      - { name: beds, logicalType: integer, logicalTypeOptions: { minimum: 4, maximum: 40, format: i8 }, required: true }
  - name: visits
    physicalType: table
    relationships:
      - { from: visits.referred_from, to: wards.ward_code }
    quality:
      - { metric: rowCount, mustBeBetween: [150, 250] }
      - { metric: duplicateValues, mustBe: 0, arguments: { properties: [bed, day] } }
      - { type: custom, engine: soda, implementation: 'type: x' }
    properties:
      - { name: visit_id, logicalType: string, logicalTypeOptions: { format: uuid }, primaryKey: true, required: true }
      - name: ward_code
        logicalType: string
        required: true
        relationships: [{ to: schema/wards_t/properties/ward_p }]
      - { name: referred_from, logicalType: string }
      - { name: bed, logicalType: integer, logicalTypeOptions: { minimum: 1 }, required: true }
      - { name: day, logicalType: date, logicalTypeOptions: { minimum: '2024-02-01', exclusiveMaximum: '2024-03-01' }, required: true }
      - name: outcome
        logicalType: string
        quality:
          - { metric: invalidValues, arguments: { validValues: [home, transferred] }, mustBe: 0 }
          - { metric: nullValues, mustBeLessThan: 1, unit: percent }
      - name: file_no
        physicalName: FILE_NO
        logicalType: string
        quality: [{ metric: duplicateValues, mustBe: 0 }, { metric: invalidValues, mustBe: 0, arguments: { pattern: '^F[0-9]{9}$' } }]
      - { name: cost, logicalType: number, physicalType: 'decimal(8,3)', required: true }
      - { name: arrived, logicalType: timestamp, required: true }
      - name: triage
        logicalType: object
        properties:
          - { name: level, logicalType: integer, logicalTypeOptions: { minimum: 1, maximum: 5 }, required: true }
          - { name: tags, logicalType: array, logicalTypeOptions: { maxItems: 2 }, items: { logicalType: string } }
slaProperties:
  - { property: freshness, value: 1, unit: h, element: visits.arrived }
  - { property: freshness, value: 1, unit: h, element: visits.cost }
`,
  });
  const { rows, notes } = await rowsOf(join(path, 'clinic.odcs.yaml'));
  const [wards = [], visits = []] = [rows.get('wards'), rows.get('visits')];
  expect(visits).toHaveLength(250);
  const codes = new Set(wards.map((row) => row['ward_code']));
  expect(visits.every((row) => codes.has(row['ward_code']))).toBe(true);
  expect(visits.every((row) => row['referred_from'] === null || codes.has(row['referred_from']))).toBe(true);
  expect(distinct(visits, 'visit_id')).toBe(250);
  expect(distinct(visits, 'bed', 'day')).toBe(250);
  expect(visits.every(({ day }) => String(day).startsWith('2024-02-'))).toBe(true);
  expect(new Set(visits.map((row) => row['outcome']))).toEqual(new Set(['home', 'transferred']));
  expect(
    visits.every(({ FILE_NO: no }) => no === null || (typeof no === 'string' && /^F[0-9]{9}$/.test(no))),
  ).toBe(true);
  expect(visits.some(({ cost }) => /\.\d{3}$/.test(String(cost)))).toBe(true);
  expect(wards.every(({ beds }) => Number(beds) >= 4 && Number(beds) <= 40)).toBe(true);
  expect(visits.some(({ triage }) => (triage as Row | null)?.['level'] === 5)).toBe(true);
  for (const note of [
    'Not followed: the server of type snowflake',
    'Not followed: the rule of quality of soda (visits)',
    'Not followed: freshness (visits.cost)',
  ])
    expect(notes).toContain(note);
  expect(notes).not.toContain('freshness (visits.arrived');
});

test('a file of the Data Contract Specification becomes rows that keep its rules', async () => {
  const path = await project('specified', {
    'datacontract.yaml': `
dataContractSpecification: 1.2.0
id: shipping
info: { title: Shipping, version: 1.0.0 }
models:
  parcels:
    type: table
    fields:
      parcel_id: { $ref: '#/definitions/parcel_id', required: true, primaryKey: true }
      weight: { type: decimal, precision: 5, scale: 1, minimum: 0.5, required: true }
      service: { type: string, enum: [letter, express], required: true }
      labels: { type: map, values: { type: string }, required: true }
  scans:
    fields:
      parcel_id: { $ref: '#/definitions/parcel_id', required: true, references: parcels.parcel_id }
      position: { type: int, minimum: 1, required: true }
      scanned_at: { type: timestamp, required: true }
      loaded_at: { type: timestamp, required: true }
      depot: { type: string, maxLength: 4 }
    primaryKey: [parcel_id, position]
    quality:
      - { type: sql, query: 'SELECT count(*) AS n FROM scans', mustBeGreaterThan: 1200 }
      - { type: sql, query: 'SELECT max(weight) FROM scans', mustBeLessThan: 9 }
definitions:
  parcel_id: { type: text, pattern: '^P[0-9]{8}$' }
servicelevels:
  latency: { threshold: 2h, sourceTimestampField: scans.scanned_at, processedTimestampField: scans.loaded_at }
`,
  });
  const { rows, notes } = await rowsOf(join(path, 'datacontract.yaml'));
  const [parcels = [], scans = []] = [rows.get('parcels'), rows.get('scans')];
  expect(scans).toHaveLength(1201);
  expect(distinct(scans, 'parcel_id', 'position')).toBe(1201);
  const ids = new Set(parcels.map((row) => row['parcel_id']));
  expect(ids.size).toBe(parcels.length);
  expect(scans.every((row) => ids.has(row['parcel_id']))).toBe(true);
  const lags = scans.map(
    (row) => Date.parse(String(row['loaded_at'])) - Date.parse(String(row['scanned_at'])),
  );
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lags)).toBeLessThanOrEqual(7_200_000);
  expect(scans.every(({ depot }) => depot === null || (typeof depot === 'string' && depot.length <= 4))).toBe(
    true,
  );
  expect(notes).toContain('Not followed: the rule of quality in SQL (scans)');
});

const CLIENT_3 = `
asyncapi: 3.0.0
info: { title: Buses, version: 1.0.0 }
servers:
  broker:
    host: '{region}.kafka.example:9093'
    protocol: kafka-secure
    variables: { region: { default: north } }
    security: [{ $ref: '#/components/securitySchemes/scram' }]
    bindings: { kafka: { schemaRegistryUrl: 'https://registry.example' } }
  sockets: { host: live.example, protocol: wss }
channels:
  positions:
    address: 'bus.{line}.{depot}.positions'
    parameters:
      line: { location: '$message.payload#/line' }
      depot: { enum: [east, west] }
    messages:
      position: { $ref: 'shared/messages.yaml#/position' }
  doors:
    address: doors
    messages:
      opened:
        payload:
          schemaFormat: application/vnd.apache.avro;version=1.9.0
          schema: { $ref: shared/door.avsc }
components:
  securitySchemes: { scram: { type: scramSha512 } }
`;

test('channels of AsyncAPI 3 become streams of their server, with references across files', async () => {
  const path = await project('buses', {
    'asyncapi.yaml': CLIENT_3,
    'shared/messages.yaml': `
position:
  headers:
    type: object
    required: [trace]
    properties: { trace: { type: string, format: uuid }, hops: { type: array, items: { type: string } } }
  bindings: { kafka: { key: { type: string, pattern: '^B[0-9]{3}$' } } }
  payload: { $ref: 'schemas.json#/position' }
`,
    'shared/schemas.json': JSON.stringify({
      position: {
        type: 'object',
        required: ['line', 'at', 'speed'],
        properties: {
          line: { type: 'string', enum: ['7', '12'] },
          at: { type: 'string', format: 'date-time' },
          speed: { $ref: '#/speed' },
        },
      },
      speed: { type: 'number', minimum: 0, maximum: 80 },
    }),
    'shared/door.avsc': JSON.stringify({
      type: 'record',
      name: 'Door',
      fields: [
        { name: 'bus', type: 'string' },
        { name: 'open', type: 'boolean' },
      ],
    }),
  });
  const { config, rows, notes } = await rowsOf(join(path, 'asyncapi.yaml'));
  expect(config).toMatchObject({
    destination: 'kafka',
    streams: {
      positions: {
        settings: {
          brokers: 'north.kafka.example:9093',
          topic: 'bus.{{line}}.{{depot}}.positions',
          keyField: 'message_key',
          headers: { trace: '{{trace}}' },
          tls: true,
          mechanism: 'scram-sha-512',
        },
      },
      doors: {
        settings: { topic: 'doors' },
        format: { name: 'avro', schemaRegistry: 'https://registry.example' },
      },
    },
  });
  const positions = rows.get('positions') ?? [];
  expect(positions).toHaveLength(1_000);
  expect(positions.every(({ speed }) => Number(speed) <= 80)).toBe(true);
  expect(Object.keys(positions[0] ?? {})).toEqual(['line', 'at', 'speed']);
  expect(typeof rows.get('doors')?.[0]?.['open']).toBe('boolean');
  expect(notes).toContain('Not followed: the server sockets (wss). Rows go to broker');
  expect(notes).toContain('Not followed: hops beside rows, which is no single value (positions)');
});

test('channels of AsyncAPI 2.6 without a server that Catbird knows become files', async () => {
  await writeFile(
    join(folder, 'outside.json'),
    '{"type": "object", "properties": {"leaked": {"type": "string"}}}',
  );
  await mkdir(join(folder, 'alarms'), { recursive: true });
  await symlink('../outside.json', join(folder, 'alarms', 'link.json'));
  const path = await project('alarms', {
    'asyncapi.json': JSON.stringify({
      asyncapi: '2.6.0',
      info: { title: 'Alarms', version: '1' },
      servers: { main: { url: 'stomp.example', protocol: 'stomp' } },
      channels: {
        'alarm/raised': {
          publish: {
            message: {
              oneOf: [{ $ref: '#/components/messages/smoke' }, { $ref: '#/components/messages/water' }],
            },
          },
          subscribe: { message: { $ref: '#/components/messages/smoke' } },
        },
        'alarm/secret': { publish: { message: { payload: { $ref: '../outside.json' } } } },
        'alarm/linked': { publish: { message: { payload: { $ref: 'link.json' } } } },
      },
      components: {
        messages: {
          smoke: {
            name: 'smoke',
            schemaFormat: 'application/vnd.google.protobuf;version=3',
            payload: 'syntax = "proto3"; message Smoke { string room = 1; uint32 level = 2; }',
          },
          water: {
            name: 'water',
            payload: {
              type: 'object',
              required: ['litres'],
              properties: { litres: { type: 'integer', minimum: 1 } },
            },
          },
        },
      },
    }),
  });
  const { config, rows, notes } = await rowsOf(join(path, 'asyncapi.json'));
  expect(Object.keys(config.streams)).toEqual(['alarm_raised_smoke', 'alarm_raised_water']);
  expect(rows.get('alarm_raised_smoke')?.[0]).toMatchObject({ room: expect.any(String) as string });
  expect(rows.get('alarm_raised_water')?.every(({ litres }) => Number(litres) >= 1)).toBe(true);
  expect(notes).toContain('Not followed: the server main (stomp). Rows go to files');
  expect(notes).toContain('../outside.json');
  expect(notes).toContain('link.json');
});

const TYPESCRIPT = `
import { defineDatasource, defineMaterializedView, column, t, engine } from '@tinybirdco/sdk';
// defineDatasource('commented', {})
const shared = { at: t.dateTime64(3, 'UTC'), plan: t.string().lowCardinality() };
throw new Error('This must never run');
export const invoices = defineDatasource('invoices', {
  description: \`All "paid" ones\`,
  schema: {
    ...shared,
    id: t.uuid(),
    amount: t.decimal(8, 2).nullable(),
    status: t.enum8('open', 'paid'),
    tags: t.array(t.string()),
    buyer: column(t.string(), { jsonPath: '$.customer.email' }),
  },
  engine: engine.replacingMergeTree({ sortingKey: ['id'], ttl: 'toDateTime(at) + toIntervalDay(90)' }),
});
export const daily = defineDatasource('daily', { schema: { day: t.date() }, engine: engine.mergeTree({ sortingKey: 'day' }) });
export const view = defineMaterializedView('daily_mv', { datasource: daily, nodes: [] });
export const computed = defineDatasource('computed', { schema: makeSchema(() => 1) });
`;

const TINYBIRD = {
  'datasources/clicks.datasource': `TOKEN "app" APPEND

SCHEMA >
    \`clicked_at\` DateTime \`json:$.clicked_at\`,
    \`page\` Nullable(String) \`json:$.page.path\`,
    \`variant\` LowCardinality(String) \`json:$.variant\`,
    \`shop\` Nullable(String) \`json:$.shop\`

ENGINE "MergeTree"
ENGINE_SORTING_KEY "shop, clicked_at"
ENGINE_TTL "clicked_at + toIntervalDay(30)"
`,
  'datasources/hours_mv.datasource':
    'SCHEMA >\n    `hour` DateTime,\n    `n` AggregateFunction(count)\n\nENGINE "AggregatingMergeTree"\n',
  'datasources/copies.datasource': 'SCHEMA >\n    `day` Date\n\nENGINE "MergeTree"\n',
  'pipes/copy.pipe': 'NODE n\nSQL >\n    SELECT 1\nTYPE COPY\nTARGET_DATASOURCE copies\n',
  'src/sources.ts': TYPESCRIPT,
  'node_modules/x/other.datasource': 'SCHEMA >\n    `a` String\n',
};

test('a Tinybird project becomes fixtures, and its TypeScript is read without being run', async () => {
  const path = await project('tinybird', TINYBIRD);
  const inferred = await here(['infer', path, '--fixtures']);
  expect(inferred.code, inferred.err).toBe(0);
  const { destination, streams } = JSON.parse(inferred.out) as {
    destination: string;
    streams: Record<string, { settings: { path: string } }>;
  };
  expect(destination).toBe('file');
  expect(Object.keys(streams)).toEqual(['clicks', 'invoices']);
  await mkdir(join(path, 'fixtures'), { recursive: true });
  expect(await here(['run', '-', '--quiet'], { input: inferred.out })).toMatchObject({ code: 0 });
  const rows = async (name: string) =>
    jsonLines(await readFile(join(path, 'fixtures', `${name}.ndjson`), 'utf8')) as Row[];
  const [clicks, invoices] = [await rows('clicks'), await rows('invoices')];
  expect([clicks.length, invoices.length]).toEqual([1_000, 1_000]);
  expect(clicks.every(({ shop }) => shop !== null)).toBe(true);
  expect(clicks.some(({ page }) => (page as Row)['path'] === null)).toBe(true);
  expect(distinct(clicks, 'variant')).toBeLessThanOrEqual(12);
  expect(distinct(invoices, 'id')).toBe(1_000);
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['open', 'paid']));
  expect(String((invoices[0]?.['customer'] as Row | undefined)?.['email'])).toContain('@');
  expect(invoices.some(({ amount }) => amount === null)).toBe(true);
  expect(Array.isArray(invoices[0]?.['tags'])).toBe(true);
  expect(inferred.err).toContain('Left out: data sources that pipes fill (copies, hours_mv, daily)');
  expect(inferred.err).toContain(
    'Not followed: defineDatasource with other than plain values (src/sources.ts line',
  );
});

test('rows of a Tinybird project go to its workspace with the token that its own file names, and quarantined ones are counted', async () => {
  const path = await project('workspace', TINYBIRD);
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const name = new URL(request.url ?? '', 'http://a').searchParams.get('name') ?? '';
      seen.add(`${name} ${request.headers.authorization}`);
      const rows = body.trimEnd().split('\n').length;
      const quarantined = name === 'clicks' ? 1 : 0;
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ successful_rows: rows - quarantined, quarantined_rows: quarantined }));
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const file = { token: '${TB_SHOP_TOKEN}', baseUrl: 'https://api.tinybird.co' };
  await writeFile(join(path, 'tinybird.config.json'), JSON.stringify(file));
  const inferred = await here(['infer', path]);
  expect(inferred.code, inferred.err).toBe(0);
  expect(inferred.out).not.toContain('token');
  await writeFile(join(path, 'mock.json'), inferred.out);
  const env = {
    ...process.env,
    HOME: path,
    TB_SHOP_TOKEN: 'p.shop',
    TINYBIRD_URL: `http://127.0.0.1:${port}`,
    TINYBIRD_TOKEN: '',
    CATBIRD_TINYBIRD_TOKEN: '',
  };
  const ran = await promisify(execFile)(process.execPath, [BIN, 'run', 'mock.json'], {
    cwd: path,
    env,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  server.close();
  expect([...seen].sort()).toEqual(['clicks Bearer p.shop', 'invoices Bearer p.shop']);
  expect(ran.stderr).toMatch(/total\s+2,000\s+1,999\s+1\s+0\s+0\s+0/);
});

test('schemas of Zod in a project become rows that Zod accepts', async () => {
  const guide = await readFile(new URL('../../../docs/guides/schemas-in-code.md', import.meta.url), 'utf8');
  const [, program = ''] = /```js \[orders\.mjs\]\n([^]*?)```/.exec(guide) ?? [];
  const path = await project('zod', { 'package.json': '{"type": "module"}', 'orders.mjs': program });
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  const { stdout } = await promisify(execFile)(process.execPath, ['orders.mjs'], { cwd: path });
  expect(stdout).toBe('1000\n');
});

test('a project may have more files than a process may have open', async () => {
  const files = Array.from({ length: 400 }, (_, i): [string, string] => [
    `src/part-${i}.ts`,
    `export const n = ${i};`,
  ]);
  const path = await project('large', { ...TINYBIRD, ...Object.fromEntries(files) });
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -n 128; exec "$@"',
    'sh',
    process.execPath,
    BIN,
    'infer',
    path,
  ]);
  expect(Object.keys((JSON.parse(stdout) as { streams: object }).streams)).toContain('invoices');
});
