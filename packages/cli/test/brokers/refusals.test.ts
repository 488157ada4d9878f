import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram, freePorts } from '../../../../scripts/peers.js';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { startRedis } from '../../../../scripts/peers/redis.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../core/test/destinations/contract.ts';
import { postgres } from '../../src/destinations/postgres.ts';
import { redis } from '../../src/destinations/redis.ts';

const run = promisify(execFile);
const PASSWORD = 'a-password';
const redisServer = await findProgram('redis-server');
const postgresServer = await findProgram('postgres');

describe.skipIf(redisServer === undefined)('What Redis refuses', () => {
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

  test('a key that holds something else ends the run', async () => {
    await command('SET', 'text', 'x');
    const { connection, sent } = await sending('text');
    expect(await deliveryError(sent)).toMatchObject({ kind: 'not-found', code: 'WRONGTYPE' });
    await connection.close();
  });

  test('without memory the rows are for another time', async () => {
    await command('CONFIG', 'SET', 'maxmemory', '1');
    const { connection, sent } = await sending('events');
    expect(await deliveryError(sent)).toMatchObject({ kind: 'unavailable', code: 'OOM' });
    await command('CONFIG', 'SET', 'maxmemory', '0');
    const receipt = await connection.send(batchOf([{ n: 1 }]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 1 });
    await connection.close();
  });
});

describe.skipIf(postgresServer === undefined)('What Postgres refuses', () => {
  let server: Server;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startPostgres({ program: postgresServer ?? '', port, password: PASSWORD });
  }, 60_000);
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

  test('of a batch only the rows that do not fit are refused', async () => {
    await psql('CREATE TABLE numbers (n int UNIQUE CHECK (n < 90))');
    const connection = await opened({ table: 'numbers' });
    const rows = Array.from({ length: 100 }, (_, n) => ({ n }));
    const receipt = await connection.send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 90,
      rejected: 10,
      refusal: { kind: 'rejected', code: '23514' },
    });
    expect(await psql('SELECT count(*) FROM numbers')).toBe('90');
    // All are there: none is stored twice, and that is said.
    expect(await deliveryError(connection.send(batchOf(rows.slice(0, 5)), sendOptions()))).toMatchObject({
      kind: 'rejected',
      code: '23505',
    });
    await connection.close();
    const skipping = await opened({ table: 'numbers', conflict: 'skip' });
    expect(await skipping.send(batchOf(rows.slice(0, 5)), sendOptions())).toMatchObject({ accepted: 5 });
    await skipping.close();
    expect(await psql('SELECT count(*) FROM numbers')).toBe('90');
  });

  test('a table, a column and a database that are not there are said', async () => {
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

  test('names with quotes and statements in them are names', async () => {
    await psql('CREATE TABLE "odd; table" ("a ""b""; DROP" int)');
    const connection = await opened({ table: 'odd; table' });
    expect(await connection.send(batchOf([{ 'a "b"; DROP': 1 }]), sendOptions())).toMatchObject({
      accepted: 1,
    });
    await connection.close();
    expect(await psql('SELECT * FROM "odd; table"')).toBe('1');
  });
});
