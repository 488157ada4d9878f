import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../scripts/peers.js';
import { startPostgres } from '../scripts/peers/postgres.js';
import { findProgram } from '../scripts/programs.js';
import { PORTS, ports, rowsIn, withServices } from './ports.ts';
import { ROOT } from './sources.ts';

const PASSWORD = 'a-password-of-the-ports';

const [server, client] = [findProgram('postgres'), findProgram('psql')];
const isHere = server !== undefined && client !== undefined;
if (!isHere) console.warn('SKIPPED: configs of other tools in a database; Postgres is not here');

/** Tables in Postgres, with a query about their rows, and the rows in files that it must name. */
const TABLES: Readonly<Record<string, readonly [sql: string, file: string]>> = {
  '04-sensors': ['select sensor_id, value from sensors order by timestamp, sensor_id', 'sensors'],
  '08-repeat-users': [
    'select user_id, poster, is_new, is_bot from posts order by timestamp, user_id',
    'posts',
  ],
  '09-support-tickets': [
    'select customer_id, username, address from customers order by customer_id',
    'customers',
  ],
};

describe.skipIf(!isHere)('in Postgres', () => {
  let [folder, url] = ['', ''];
  const closing: (() => Promise<unknown>)[] = [];
  const psql = async (sql: string): Promise<readonly unknown[]> => {
    const query = sql.startsWith('select') ? `select to_json(t) from (${sql}) t` : sql;
    const flags = [url, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAtc', query];
    const env = { PGPASSWORD: PASSWORD, PGCONNECT_TIMEOUT: '10', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)(client ?? '', flags, { env, maxBuffer: 1e8 });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  };
  /** Runs a config, with its table in Postgres and all else in files, or with files only. */
  const run = async (name: string, isService: boolean): Promise<string> => {
    const config = await readFile(join(PORTS, name, 'catbird.yaml'), 'utf8');
    const file = join(folder, `${name}-${isService}.yaml`);
    // Services other than Postgres are not here.
    const text = config.replaceAll(/# destination: (?!postgres)/g, '# no destination: ');
    await writeFile(file, isService ? withServices(text) : config);
    const written = join(folder, `${name}-${isService}`);
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: url,
      PGUSER: 'postgres',
      PGPASSWORD: PASSWORD,
    };
    await promisify(execFile)(process.execPath, [join(ROOT, 'test', 'run-configs.js'), file, written], {
      env,
    });
    return written;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-ports-'));
    closing.push(() => rm(folder, { recursive: true }));
    const [port = 0] = await freePorts(1);
    const postgres = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    closing.unshift(() => postgres.stop());
    url = `postgres://127.0.0.1:${port}/postgres`;
    for (const name of ports) {
      const config = await readFile(join(PORTS, name, 'catbird.yaml'), 'utf8');
      for (const [, sql = ''] of config.matchAll(/# (create table .*;)/g)) await psql(sql);
    }
    await mkdir(folder, { recursive: true });
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test.each(Object.entries(TABLES))('%s has the rows of its file', async (name, [sql, file]) => {
    await run(name, true);
    const rows = rowsIn(await run(name, false))[file] ?? [];
    const found = (await psql(sql)) as readonly Record<string, unknown>[];
    const names = Object.keys(found[0] ?? {});
    const expected = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    expect(found.length).toBe(expected.length);
    expect(found).toEqual(expected);
  });

  test('07-ip-rotation leaves one row per user: those of the compacted topic', async () => {
    const topic = rowsIn(await run('07-ip-rotation', true))['topic'] ?? [];
    const left = new Map(topic.map(({ id, user }) => [id, user]));
    const users = [...left.values()].filter((user) => user !== null);
    const found = await psql('select id, email, host(last_known_ip) last_known_ip from users');
    expect(users.length).toBeGreaterThan(100);
    expect(new Set(found.map((row) => JSON.stringify(row)))).toEqual(
      new Set(users.map((row) => JSON.stringify(row))),
    );
    expect(found).toHaveLength(users.length);
  });
});
