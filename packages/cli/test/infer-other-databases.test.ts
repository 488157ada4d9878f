import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startClickhouse } from '../../../scripts/peers/clickhouse.js';
import { startMariadb } from '../../../scripts/peers/mariadb.js';
import { findProgram } from '../../../scripts/programs.js';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const USER = 'a_user';
const PASSWORD = 'a-password-of-the-source';
const run = promisify(execFile);

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-databases-'))));
afterAll(() => rm(folder, { recursive: true }));

/** A value as MariaDB takes it: times without a zone. */
function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const time = /^(\d{4}-\d\d-\d\d)T([\d:.]+)Z$/.exec(text);
  return `'${(time === null ? text : `${time[1]} ${time[2]}`).replaceAll(/[\\']/g, '\\$&')}'`;
}

const [server, installer, client, dump] = (
  ['mariadbd', 'mariadb-install-db', 'mariadb', 'mariadb-dump'] as const
).map(findProgram);

describe.skipIf(server === undefined || installer === undefined || client === undefined)(
  'a MariaDB database',
  () => {
    let port = 0;
    let stop = (): Promise<unknown> => Promise.resolve();
    const sql = async (database: string, statement: string): Promise<string> => {
      const args = [
        '--no-defaults',
        '-h127.0.0.1',
        `-P${port}`,
        `-u${USER}`,
        '-N',
        '-B',
        database,
        '-e',
        statement,
      ];
      const { stdout } = await run(client ?? '', args, { env: { MYSQL_PWD: PASSWORD }, maxBuffer: 1e8 });
      return stdout.trim();
    };
    const infer = (...args: readonly string[]) =>
      here(['infer', `mysql://${USER}@127.0.0.1:${port}/shop`, ...args], { env: { MYSQL_PWD: PASSWORD } });

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
      await sql('test', 'CREATE DATABASE shop; CREATE DATABASE copy; CREATE DATABASE copy_of_dump');
      await sql('shop', `source ${fileURLToPath(new URL('databases/shop-mariadb.sql', import.meta.url))}`);
    }, 120_000);
    afterAll(() => stop());

    /** Fills an empty database with the rows of a config. Throws if the server refuses one. */
    async function fill(database: string, config: string): Promise<void> {
      const { streams } = JSON.parse(config) as { streams: Record<string, object> };
      const places = Object.keys(streams).flatMap((name) => [
        '--set',
        `streams.${name}.settings.path=${join(folder, `${database}-${name}`)}`,
      ]);
      const ended = await here(['run', '-', '--json', ...places], { input: config });
      expect(ended.code, ended.err).toBe(0);
      const script: string[] = [];
      for (const table of ['countries', 'customers', 'orders', 'order_items', 'parcels', 'categories']) {
        const create = (await sql('shop', `SHOW CREATE TABLE ${table}`)).split('\t')[1] ?? '';
        script.push(`${create.replaceAll(String.raw`\n`, '\n')};`);
        const lines = await readFile(join(folder, `${database}-${table}`), 'utf8');
        for (const row of jsonLines(lines) as readonly object[])
          script.push(
            `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`,
          );
      }
      const file = join(folder, `${database}.sql`);
      await writeFile(file, `START TRANSACTION;\n${script.join('\n')}\nCOMMIT;\n`);
      await sql(database, `source ${file}`);
    }

    test('becomes a config whose rows a copy accepts, with their foreign keys', async () => {
      const { code, out, err } = await infer('--sample', '100');
      expect(code, err).toBe(0);
      expect(out).not.toMatch(/secret|127\.0\.0\.1/i);
      expect(err).toMatch(/^Not read: 1 trigger: orders\.touch$/m);
      await fill('copy', out);
      expect(await sql('copy', 'SELECT COUNT(*) FROM order_items')).toBe('6000');
      expect(await sql('copy', 'SELECT COUNT(*), MAX(JSON_EXTRACT(settings, "$.dark")) FROM customers')).toBe(
        '400\ttrue',
      );
      expect(await sql('copy', 'SELECT DISTINCT plan FROM customers')).toBe('pro');
    }, 60_000);

    test.skipIf(dump === undefined)(
      'becomes such a config from its dump, too',
      async () => {
        const args = ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${USER}`, '--routines', 'shop'];
        const dumped = await run(dump ?? '', args, { env: { MYSQL_PWD: PASSWORD }, maxBuffer: 1e8 });
        const { code, out, err } = await here(['infer', '-'], { input: dumped.stdout });
        expect(code, err).toBe(0);
        expect(err).toMatch(/TRIGGER/);
        await fill('copy_of_dump', out);
        const orphans =
          'SELECT COUNT(*) FROM order_items LEFT JOIN orders ON orders.id = order_id WHERE orders.id IS NULL';
        expect(await sql('copy_of_dump', orphans)).toBe('0');
        expect(Number(await sql('copy_of_dump', 'SELECT COUNT(*) FROM order_items'))).toBeGreaterThan(100);
      },
      60_000,
    );

    test('that cannot be read is an error with what to do', async () => {
      expect((await infer('--statistics')).err).toMatch(/--statistics reads those of Postgres only/);
      expect((await infer('--table', 'order')).err).toMatch(
        /the database shop has no table order\. Its tables: /,
      );
      const wrong = await here(['infer', `mysql://${USER}@127.0.0.1:${port}/shop`], {
        env: { MYSQL_PWD: 'not-it' },
      });
      expect(wrong.err).toMatch(
        /The database cannot be read: .*Access denied.*Check the user name and password/,
      );
    });
  },
);

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
  }, 120_000);
  afterAll(() => stop());

  test('becomes a config that fills a copy with as many rows', async () => {
    const url = `clickhouse://${USER}@127.0.0.1:${ports[0]}/default`;
    const { code, out, err } = await here(['infer', url, '--sample', '500'], {
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
  }, 60_000);
});
