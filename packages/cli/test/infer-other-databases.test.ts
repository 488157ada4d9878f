import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startClickhouse } from '../../../scripts/peers/clickhouse.js';
import { startMariadb } from '../../../scripts/peers/mariadb.js';
import { findProgram } from '../../../scripts/programs.js';
import { withAddress } from '@catbird/stream';
import { everyNth } from '../../../test/long.ts';
import { MARIADB_TYPES, ownTable, tableOfTypes } from './databases/types.ts';
import { here } from './here.ts';

const USER = 'a_user';
const PASSWORD = 'a-password-of-the-source';
const run = promisify(execFile);

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-databases-'))));
afterAll(() => rm(folder, { recursive: true }));

/** What a config has of streams. */
type Streams = Readonly<Record<string, object>>;

/** Databases, and queries of their copy that find rows which break a rule. */
const DATABASES = {
  shop: [
    'SELECT * FROM order_items LEFT JOIN orders ON orders.id = order_id WHERE orders.id IS NULL',
    'SELECT 1 FROM order_items HAVING COUNT(*) < 900',
  ],
  clinic: [
    'SELECT * FROM visits WHERE minutes < 0',
    "SELECT 1 FROM staff HAVING COUNT(*) < 50 OR SUM(full_name = '') > 0",
    'SELECT 1 FROM audit HAVING COUNT(*) < (SELECT COUNT(*) FROM staff)',
    'SELECT 1 FROM diagnoses HAVING COUNT(DISTINCT code) < 5',
  ],
  metering: [
    "SELECT * FROM readings WHERE day >= '2027-01-01'",
    'SELECT 1 FROM alarms HAVING COUNT(DISTINCT region) < 2',
    'SELECT 1 FROM meters HAVING COUNT(DISTINCT tenant_id) < 9 OR COUNT(DISTINCT unit) < 2',
  ],
} as const;

/** The others take as long. */
const SOME = everyNth(3, Object.entries(DATABASES));

const [server, installer, client, dump] = (
  ['mariadbd', 'mariadb-install-db', 'mariadb', 'mariadb-dump'] as const
).map(findProgram);

