import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { findProgram } from '../../../../scripts/programs.js';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { startRedis } from '../../../../scripts/peers/redis.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { postgres } from '../../src/systems/postgres/destination.ts';
import { redis } from '../../src/systems/redis/destination.ts';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';
import { summaryOf } from './subject.ts';

const run = promisify(execFile);
const PASSWORD = 'a-password-of-postgres';
const redisServer = findProgram('redis-server');
const postgresServer = findProgram('postgres');

describe.skipIf(redisServer === undefined)('Rejections by Redis', () => {
  let server: Server;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startRedis({ program: redisServer ?? '', port });
  });
  afterAll(() => server.stop());

  const command = (...args: string[]) => run('redis-cli', ['-p', String(server.port), ...args]);
  const sending = async (stream: string) => {
    const settings = { url: `redis://127.0.0.1:${server.port}`, stream, maxLength: '1000' };
    const connection = await redis.open(configOf(redis, settings), testEnv());
    return { connection, sent: connection.send(batchOf([{ n: 1 }, { n: 2 }]), sendOptions()) };
  };

  test('a database that the server lacks ends the run, instead of rows in another one', async () => {
    const settings = { url: `redis://127.0.0.1:${server.port}/99`, stream: 'lost' };
    const connection = await redis.open(configOf(redis, settings), testEnv());
    const sent = connection.send(batchOf([{ n: 1 }]), sendOptions());
    expect(await deliveryError(sent)).toMatchObject({
      kind: 'not-found',
      hint: 'Check the number of the database at the end of the address.',
    });
    await connection.close();
    expect((await command('EXISTS', 'lost')).stdout.trim()).toBe('0');
  });

  test('a key of another type ends the run', async () => {
    await command('SET', 'text', 'x');
    const { connection, sent } = await sending('text');
    expect(await deliveryError(sent)).toMatchObject({ kind: 'not-found', code: 'WRONGTYPE' });
    await connection.close();
  });

  test('without memory, rows can be retried', async () => {
    await command('CONFIG', 'SET', 'maxmemory', '1');
    const { connection, sent } = await sending('events');
    expect(await deliveryError(sent)).toMatchObject({ kind: 'unavailable', code: 'OOM' });
    await command('CONFIG', 'SET', 'maxmemory', '0');
    const receipt = await connection.send(batchOf([{ n: 1 }]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 1 });
    await connection.close();
  });
});

