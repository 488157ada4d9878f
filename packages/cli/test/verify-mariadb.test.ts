import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startMariadb } from '../../../scripts/peers/mariadb.js';
import { findProgram } from '../../../scripts/programs.js';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';
import {
  BLOCK_COLUMNS,
  causesIn,
  checkBlocks,
  checkSample,
  send,
  verdictOn,
  type SentRows,
} from './verified.ts';

const USER = 'a_user';
const PASSWORD = 'a-password-of-the-source';
const run = promisify(execFile);
const [server, installer, client] = (['mariadbd', 'mariadb-install-db', 'mariadb'] as const).map(findProgram);

/** Columns of the rows, as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  id: 'CHAR(36)',
  number: 'BIGINT',
  at: 'DATETIME(3)',
  name: 'VARCHAR(200)',
  note: 'VARCHAR(400)',
  code: 'VARCHAR(20)',
  country: "ENUM('de', 'fr', 'gb', 'us')",
  price: 'DECIMAL(10, 2)',
  amount: 'DOUBLE',
  quantity: 'INT UNSIGNED',
  big: 'BIGINT',
  active: 'BOOLEAN',
  tags: 'JSON',
};

describe.skipIf(server === undefined || installer === undefined || client === undefined)(
  'a table of MariaDB',
  () => {
    let port = 0;
    let stop = (): Promise<unknown> => Promise.resolve();
    let sent: SentRows = { folder: '', record: '' };
    const env = { CATBIRD_MYSQL_USERNAME: USER, CATBIRD_MYSQL_PASSWORD: PASSWORD };
    const url = (more = ''): string => `mariadb://127.0.0.1:${port}/test${more}`;
    const options = (): string[] => ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${USER}`];
    const sql = async (statement: string): Promise<string> => {
      const args = [...options(), '-N', '-B', 'test', '-e', statement];
      const { stdout } = await run(client ?? '', args, { env: { MYSQL_PWD: PASSWORD } });
      return stdout.trim();
    };

    beforeAll(async () => {
      [port = 0] = await freePorts(1);
      const peer = {
        program: server ?? '',
        installer: installer ?? '',
        port,
        user: USER,
        password: PASSWORD,
      };
      const started = await startMariadb(peer);
      stop = () => started.stop();
      const place = await mkdtemp(join(tmpdir(), 'catbird-mariadb-'));
      const path = join(place, 'rows.ndjson');
      sent = await send(['file', '--path', path]);
      const rows = jsonLines(await readFile(path, 'utf8')) as readonly Record<string, unknown>[];
      const values = rows.map(
        (row) =>
          `(${Object.keys(PLAIN)
            .map((name) => literal(row[name]))
            .join(', ')})`,
      );
      const list = Object.entries(PLAIN).map(([name, type]) => `\`${name}\` ${type}`);
      const script = join(place, 'rows.sql');
      await writeFile(
        script,
        `CREATE TABLE plain (${list.join(', ')});\nINSERT INTO plain VALUES\n${values.join(',\n')};\n`,
      );
      await run('sh', ['-c', `"$0" ${options().join(' ')} test < "$1"`, client ?? '', script], {
        env: { MYSQL_PWD: PASSWORD },
      });
    }, 240_000);
    afterAll(() => stop());

    test('with the rows as they were sent is right', async () => {
      const report = await verdictOn(sent.record, [url('?table=plain')], { env });
      expect(report.changed).toEqual([]);
      expect(report).toMatchObject({ code: 0, verdict: 'right', counts: { right: 1500, extra: 0 } });
      const query = ['--query', 'SELECT * FROM test.plain ORDER BY name'];
      expect(await verdictOn(sent.record, [url(), ...query], { env })).toMatchObject({ code: 0 });
    });

    test.each([
      ['seconds', 'at', 'CAST(at AS DATETIME)', /^cut to the second/],
      ['cut', 'note', 'LEFT(note, 20)', /^cut to 20 characters/],
      ['tenths', 'price', 'CAST(price AS DECIMAL(10, 1))', /^rounded to 1 decimal/],
      ['zone', 'at', "CONVERT_TZ(at, '+00:00', '+02:00')", /^2 h later/],
      ['unsigned', 'quantity', 'LEAST(quantity, 65535)', /^limited to an integer of 16 bits without sign/],
    ])('%s: the changed column and its cause are named', async (name, column, expression, cause) => {
      const list = Object.keys(PLAIN).map((each) =>
        each === column ? `${expression} AS ${column}` : `\`${each}\``,
      );
      await sql(`CREATE TABLE t_${name} AS SELECT ${list.join(', ')} FROM plain`);
      const report = await verdictOn(sent.record, [url(`?table=t_${name}`)], { env });
      expect(report).toMatchObject({ code: 99, counts: { missing: 0, extra: 0, doubled: 0 } });
      expect(Object.keys(causesIn(report)), JSON.stringify(report.changed)).toEqual([column]);
      expect(causesIn(report)[column], JSON.stringify(report.changed)).toMatch(cause);
    });

    test.each(['Ecommerce Transactions', 'IoT Sensors', 'Web Sessions'])(
      'filled with the template %s is right',
      async (template) => {
        const table = template.replaceAll(' ', '_').toLowerCase();
        const address = [
          '--url',
          `mysql://127.0.0.1:${port}/test`,
          '--username',
          USER,
          '--password',
          PASSWORD,
        ];
        const { record } = await send(['mysql', ...address, '--table', table, '--create'], { template });
        const report = await verdictOn(record, [url(`?table=${table}`)], { env });
        expect(report.changed).toEqual([]);
        expect(report).toMatchObject({ code: 0, counts: { missing: 0, extra: 0, doubled: 0 } });
      },
      60_000,
    );

    test('judges a sample of the rows, which it looks up', async () => {
      await sql("CREATE TABLE part AS SELECT * FROM plain WHERE country <> 'gb'");
      await sql('INSERT INTO part SELECT * FROM part WHERE number % 100 = 7');
      await checkSample(sent.record, (table) => url(`?table=${table}`), env);
    }, 60_000);

    test('is compared by sums of blocks', async () => {
      await sql(
        'CREATE TABLE blocks (number BIGINT, at DATETIME(3), price DOUBLE, note VARCHAR(20) CHARACTER SET utf8mb4, ok BOOLEAN)',
      );
      const address = ['--url', `mysql://127.0.0.1:${port}/test`, '--username', USER, '--password', PASSWORD];
      await checkBlocks({
        to: ['mysql', ...address, '--table', 'blocks'],
        url: (table) => url(`?table=${table}`),
        env,
        copy: (table, columns, where = 'true') =>
          sql(
            `CREATE TABLE ${table} AS SELECT ${BLOCK_COLUMNS.map((name) => `${columns[name] ?? name} AS ${name}`).join(', ')} FROM blocks WHERE ${where}`,
          ),
        later: 'at + INTERVAL 1 HOUR',
      });
    }, 240_000);

    test('that cannot be read gives no verdict, and a sentence of what to do', async () => {
      const failing = async (source: readonly string[], password = PASSWORD): Promise<string> => {
        const { code, out, err } = await here(['verify', '--record', sent.record, '--source', ...source], {
          env: { ...env, CATBIRD_MYSQL_PASSWORD: password },
        });
        expect(code, err).toBe(1);
        expect(out).toBe('');
        expect(err).toMatch(/^No verdict on rows: mysql /);
        expect(err).not.toContain(password);
        return err;
      };
      expect(await failing([url('?table=gone')])).toMatch(/gone.*Check the name of the table/);
      expect(await failing([url(), '--query', 'SELECT nmae FROM plain'])).toMatch(/nmae.*Check the columns/);
      expect(await failing([url('?table=plain')], 'not-the-password')).toMatch(
        /Check the user name and password/,
      );
      expect(await failing([url(), '--query', 'DELETE FROM plain'])).toMatch(/READ ONLY/i);
      expect(await sql('SELECT COUNT(*) FROM plain')).toBe('1500');
    });
  },
);

/** A value as MariaDB takes it: times without a zone. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const time = /^(\d{4}-\d\d-\d\d)T([\d:.]+)Z$/.exec(text);
  return `'${(time === null ? text : `${time[1]} ${time[2]}`).replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
