import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Validator, type Schema } from '@cfworker/json-schema';
import { tableFromIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
let duck: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-formats-'));
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true });
});

const SAMPLE = ['sample', '--seed', '7', '--quiet'];

/** What is printed, as bytes. */
const bytesOf = async (...args: string[]): Promise<Buffer> =>
  (await here([...SAMPLE, '--from', '2026-01-01', '--eps', '50', ...args])).bytes;

async function saved(name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await bytesOf(...args));
  return path;
}

const rows = async (query: string): Promise<unknown> => (await duck.runAndReadAll(query)).getRowObjectsJson();

// Columns of CSV are those of the table unless a field is an object.
test.each([
  ['Flight Bookings', ['csv', 'parquet']],
  ['Online Shop', ['parquet']],
])(
  'DuckDB reads %s into the table that its schema declares, as it reads JSON, from %j',
  async (template, formats) => {
    const of = ['--template', template];
    const { out } = await here(['schema', '--as', 'ddl:duckdb', ...of, '--name', 'rows']);
    for (const format of ['json', ...formats]) {
      await duck.run(out.replace('TABLE', 'OR REPLACE TABLE').replace('"rows"', `"${format}"`));
      const file = await saved(`rows.${format}`, ...of, '-n', '2000', '--format', format);
      await duck.run(
        `COPY "${format}" FROM '${file}' (FORMAT ${format}${format === 'csv' ? ', HEADER' : ''})`,
      );
    }
    expect(await rows('SELECT count(*)::INT AS n FROM json')).toEqual([{ n: 2000 }]);
    for (const other of formats)
      expect(
        await rows(`(FROM json EXCEPT FROM "${other}") UNION ALL (FROM "${other}" EXCEPT FROM json)`),
      ).toEqual([]);
  },
);

test.each(['csv', 'avro-file', 'parquet', 'arrow'])('threads make the same bytes of %s', async (format) => {
  const one = await bytesOf('-n', '9000', '--format', format);
  expect((await bytesOf('-n', '9000', '--format', format, '--workers', '2')).equals(one)).toBe(true);
});

test('Arrow from a pipe and in a Feather file has the rows of JSON, and verify says that it reads none', async () => {
  const printed = jsonLines(
    (await here([...SAMPLE, '--from', '2026-01-01', '--eps', '50', '-n', '500'])).out,
  );
  const expected = printed.map((row) => {
    const { timestamp, ...others } = row as { readonly timestamp: string };
    return { timestamp: Date.parse(timestamp), ...others };
  });
  const rowsIn = (bytes: Uint8Array): unknown =>
    tableFromIPC(bytes)
      .toArray()
      .map((row: object) => ({ ...row }));
  expect(rowsIn(await bytesOf('-n', '500', '--format', 'arrow'))).toEqual(expected);
  const [path, record] = [join(folder, 'rows.feather'), join(folder, 'run.json')];
  const stream = ['--seed', '7', '--from', '2026-01-01', '--eps', '50', '--speed', 'max', '--limit', '500'];
  const sent = await here(['file', '--path', path, ...stream, '--record', record, '--quiet']);
  expect(sent.code, sent.err).toBe(0);
  expect(rowsIn(await readFile(path))).toEqual(expected);
  const verified = await here(['verify', '--record', record, '--source', path]);
  expect(verified.code).not.toBe(0);
  expect(verified.out + verified.err).toContain('Arrow is not read here. Write the rows as Parquet');
});

test('streams and tables of a config are printed in a format, too', async () => {
  const config = ['sample', '--config', 'examples/shop.yaml', '--quiet'];
  const users = await here([...config, '--stream', 'users', '--format', 'csv', '--delimiter', 'tab']);
  const lines = jsonLines((await here([...config, '--stream', 'users'])).out);
  const cells = lines.map((line) =>
    Object.fromEntries(Object.entries(line as object).map(([name, value]) => [name, String(value)])),
  );
  expect(parse(users.out, { columns: true, delimiter: '\t' })).toEqual(cells);
});

test('rows are valid by the JSON Schema that is printed, and the tables of a config have keys', async () => {
  const { out } = await here(['schema', '--as', 'json-schema', '--template', 'Online Shop']);
  const validator = new Validator(JSON.parse(out) as Schema, '2020-12', false);
  const printed = await here([...SAMPLE, '--template', 'Online Shop', '-n', '500']);
  for (const row of jsonLines(printed.out)) expect(validator.validate(row).errors).toEqual([]);

  const ddl = await here(['schema', '--as', 'ddl:postgres', '--config', 'examples/shop.yaml']);
  expect(ddl.out).toContain('FOREIGN KEY ("user_id") REFERENCES "users" ("user_id")');
  // A config with streams elsewhere, too: tables have the names that its streams send to.
  const config = join(folder, 'shop.yaml');
  await writeFile(
    config,
    `
destination: postgres
settings: { url: 'postgres://127.0.0.1/shop' }
entities: { user: { size: 9, fields: { name: { type: person.fullName } } } }
streams:
  users: { entity: user, settings: { table: app.people } }
  visits: { settings: { table: visits }, schema: &visit { user_id: { type: catbird.entity, params: { of: user } } } }
  events: { destination: log, schema: *visit }
`,
  );
  const tables = await here(['schema', '--as', 'ddl:postgres', '--config', config]);
  expect([...tables.out.matchAll(/(?:TABLE|REFERENCES) \S+/g)].map(String)).toEqual([
    'TABLE "app"."people"',
    'TABLE "visits"',
    'REFERENCES "app"."people"',
  ]);
  const elsewhere = await here(['schema', '--as', 'ddl:mysql', '--config', config]);
  expect(elsewhere.out).toContain('CREATE TABLE `events`');

  const several = await here(['schema', '--as', 'avro', '--config', 'examples/shop.yaml']);
  expect([several.code, several.err]).toEqual([
    2,
    'Choose a stream with --stream: users, products, orders, payments\n',
  ]);
});

test.each([
  [['--format', 'csv', '--line', 'x'], '--line needs --format text'],
  [
    ['--format', 'csv', '--delimiter', '"'],
    '--delimiter must be tab, or one ASCII character other than ", not "\\""',
  ],
  [['--format', 'text', '--line', '{{x}}'], '--line: Unknown field x.'],
  [['--format', 'avro', '--avro-schema', 'none.avsc'], 'Could not read none.avsc of --avro-schema:'],
  [['--format', 'csv', '--quote', 'some'], '--quote: Must be one of: needed, all'],
  [['--format', 'csf'], '--format must be one of: json, csv'],
])('%j ends with %s', async (args, message) => {
  const { code, out, err } = await here(['sample', ...args]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('the source of CloudEvents is --event-source, as --source is where rows have arrived', async () => {
  const { out } = await here(['sample', '-n', '1', '--format', 'cloudevents', '--event-source', '/shop']);
  expect(JSON.parse(out)).toMatchObject({ specversion: '1.0', source: '/shop' });
  for (const command of ['sample', 'log']) {
    const { code, err } = await here([command, '--event-source', '/shop', '--limit', '1']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('--event-source needs --format cloudevents') as unknown,
    });
  }
});