test('a server that responds to XADD without an ID confirms nothing', async () => {
  const REPLIES: Readonly<Record<string, string>> = {
    info: '$19\r\nredis_version:7.0.0\r\n',
    xadd: '+OK\r\n',
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      // A command is a list of strings, starting with its name. https://redis.io/docs/latest/develop/reference/protocol-spec/
      for (const [, name = ''] of String(bytes).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(REPLIES[name.toLowerCase()] ?? '+OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { url: `redis://127.0.0.1:${port}`, stream: 'events' };
  const connection = await redis.open(configOf(redis, settings), testEnv());
  const error = await deliveryError(connection.send(batchOf([{ n: 1 }, { n: 2 }]), sendOptions()));
  expect(error).toMatchObject({ kind: 'unconfirmed', uncertain: true, detail: '"OK"' });
  expect(error.message).toBe(`127.0.0.1:${port} responded but confirmed 0 of 2 events: "OK"`);
  await connection.close();
  server.close();
});

describe.skipIf(postgresServer === undefined)('Rejections by Postgres', () => {
  let server: Server;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startPostgres({ program: postgresServer ?? '', port, password: PASSWORD });
  });
  afterAll(() => server.stop());

  const psql = async (statement: string): Promise<string> => {
    const args = ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'postgres', '-XqAt', '-c', statement];
    return (await run('psql', args, { env: { ...process.env, PGPASSWORD: PASSWORD } })).stdout.trim();
  };
  const opened = (settings: Readonly<Record<string, string>>) =>
    postgres.open(
      configOf(postgres, {
        url: `postgres://127.0.0.1:${server.port}/postgres`,
        username: 'postgres',
        password: PASSWORD,
        ...settings,
      }),
      testEnv(),
    );

  /** Streams numbers from 1, as many as asked for. */
  const numbers = async (limit: number, table: string, ...more: string[]) => {
    const flags = ['--url', `postgres://127.0.0.1:${server.port}/postgres`, '--username', 'postgres'];
    const rows = ['--schema', '-', '--eps', 'max', '--limit', String(limit), '--json'];
    const ended = await here(['postgres', ...flags, '--table', table, ...rows, ...more], {
      env: { CATBIRD_POSTGRES_PASSWORD: PASSWORD },
      input: '{"n": {"type": "catbird.sequence"}}',
    });
    const lines = jsonLines(ended.err) as Readonly<Record<string, unknown>>[];
    const errors = lines.filter(({ type }) => type === 'error');
    return { code: ended.code, summary: summaryOf(ended), errors };
  };

  test('good rows are stored whatever the number of bad ones, which are rejected with the server’s reason', async () => {
    await psql('CREATE TABLE numbers (n int UNIQUE CHECK (n <= 360))');
    await psql('INSERT INTO numbers SELECT 2 * n FROM generate_series(1, 180) AS n');
    const first = await numbers(400, 'numbers', '--on-failure', 'continue');
    expect(first.summary).toMatchObject({ reason: 'limit', accepted: 180, rejected: 220, failed: 0 });
    expect(await psql('SELECT count(*) FROM numbers')).toBe('360');
    // Not one for each row.
    expect(new Set(first.errors.map(({ code }) => code))).toEqual(new Set(['23505', '23514']));
    expect(first.errors.length).toBeLessThan(20);
  });

  test('by default, the first bad row ends the stream at once, and the error says what to do', async () => {
    await psql('CREATE TABLE users (n int PRIMARY KEY)');
    await psql('CREATE TABLE orders (n int PRIMARY KEY REFERENCES users)');
    const early = await numbers(5000, 'orders');
    expect(early.code).toBe(1);
    expect(early.summary).toMatchObject({ reason: 'failed', accepted: 0 });
    expect(early.errors[0]).toMatchObject({ code: '23503' });
    expect(early.errors[0]?.['message']).toContain('Key (n)=(1) is not present in table "users"');
    expect(early.errors[0]?.['hint']).toContain('load its table first');
    await psql('INSERT INTO users SELECT generate_series(1, 5000)');
    expect(await numbers(5000, 'orders')).toMatchObject({ code: 0, summary: { accepted: 5000 } });
    const again = await numbers(5000, 'orders');
    expect(again.errors[0]).toMatchObject({ code: '23505' });
    expect(again.errors[0]?.['hint']).toContain('--conflict skip');
    const skipping = await numbers(5000, 'orders', '--conflict', 'skip');
    expect(skipping).toMatchObject({ code: 0, summary: { accepted: 5000 } });
    expect(await psql('SELECT count(*) FROM orders')).toBe('5000');
    // A delete of a row that others refer to has another remedy.
    const changing = await opened({ table: 'users', changeField: 'change' });
    const change = { before: { n: 1 }, after: null, op: 'd', source: { sequence: 2 } };
    const refused = await deliveryError(changing.send(batchOf([{ change }]), sendOptions()));
    expect(refused).toMatchObject({ kind: 'rejected', code: '23503' });
    expect(refused.hint).toContain('Other rows refer to this one: delete them first');
    await changing.close();
  });

  test('rows that a trigger skips do not count as stored, and the others do', async () => {
    await psql('CREATE TABLE evens (n int)');
    await psql(
      "CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.n % 2 = 1 THEN RETURN NULL; END IF; RETURN NEW; END'",
    );
    await psql('CREATE TRIGGER odd BEFORE INSERT ON evens FOR EACH ROW EXECUTE FUNCTION odd()');
    const connection = await opened({ table: 'evens' });
    const rows = Array.from({ length: 10 }, (_, n) => ({ n }));
    const receipt = await connection.send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({ accepted: 5, rejected: 0, unconfirmed: { rows: 5 } });
    // The count does not identify the rows.
    expect(receipt.unconfirmed?.places).toBeUndefined();
    expect(receipt.unconfirmed?.error).toMatchObject({ kind: 'unconfirmed', uncertain: true });
    expect(receipt.unconfirmed?.error.message).toMatch(/responded but confirmed 5 of 10 events: INSERT 0 5$/);
    expect(receipt.unconfirmed?.error.hint).toContain('A trigger or rule of evens');
    expect(await psql('SELECT count(*) FROM evens')).toBe('5');
    expect(await deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()))).toMatchObject({
      kind: 'unconfirmed',
    });
    await connection.close();
  });

  test('a server that is shut down during a statement may have stored its rows', async () => {
    await psql('CREATE TABLE slow (n int)');
    await psql(
      "CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'",
    );
    await psql('CREATE TRIGGER rest BEFORE INSERT ON slow FOR EACH ROW EXECUTE FUNCTION rest()');
    const connection = await opened({ table: 'slow' });
    const refused = deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()));
    const ended =
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'catbird' AND wait_event = 'PgSleep'";
    await expect.poll(() => psql(ended)).toBe('1');
    expect(await refused).toMatchObject({ kind: 'unavailable', code: '57P01', uncertain: true });
    await connection.close();
  });

  test('a missing table, column and database are reported', async () => {
    await psql('CREATE TABLE known (n int)');
    const url = `postgres://127.0.0.1:${server.port}/nowhere`;
    for (const [settings, code] of [
      [{ table: 'unknown' }, '42P01'],
      [{ table: 'known', column: 'event' }, '42703'],
      [{ table: 'known', url }, '3D000'],
    ] as const) {
      const connection = await opened(settings);
      const error = await deliveryError(connection.send(batchOf([{ n: 1 }]), sendOptions()));
      expect(error).toMatchObject({ kind: 'not-found', code });
      await connection.close();
    }
  });

  test('quotes and statements in names are escaped', async () => {
    await psql('CREATE TABLE "odd; table" ("a ""b""; DROP" int)');
    const connection = await opened({ table: 'odd; table' });
    expect(await connection.send(batchOf([{ 'a "b"; DROP': 1 }]), sendOptions())).toMatchObject({
      accepted: 1,
    });
    await connection.close();
    expect(await psql('SELECT * FROM "odd; table"')).toBe('1');
  });
});