describe.skipIf(
  server === undefined || installer === undefined || client === undefined || dump === undefined,
)('a MariaDB database', () => {
  let port = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  const program = async (name: string | undefined, ...args: readonly string[]): Promise<string> => {
    const options = ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${USER}`, ...args];
    const { stdout } = await run(name ?? '', options, { env: { MYSQL_PWD: PASSWORD }, maxBuffer: 1e8 });
    return stdout.trim();
  };
  /** Runs the statements of a script. Throws at the first that the server refuses. */
  const script = async (database: string, text: string): Promise<void> => {
    const file = join(folder, `${database}.sql`);
    await writeFile(file, text);
    const options = `--no-defaults -h127.0.0.1 -P${port} -u${USER} ${database}`;
    await run('sh', ['-c', `"$0" ${options} < "$1"`, client ?? '', file], { env: { MYSQL_PWD: PASSWORD } });
  };
  const sql = (database: string, statement: string): Promise<string> =>
    program(client, '-N', '-B', database, '-e', statement);
  const dumped = (database: string, ...args: readonly string[]): Promise<string> =>
    program(dump, '--routines', '--events', ...args, database);
  const infer = (database: string, ...args: readonly string[]) =>
    here(['infer', `mysql://${USER}@127.0.0.1:${port}/${database}`, ...args], {
      env: { MYSQL_PWD: PASSWORD },
    });

  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const options = {
      program: server ?? '',
      installer: installer ?? '',
      port,
      user: USER,
      password: PASSWORD,
    };
    const started = await startMariadb(options);
    stop = () => started.stop();
    // Most tests read the shop.
    for (const name of new Set(['shop', ...SOME.map(([database]) => database)])) {
      await sql('test', `CREATE DATABASE ${name}`);
      await script(name, await readFile(new URL(`databases/${name}-mariadb.sql`, import.meta.url), 'utf8'));
    }
  });
  afterAll(() => stop());

  /** Fills a new copy of a database by a config. Fails if the server refuses a row. */
  async function fill(database: string, config: string): Promise<string> {
    const copy = `${database}_copy`;
    await sql('test', `DROP DATABASE IF EXISTS ${copy}; CREATE DATABASE ${copy}`);
    await script(copy, await dumped(database, '--no-data'));
    const env = {
      COPY_URL: `mysql://127.0.0.1:${port}/${copy}`,
      COPY_USERNAME: USER,
      COPY_PASSWORD: PASSWORD,
    };
    const ended = await here(['run', '-', '--json'], { input: config, env });
    expect(ended.code, ended.err).toBe(0);
    return copy;
  }

  /** The config of a dump, whose rows go to tables as those of the catalog do. */
  function toTables(fromDump: string, live: string): string {
    const { streams, ...shared } = JSON.parse(fromDump) as { readonly streams: Streams };
    const { destination, settings } = JSON.parse(live) as Readonly<Record<string, unknown>>;
    const named = Object.entries(streams).map(([name, stream]) => [
      name,
      { ...stream, settings: { table: name } },
    ]);
    return JSON.stringify({ ...shared, destination, settings, streams: Object.fromEntries(named) });
  }

  test.each(SOME)(
    '%s becomes a config of whose rows a copy refuses none, live and from its dump',
    async (database, broken) => {
      const live = await infer(database);
      expect(live.code, live.err).toBe(0);
      const copy = await fill(database, live.out);
      const tables = Object.keys((JSON.parse(live.out) as { streams: Streams }).streams);
      const empty = tables.map((table) => `SELECT '${table}' WHERE NOT EXISTS (SELECT * FROM ${table})`);
      expect(await sql(copy, empty.join(';'))).toBe('');
      const fromDump = await here(['infer', '-'], { input: await dumped(database) });
      expect(fromDump.code, fromDump.err).toBe(0);
      expect(fromDump.err).toMatch(/TRIGGER/);
      await fill(database, toTables(fromDump.out, live.out));
      expect(await sql(copy, broken.join(';'))).toBe('');
    },
  );

  test('columns of all types are the same from a text, a dump and the catalog, and rows read nothing else into them', async () => {
    const text = tableOfTypes(MARIADB_TYPES).replace(';', ' ENGINE=InnoDB;');
    await sql('test', 'CREATE DATABASE types');
    await script('types', text);
    const live = await infer('types');
    expect(live.code, live.err).toBe(0);
    const { streams } = JSON.parse(live.out) as { streams: Record<string, { schema: object }> };
    const { schema } = streams['everything'] ?? { schema: {} };
    const columns = Object.values(schema).map((spec) => JSON.stringify(spec));
    MARIADB_TYPES.forEach(([type, spec], n) =>
      expect([type, columns[n]]).toEqual([type, expect.stringContaining(spec)]),
    );
    for (const input of [text, await dumped('types')])
      expect(JSON.parse((await here(['infer', '-'], { input })).out)).toEqual(withAddress(schema));
    const copy = await fill('types', live.out);
    const sampled = await infer(copy, '--sample-size', '300', '--copy', 'none');
    expect(sampled.code, sampled.err).toBe(0);
    await fill(copy, sampled.out);
  });

  test.each(everyNth(2, ['NOT NULL', 'NULL']))(
    'columns of all types, %s, have rows that our own CREATE TABLE and JSON Schema of them accept',
    async (end) => {
      const inferred = await here(['infer', '-'], { input: tableOfTypes(MARIADB_TYPES, end) });
      const schema = JSON.parse(inferred.out) as object;
      await sql('test', 'DROP DATABASE IF EXISTS own; CREATE DATABASE own');
      await script('own', await ownTable(schema, 'ddl:mysql'));
      const live = JSON.parse((await infer('own')).out) as { readonly streams: Streams };
      const streams = { everything: { ...live.streams['everything'], limit: 200, schema } };
      await fill('own', JSON.stringify({ ...live, streams }));
    },
  );

  test('with a sample becomes a config that keeps what rows show', async () => {
    const { code, out, err } = await infer('shop', '--sample-size', '100');
    expect(code, err).toBe(0);
    expect(out).not.toMatch(/secret|127\.0\.0\.1/i);
    expect(err).toMatch(/^Not read: 1 trigger: orders\.touch$/m);
    const copy = await fill('shop', out);
    expect(await sql(copy, 'SELECT COUNT(*) FROM order_items')).toBe('6000');
    expect(await sql(copy, 'SELECT COUNT(*), MAX(JSON_EXTRACT(settings, "$.dark")) FROM customers')).toBe(
      '400\ttrue',
    );
    expect(await sql(copy, 'SELECT DISTINCT plan FROM customers')).toBe('pro');
    expect(err).toMatch(/^Copied from orders\.channel: /m);
    expect(await sql(copy, 'SELECT DISTINCT channel FROM orders ORDER BY channel')).toBe('phone\nstore\nweb');
  });

  test('that cannot be read is an error with what to do', async () => {
    expect((await infer('shop', '--statistics')).err).toMatch(/--statistics reads those of Postgres only/);
    expect((await infer('shop', '--table', 'order')).err).toMatch(
      /the database shop has no table order\. Its tables: /,
    );
    const wrong = await here(['infer', `mysql://${USER}@127.0.0.1:${port}/shop`], {
      env: { MYSQL_PWD: 'not-it' },
    });
    expect(wrong.err).toMatch(
      /The database cannot be read: .*Access denied.*Check the user name and password/,
    );
  });
});

