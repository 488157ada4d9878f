import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { findProgram, onPath } from '../../../scripts/programs.js';
import { withAddress } from '@catbird/stream';
import { everyNth } from '../../../test/long.ts';
import { jsonLines } from './catbird.ts';
import { ownTable, POSTGRES_TYPES, tableOfTypes } from './databases/types.ts';
import { here } from './here.ts';

const PASSWORD = 'a-password-of-postgres';
const run = promisify(execFile);
const [server, client] = [findProgram('postgres'), findProgram('psql')];
const isHere = server !== undefined && client !== undefined;

/** What a config has of streams. */
interface Config {
  readonly streams: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly destination: unknown;
  readonly settings: unknown;
}

/** Schemas, and queries of their copy that count rows which break a rule. */
const DATABASES = {
  shop: {
    schema: 'public',
    broken: [
      'select * from orders where shipped_at <= placed_at',
      'select * from products where sale_price > price',
      "select * from page_views where viewed_at < '2026-01-01' or viewed_at >= '2026-03-01'",
      'select 1 from order_items having count(distinct order_id) < 1900',
      'select 1 from shipments where line is null',
    ],
  },
  company: {
    schema: 'company',
    broken: [
      'select * from company.projects where ends_on < starts_on',
      'select 1 from company.comments having count(parent_id) < 10000',
      'select 1 from company.employees having count(manager_id) < 800',
      'select 1 from company.comments having count(distinct author_email) < 100',
    ],
  },
  network: {
    schema: 'network',
    broken: [
      'select 1 from network.readings having count(distinct (tenant_id, site_code, device_number)) < 600',
      'select 1 from network.devices having count(distinct tenant_id) < 12',
    ],
  },
} as const;

/** Names and values with quotes, spaces, backslashes and other letters; a range, a domain, an identity, a sequence, a generated column and partitions. */
const LETTERS = String.raw`create type "a state" as enum ('open', 'it''s paid', 'a "b", \c', 'café 🦜', ' ');
create domain "the amount" as numeric(9, 2) not null check (value >= 0);
create type span as range (subtype = date);
create type "a point" as ("x y" integer, z text);
create sequence pages;
create table "the orders" (
  id bigint generated always as identity,
  "it is """"" "a state" not null,
  total "the amount",
  flag bit(1) not null,
  area point,
  place "a point",
  placed_at timestamptz not null,
  twice numeric generated always as (total * 2) stored,
  pages integer default nextval('pages'),
  primary key (id, placed_at)
) partition by range (placed_at);
create table "old ones" partition of "the orders" for values from ('2025-01-01') to ('2026-01-01');
create table new partition of "the orders" for values from ('2026-01-01') to ('2026-02-01');
insert into "the orders" ("it is """"", total, flag, placed_at)
  select 'open', n, '1', '2025-06-01' from generate_series(1, 9) n;
analyze;`;

/** The others take as long. */
const SOME = everyNth(3, Object.entries(DATABASES));

