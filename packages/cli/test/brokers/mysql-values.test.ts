import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { findProgram } from '../../../../scripts/programs.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { mysql } from '../../src/systems/mysql/destination.ts';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';
import { mariadb, PASSWORD, PROGRAMS, started, USER } from './mysql.ts';
import { summaryOf } from './subject.ts';

const programs = PROGRAMS.map(findProgram).filter((program) => program !== undefined);

describe.skipIf(programs.length < PROGRAMS.length)('MariaDB', () => {
  let server: Server;
  beforeAll(async () => {
    server = await started(programs, await freePorts(1));
  });
  afterAll(() => server.stop());

  const sql = async (statement: string): Promise<string> =>
    (await mariadb(server.port, statement)).join('\n');
  const opened = (settings: Readonly<Record<string, string>>) =>
    mysql.open(
      configOf(mysql, {
        url: `mysql://127.0.0.1:${server.port}/test`,
        username: USER,
        password: PASSWORD,
        ...settings,
      }),
      testEnv(),
    );
  const sent = async (settings: Readonly<Record<string, string>>, rows: readonly unknown[]) => {
    const connection = await opened(settings);
    try {
      return await connection.send(batchOf(rows), sendOptions());
    } finally {
      await connection.close();
    }
  };

  /** Streams numbers from 1, as many as asked for. */
  const numbers = async (limit: number, table: string, ...more: string[]) => {
    const flags = ['--url', `mysql://127.0.0.1:${server.port}/test`, '--username', USER];
    const rows = ['--schema', '-', '--eps', 'max', '--limit', String(limit), '--json'];
    const ended = await here(['mysql', ...flags, '--table', table, ...rows, ...more], {
      env: { CATBIRD_MYSQL_PASSWORD: PASSWORD },
      input: '{"n": {"type": "catbird.sequence"}}',
    });
    const lines = jsonLines(ended.err) as Readonly<Record<string, unknown>>[];
    const errors = lines.filter(({ type }) => type === 'error');
    return { code: ended.code, summary: summaryOf(ended), errors };
  };

  test('100,000 rows are as many for the server’s own client', async () => {
    await sql('CREATE TABLE many (n int PRIMARY KEY)');
    expect(await numbers(100_000, 'many')).toMatchObject({ code: 0, summary: { accepted: 100_000 } });
    expect(await sql('SELECT count(*), min(n), max(n), sum(n) FROM many')).toBe(
      '100000\t1\t100000\t5000050000',
    );
  });

  test('values have the types of their columns, and lose nothing', async () => {
    await sql(`SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'; SET GLOBAL time_zone = '+05:00'`);
    await sql(`CREATE TABLE typed (
      id int AUTO_INCREMENT PRIMARY KEY, whole bigint unsigned, amount decimal(38, 10), ratio double, is_on boolean, bits bit(8),
      at datetime(6), stamp timestamp(3) NULL, day date, document json, label text, raw blob, kind enum('1', 'true'))`);
    const raw = `{"id":0,"whole":18446744073709551615,"amount":1234567890123456789012345678.0123456789,"ratio":5e-324,"is_on":true,
      "bits":5,"at":"2026-11-20T23:30:00.123456Z","stamp":"2026-11-20T23:30:00.123-02:00","day":"2026-11-20T23:30:00.000Z",
      "document":"text","label":9007199254740993.10,"raw":"\\u0000\\\\'\\n🐦","kind":1}`;
    const other = {
      id: 1,
      is_on: false,
      document: { list: [1, null, true, "it's"] },
      label: [1, { a: '\\' }],
      kind: true,
      at: 'yesterday',
    };
    const bytes = Buffer.from(`${raw.replaceAll('\n', '')}\n${JSON.stringify({ ...other, at: null })}\n`);
    const first = bytes.indexOf('\n') + 1;
    const batch = { first: 0, count: 2, bytes, ends: Uint32Array.of(first, bytes.length) };
    const connection = await opened({ table: 'typed' });
    expect(await connection.send(batch, sendOptions())).toMatchObject({ accepted: 2 });
    expect(
      await sql(`SET time_zone = '+00:00'; SELECT id, whole, amount, ratio, is_on, bits + 0, at, stamp, day, document, label, hex(raw), kind
        FROM typed ORDER BY id`),
    ).toBe(
      [
        '0\t18446744073709551615\t1234567890123456789012345678.0123456789\t5e-324\t1\t5\t2026-11-20 23:30:00.123456' +
          '\t2026-11-21 01:30:00.123\t2026-11-20\t"text"\t9007199254740993.10\t005C270AF09F90A6\t1',
        '1\tNULL\tNULL\tNULL\t0\tNULL\tNULL\tNULL\tNULL\t{"list":[1,null,true,"it\'s"]}\t[1,{"a":"\\\\"}]\tNULL\ttrue',
      ].join('\n'),
    );
    for (const [row, code] of [
      [other, '1292'],
      [{ whole: 1.5 }, undefined],
      [{ whole: -1 }, '1264'],
      [{ amount: 'x' }, '1366'],
      [{ kind: 'other' }, '1265'],
      [{ id: 1 }, '1062'],
    ] as const)
      expect(await deliveryError(connection.send(batchOf([row]), sendOptions()))).toMatchObject({
        kind: 'rejected',
        code,
        divisible: true,
        uncertain: false,
      });
    await connection.close();
    await sql(`SET GLOBAL sql_mode = DEFAULT; SET GLOBAL time_zone = DEFAULT`);
  });

  test('good rows are stored whatever the number of bad ones, which are rejected with the server’s reason', async () => {
    await sql('CREATE TABLE numbers (n int UNIQUE CHECK (n <= 360))');
    await sql('INSERT INTO numbers SELECT 2 * seq FROM seq_1_to_180');
    const first = await numbers(400, 'numbers', '--on-failure', 'continue');
    expect(first.summary).toMatchObject({ reason: 'limit', accepted: 180, rejected: 220, failed: 0 });
    expect(await sql('SELECT count(*) FROM numbers')).toBe('360');
    expect(new Set(first.errors.map(({ code }) => code))).toEqual(new Set(['1062', '4025']));
    expect(first.errors.length).toBeLessThan(20);
  });

  test('by default, the first bad row ends the stream at once, and the error says what to do', async () => {
    await sql('CREATE TABLE users (n int PRIMARY KEY)');
    await sql('CREATE TABLE orders (n int PRIMARY KEY, note text, FOREIGN KEY (n) REFERENCES users (n))');
    const early = await numbers(5000, 'orders');
    expect(early.code).toBe(1);
    expect(early.summary).toMatchObject({ reason: 'failed', accepted: 0 });
    expect(early.errors[0]).toMatchObject({ code: '1452' });
    expect(early.errors[0]?.['hint']).toContain('load its table first');
    await sql('INSERT INTO users SELECT seq FROM seq_1_to_5000');
    expect(await numbers(5000, 'orders')).toMatchObject({ code: 0, summary: { accepted: 5000 } });
    const again = await numbers(5000, 'orders');
    expect(again.errors[0]).toMatchObject({ code: '1062' });
    expect(again.errors[0]?.['hint']).toContain('--conflict skip');
    const skipping = await numbers(5000, 'orders', '--conflict', 'skip');
    expect(skipping).toMatchObject({ code: 0, summary: { accepted: 5000 } });
    expect(await sql('SELECT count(*) FROM orders')).toBe('5000');
    // A delete of a row that others refer to has another remedy.
    const changing = await opened({ table: 'users', changeField: 'change' });
    const change = { before: { n: 1 }, after: null, op: 'd', source: { sequence: 2 } };
    const refused = await deliveryError(changing.send(batchOf([{ change }]), sendOptions()));
    expect(refused).toMatchObject({ kind: 'rejected', code: '1451' });
    expect(refused.hint).toContain('Other rows refer to this one: delete them first');
    await changing.close();
  });

  test('existing rows are refused, skipped or updated, and other errors are never hidden', async () => {
    await sql('CREATE TABLE kept (id int PRIMARY KEY, n int, note varchar(3) DEFAULT "new")');
    const rows = [
      { id: 1, n: 1, note: 'a' },
      { id: 2, n: 2 },
    ];
    await sent({ table: 'kept' }, rows);
    const changed = [
      { id: 1, n: 10, note: 'b' },
      { id: 2, n: 2, note: 'new' },
      { id: 3, n: 30 },
      { id: 3, n: 31 },
    ];
    const stored = (): Promise<string> => sql("SELECT group_concat(id, ':', n, note ORDER BY id) FROM kept");
    expect(await deliveryError(sent({ table: 'kept' }, changed))).toMatchObject({ code: '1062' });
    expect(await stored()).toBe('1:1a,2:2new');
    expect(await sent({ table: 'kept', conflict: 'skip' }, changed)).toMatchObject({ accepted: 4 });
    expect(await stored()).toBe('1:1a,2:2new,3:30new');
    expect(await sent({ table: 'kept', conflict: 'update' }, changed)).toMatchObject({ accepted: 4 });
    expect(await stored()).toBe('1:10b,2:2new,3:31new');
    for (const conflict of ['skip', 'update'])
      expect(
        await deliveryError(sent({ table: 'kept', conflict }, [{ id: 4, n: 4, note: 'long' }])),
      ).toMatchObject({ kind: 'rejected', code: '1406' });
  });

  test('a request beyond max_allowed_packet is sent in parts, and a row beyond it is rejected', async () => {
    const [most = ''] = await mariadb(server.port, 'SELECT @@max_allowed_packet');
    await sql('SET GLOBAL max_allowed_packet = 16384; CREATE TABLE long_texts (t mediumtext)');
    const connection = await opened({ table: 'long_texts' });
    const row = { t: 'x'.repeat(10_000) };
    expect(await deliveryError(connection.send(batchOf([row, row]), sendOptions()))).toMatchObject({
      kind: 'too-large',
      uncertain: false,
    });
    expect(await connection.send(batchOf([row]), sendOptions())).toMatchObject({ accepted: 1 });
    await connection.close();
    const flags = ['--url', `mysql://127.0.0.1:${server.port}/test`, '--username', USER, '--json'];
    const ended = await here(
      ['mysql', ...flags, '--table', 'long_texts', '--schema', '-', '--eps', 'max', '--limit', '100'],
      {
        env: { CATBIRD_MYSQL_PASSWORD: PASSWORD },
        input: '{"t": {"type": "string.alpha", "params": {"length": {"min": 1, "max": 20000}}}}',
      },
    );
    const { accepted, rejected } = summaryOf(ended);
    expect(Number(accepted) + Number(rejected), ended.err).toBe(100);
    expect(Number(rejected)).toBeGreaterThan(5);
    expect(Number(await sql('SELECT count(*) FROM long_texts'))).toBe(Number(accepted) + 1);
    await sql(`SET GLOBAL max_allowed_packet = ${most}`);
  });

  test('rows of an engine without transactions may be stored although their statement failed', async () => {
    await sql('CREATE TABLE loose (n int PRIMARY KEY) ENGINE = MyISAM');
    const rows = [{ n: 1 }, { n: 2 }, { n: 1 }];
    expect(await deliveryError(sent({ table: 'loose' }, rows))).toMatchObject({
      kind: 'rejected',
      code: '1062',
      uncertain: true,
      divisible: false,
    });
    expect(await sql('SELECT count(*) FROM loose')).toBe('2');
    expect(await deliveryError(sent({ table: 'loose' }, [{ n: 1 }]))).toMatchObject({ uncertain: false });
    const changes = { table: 'loose', changeField: 'change' };
    expect(await deliveryError(sent(changes, [{ change: null }]))).toMatchObject({
      kind: 'not-found',
      hint: expect.stringContaining('InnoDB'),
    });
  });

  test('a lock that another transaction holds is waited for, then tried again', async () => {
    await sql('CREATE TABLE locked (n int PRIMARY KEY); SET GLOBAL innodb_lock_wait_timeout = 1');
    const holding = sql('BEGIN; INSERT INTO locked VALUES (1); SELECT sleep(3); ROLLBACK');
    await expect
      .poll(() => sql("SELECT count(*) FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT sleep(3)'"))
      .toBe('1');
    const connection = await opened({ table: 'locked' });
    expect(await deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()))).toMatchObject({
      kind: 'unavailable',
      code: '1205',
      uncertain: false,
    });
    await connection.close();
    await holding;
    expect(await numbers(1, 'locked')).toMatchObject({ summary: { accepted: 1 } });
    await sql('SET GLOBAL innodb_lock_wait_timeout = DEFAULT');
  }, 20_000);

  test('a connection that ends during a statement may have stored its rows', async () => {
    await sql('CREATE TABLE slow (n int)');
    await sql('CREATE TRIGGER rest BEFORE INSERT ON slow FOR EACH ROW SET NEW.n = NEW.n + sleep(60)');
    const connection = await opened({ table: 'slow' });
    const refused = deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()));
    const find = "SELECT ID FROM information_schema.PROCESSLIST WHERE STATE = 'User sleep'";
    await expect.poll(() => sql(find)).toMatch(/^\d+$/);
    await sql(`KILL ${await sql(find)}`);
    expect(await refused).toMatchObject({ uncertain: true });
    expect(['network', 'unavailable']).toContain((await refused).kind);
    await connection.close();
  });

  test('after the server closed an idle connection, rows were certainly not sent, and a new one takes them', async () => {
    await sql('CREATE TABLE rare (n int); SET GLOBAL wait_timeout = 1');
    const connection = await opened({ table: 'rare' });
    const send = () => connection.send(batchOf([{ n: 1 }]), sendOptions());
    await send();
    const others =
      'SELECT count(*) FROM information_schema.PROCESSLIST WHERE ID <> connection_id() AND USER = "a_user"';
    await expect.poll(() => sql(others)).toBe('0');
    expect(await deliveryError(send())).toMatchObject({ kind: 'network', uncertain: false });
    expect(await send()).toMatchObject({ accepted: 1 });
    await connection.close();
    expect(await sql('SELECT count(*) FROM rare; SET GLOBAL wait_timeout = DEFAULT')).toBe('2');
  }, 20_000);

  test('a missing table, column and database are reported', async () => {
    await sql('CREATE TABLE known (n int)');
    for (const [settings, code] of [
      [{ table: 'unknown' }, '1146'],
      [{ table: 'known', column: 'event' }, '1054'],
      [{ table: 'known', url: `mysql://127.0.0.1:${server.port}/nowhere` }, '1049'],
    ] as const)
      expect(await deliveryError(sent(settings, [{ n: 1 }]))).toMatchObject({ kind: 'not-found', code });
  });

  test('quotes and statements in names and values are escaped', async () => {
    await sql('CREATE TABLE `odd; table` (`a ``b``; DROP` text)');
    const value = `'); DROP TABLE known; -- \\'`;
    expect(await sent({ table: 'odd; table' }, [{ 'a `b`; DROP': value }])).toMatchObject({ accepted: 1 });
    expect(await sql('SELECT * FROM `odd; table`')).toBe(value);
  });
});