const [clickhouse, clickhouseClient] = (['clickhouse-server', 'clickhouse-client'] as const).map(findProgram);

describe.skipIf(clickhouse === undefined || clickhouseClient === undefined)('a ClickHouse database', () => {
  let ports: readonly number[] = [];
  let stop = (): Promise<unknown> => Promise.resolve();
  const sql = async (statement: string): Promise<string> => {
    const address = [
      '--host',
      '127.0.0.1',
      '--port',
      String(ports[1]),
      '--user',
      USER,
      '--password',
      PASSWORD,
    ];
    const { stdout } = await run(clickhouseClient ?? '', [...address, '--query', statement]);
    return stdout.trim();
  };

  beforeAll(async () => {
    ports = await freePorts(2);
    const [port = 0, nativePort = 0] = ports;
    const started = await startClickhouse({
      program: clickhouse ?? '',
      port,
      nativePort,
      user: USER,
      password: PASSWORD,
    });
    stop = () => started.stop();
    const create = await readFile(new URL('databases/shop-clickhouse.sql', import.meta.url), 'utf8');
    await sql(create);
    await sql('CREATE DATABASE copy');
    await sql(create.replace('default.', 'copy.'));
    await sql(
      `INSERT INTO default.events (at, id, user_id, kind, level, price, tags) SELECT now(), '61f0c404-5cb3-11e7-907b-a6006ad3dba0', number % 7, 'secret kind', 'info', number / 4, ['a'] FROM system.numbers LIMIT 900`,
    );
    await sql('CREATE VIEW default.recent AS SELECT * FROM default.events');
  });
  afterAll(() => stop());

  test('becomes a config that fills a copy with as many rows', async () => {
    const url = `clickhouse://${USER}@127.0.0.1:${ports[0]}/default`;
    const { code, out, err } = await here(['infer', url, '--sample-size', '500'], {
      env: { CLICKHOUSE_PASSWORD: PASSWORD },
    });
    expect(code, err).toBe(0);
    expect(err).toMatch(/^Not read: 1 view: recent$/m);
    expect(err).toMatch(/Left out events\.day: the database generates its values/);
    expect(out).not.toMatch(/secret|127\.0\.0\.1/);
    const env = {
      COPY_URL: `http://127.0.0.1:${ports[0]}`,
      COPY_DATABASE: 'copy',
      COPY_USERNAME: USER,
      COPY_PASSWORD: PASSWORD,
    };
    const ended = await here(['run', '-', '--json'], { input: out, env });
    expect(ended.code, ended.err).toBe(0);
    expect(
      await sql('SELECT count(), max(price) > 100, groupUniqArray(toString(level)) FROM copy.events'),
    ).toBe("900\t1\t['info']");
  });
});