describe.skipIf(!isHere)('a Postgres database', () => {
  let port = 0;
  let folder = '';
  let stop = (): Promise<unknown> => Promise.resolve();
  const program = async (name: string, ...args: readonly string[]): Promise<string> => {
    const env = { PGPASSWORD: PASSWORD, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' };
    const { stdout } = await run(onPath(name) ?? name, args, { env, maxBuffer: 1e8 });
    return stdout.trim();
  };
  const psql = (database: string, ...args: readonly string[]): Promise<string> =>
    program('psql', '-v', 'ON_ERROR_STOP=1', '-XqAt', '-d', database, ...args);
  const address = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const infer = (database: string, ...args: readonly string[]) =>
    here(['infer', address(database), ...args], { env: { PGPASSWORD: PASSWORD } });
  /** Fills an empty copy with the rows of a config. */
  const fill = async (database: string, config: string): Promise<string> => {
    const copy = `${database}_copy`;
    await psql('postgres', '-c', `drop database if exists ${copy}`, '-c', `create database ${copy}`);
    const definition = join(folder, `${database}.sql`);
    await program('pg_dump', '--schema-only', '--no-owner', '-d', database, '-f', definition);
    await psql(copy, '-f', definition);
    const url = `postgres://127.0.0.1:${port}/${copy}`;
    const env = { COPY_URL: url, COPY_USERNAME: 'postgres', COPY_PASSWORD: PASSWORD };
    const { code, err } = await here(['run', '-', '--json'], { input: config, env });
    expect(code, err).toBe(0);
    expect(jsonLines(err).at(-1)).toMatchObject({ rejected: 0, failed: 0 });
    return copy;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-databases-'));
    [port = 0] = await freePorts(1);
    const started = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    stop = () => started.stop();
    // Most tests read the shop.
    for (const name of new Set(['shop', ...SOME.map(([database]) => database)])) {
      await psql('postgres', '-c', `create database ${name}`);
      await psql(name, '-f', fileURLToPath(new URL(`databases/${name}.sql`, import.meta.url)));
    }
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  test.each(SOME)(
    '%s becomes a config that fills a copy with as many rows, none of which is refused',
    async (database, { schema, broken }) => {
      const { code, out, err } = await infer(database, '--db-schema', schema);
      expect(code, err).toBe(0);
      expect(out).not.toMatch(/127\.0\.0\.1|secret|a-password/i);
      const copy = await fill(database, out);
      expect(await psql(copy, ...broken.flatMap((query) => ['-c', query]))).toBe('');
      const tables = Object.values(
        (JSON.parse(out) as { streams: Record<string, { settings: { table: string } }> }).streams,
      ).map(({ settings }) => settings.table);
      expect(tables.length).toBeGreaterThan(0);
      const counts = tables.flatMap((table) => ['-c', `select '${table}', count(*) from ${table}`]);
      expect(await psql(copy, ...counts)).toBe(await psql(database, ...counts));
    },
  );

  test('columns of all types are the same from a text, a dump and the catalog, and rows read nothing else into them', async () => {
    const text = tableOfTypes(POSTGRES_TYPES);
    await psql('postgres', '-c', 'create database types');
    await psql('types', '-c', text);
    const live = await infer('types');
    expect(live.code, live.err).toBe(0);
    const { schema } = (JSON.parse(live.out) as Config).streams['everything'] as { schema: object };
    const columns = Object.values(schema).map((spec) => JSON.stringify(spec));
    POSTGRES_TYPES.forEach(([type, spec], n) =>
      expect([type, columns[n]]).toEqual([type, expect.stringContaining(spec)]),
    );
    for (const input of [text, await program('pg_dump', '-d', 'types')])
      expect(JSON.parse((await here(['infer', '-'], { input })).out)).toEqual(withAddress(schema));
    const copy = await fill('types', live.out);
    const sampled = await infer(copy, '--sample-size', '300', '--copy', 'none');
    expect(sampled.code, sampled.err).toBe(0);
    const longest = `select max(length(c0)), max(length(c7)), max(length(c1)) from everything`;
    const [open = 0, padded = 0, short = 0] = (await psql(await fill(copy, sampled.out), '-c', longest))
      .split('|')
      .map(Number);
    expect(open).toBeGreaterThan(9);
    expect(padded).toBeGreaterThan(9);
    expect(short).toBeLessThanOrEqual(7);
  });

  test.each(everyNth(2, ['NOT NULL', 'NULL']))(
    'columns of all types, %s, have rows that our own CREATE TABLE and JSON Schema of them accept',
    async (end) => {
      const inferred = await here(['infer', '-'], { input: tableOfTypes(POSTGRES_TYPES, end) });
      const schema = JSON.parse(inferred.out) as object;
      await psql('postgres', '-c', 'drop database if exists own', '-c', 'create database own');
      await psql('own', '-c', await ownTable(schema, 'ddl:postgres'));
      const live = JSON.parse((await infer('own')).out) as Config;
      const streams = { everything: { ...live.streams['everything'], limit: 200, schema } };
      await fill('own', JSON.stringify({ ...live, streams }));
    },
  );

  test.each(SOME)(
    'the dump of %s becomes a config of whose rows a copy refuses none',
    async (database, { schema }) => {
      const file = join(folder, `${database}-dump.sql`);
      await program('pg_dump', '-d', database, '-f', file);
      const { code, out, err } = await here(['infer', file]);
      expect(code, err).toBe(0);
      const config = JSON.parse(out) as Config;
      // A dump becomes files; their rows are sent to the tables of a copy.
      const live = JSON.parse((await infer(database, '--db-schema', schema)).out) as Config;
      const streams = Object.entries(config.streams).flatMap(([name, stream]) => {
        // An empty table has no rows there.
        const settings = live.streams[name]?.['settings'];
        return settings === undefined ? [] : [[name, { ...stream, settings }] as const];
      });
      const { destination, settings: server } = live;
      const filling = { ...config, destination, settings: server, streams: Object.fromEntries(streams) };
      const copy = await fill(database, JSON.stringify(filling));
      const empty = streams.flatMap(([name]) => [
        '-c',
        `select '${name}' where not exists (select * from ${schema}.${name})`,
      ]);
      expect(await psql(copy, ...empty)).toBe('');
    },
  );

  test('names and values are read in any letters, and what a dump would name is named', async () => {
    await psql('postgres', '-c', 'create database letters');
    await psql('letters', '-c', LETTERS);
    const { code, out, err } = await infer('letters');
    expect(code, err).toBe(0);
    expect((JSON.parse(out) as Config).streams).toMatchObject({
      the_orders: {
        limit: 9,
        settings: { table: 'public.the orders' },
        schema: {
          'it is ""': { params: { values: ['open', "it's paid", 'a "b", \\c', 'café 🦜', ' '] } },
          total: { params: { min: 0, fractionDigits: 2 } },
          flag: { params: ['[01]{1}'] },
          place: { fields: { 'x y': { type: 'number.int' }, z: { type: 'lorem.words' } } },
          placed_at: { params: expect.stringContaining('"2025-01-01T00:00:00.000Z"') as string },
          pages: { type: 'catbird.sequence' },
        },
      },
    });
    for (const note of [
      'Rows of partitions belong to their table: the orders (partition old ones, partition new)',
      'Not followed: CREATE TYPE span (type span)',
      'Left out the orders.id: the database generates its values',
      'Left out the orders.twice: the database generates its values',
    ])
      expect(err.split('\n')).toContain(note);
    expect(await psql(await fill('letters', out), '-c', 'select count(*) from "the orders"')).toBe('9');
  });

  /** Runs `act`. @returns how often tables were read in the meantime */
  const scansOf = async (database: string, act: () => Promise<unknown>): Promise<number> => {
    const scans = 'select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) from pg_stat_user_tables';
    await psql(database, '-c', 'select pg_stat_force_next_flush()');
    const before = Number(await psql(database, '-c', scans));
    await act();
    return Number(await psql(database, '-c', scans)) - before;
  };

  test('names what is not read, and reads nothing but the catalog', async () => {
    let err = '';
    expect(await scansOf('shop', async () => ({ err } = await infer('shop')))).toBe(0);
    expect(err).toMatch(/^Not read: 1 view: active_customers$/m);
    expect(err).toMatch(/^Not read: 1 trigger: orders\.orders_touch$/m);
    expect(err).toMatch(/^Left out products\.price_with_tax: the database generates its values$/m);
    expect(err).toMatch(/^Numbers of rows are the planner's estimates: .*customers/m);
    expect(err).toMatch(/A config for 9 tables with 18,458 rows/);
    expect(err).toMatch(/^No values of rows were read, so none are copied\. --sample-size/m);
  });

  test('with statistics keeps shares and ranges, without reading a row', async () => {
    let out = '';
    let err = '';
    expect(
      await scansOf(
        'shop',
        async () => ({ out, err } = await infer('shop', '--statistics', '--scale', '0.1')),
      ),
    ).toBe(0);
    expect(err).toContain('No text of the sample is in the schema');
    expect(out).not.toMatch(/secret/i);
    const copy = await fill('shop', out);
    const share =
      'select round(avg((duration_ms is null)::int), 1), max(duration_ms) between 900 and 1100 from page_views';
    expect(await psql(copy, '-c', share)).toBe('0.2|t');
    expect(await psql(copy, '-c', 'select distinct carrier from shipments')).toBe('dhl');
  });

  test('with a sample keeps what rows show, and copies short words of categories unless told otherwise', async () => {
    let plain = { out: '', err: '' };
    expect(
      await scansOf(
        'shop',
        async () => (plain = await infer('shop', '--sample-size', '300', '--scale', '0.1')),
      ),
    ).toBeGreaterThan(0);
    expect(plain.out).not.toMatch(/secret|Product \d|\/p\/\d/i);
    expect(plain.err).toMatch(
      /^Copied from page_views\.device: "phone" \(\d+ %\), .*--copy none copies nothing$/m,
    );
    const copy = await fill('shop', plain.out);
    const devices = 'select distinct device from page_views order by device';
    expect(await psql(copy, '-c', devices)).toBe('desktop\nphone\ntablet');
    const nothing = await infer('shop', '--sample-size', '300', '--copy', 'none', '--table', 'page_views');
    expect(nothing.err).toContain('No text of the sample is in the schema');
    expect(nothing.out).not.toMatch(/tablet/);
    const copied = await infer('shop', '--sample-size', '5000', '--copy', 'enums', '--table', 'page_views');
    expect(copied.err).toMatch(/^Copied from page_views\.path: "\/p\/\d/m);
    expect(copied.out).toContain('/p/7');
  });

  test('has tables that the planner does not know: small ones are counted, and scaled', async () => {
    await psql(
      'shop',
      '-c',
      'create table unknown_rows (id int primary key)',
      '-c',
      'insert into unknown_rows select generate_series(1, 77)',
    );
    const { err, out } = await infer('shop', '--table', 'unknown_rows', '--scale', '0.5');
    await psql('shop', '-c', 'drop table unknown_rows');
    expect(err).toContain('A config for 1 table with 39 rows');
    expect(JSON.parse(out)).toMatchObject({
      streams: { unknown_rows: { limit: 39, settings: { table: 'public.unknown_rows' } } },
    });
  });

  test('that cannot be read is an error without its password', async () => {
    const missing = await infer('shop', '--table', 'order');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toMatch(/--table: the schema public has no table order\. Its tables: .*orders/);
    const elsewhere = await infer('shop', '--db-schema', 'nothing');
    expect(elsewhere.err).toMatch(/The schema nothing has no tables .*--db-schema reads another one: public/);
    const wrong = await here(['infer', address('shop')], { env: { PGPASSWORD: 'not-the-password' } });
    expect(wrong.err).toMatch(
      /The database cannot be read: 127\.0\.0\.1:\d+ .*password authentication failed/,
    );
    expect(wrong.err).not.toContain('not-the-password');
  });
});

test.each([
  [['postgres://me:secret@localhost/shop'], /must not contain a password.*PGPASSWORD/],
  [['postgres://localhost/shop?password=secret'], /must not contain a password/],
  [['postgres://localhost/shop', 'orders.csv'], /cannot be combined with files/],
  [['orders.csv', '--table', 'orders'], /--table needs the address of a database/],
  [['postgres:///shop'], /must have a host/],
  [['mysql://localhost/shop', '--with-rule', 'total'], /--with-rule is for samples in files/],
])('%s is refused', async (args, problem) => {
  const { code, err } = await here(['infer', ...args]);
  expect(code).toBe(2);
  expect(err).toMatch(problem);
  expect(err).not.toContain('secret');
});
