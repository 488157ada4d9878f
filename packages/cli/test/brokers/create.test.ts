import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { findProgram } from '../../../../scripts/programs.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { destinations } from '../../src/destinations/list.ts';
import { here } from '../here.ts';
import { openedStore, postgres as postgresStore, type RunningStore } from '../stores/suite.ts';
import { ENTITIES, SCHEMAS } from './changes.ts';
import { clickhouse, PASSWORD as CLICKHOUSE_PASSWORD, query, USER as CLICKHOUSE_USER } from './clickhouse.ts';
import { mariadb, mysql, PASSWORD as MARIADB_PASSWORD, USER as MARIADB_USER } from './mysql.ts';
import { PASSWORD as POSTGRES_PASSWORD, postgres, psql } from './postgres.ts';
import { summaryOf } from './subject.ts';

const SIMPLE = {
  id: { type: 'string.uuid' },
  n: { type: 'number.int', params: { max: 300 } },
  amount: { type: 'number.float', nulls: 0.2 },
  'a "name" `of` it': { type: 'lorem.words' },
  tags: { type: 'lorem.word', count: { min: 0, max: 3 } },
};

/** With types that an old ClickHouse lacks. */
const FULL = {
  ...SIMPLE,
  at: { type: 'date.recent' },
  day: { type: 'date.birthdate' },
  is_on: { type: 'datatype.boolean' },
  state: { type: 'helpers.arrayElement', params: [['open', 'closed']], missing: 0.3 },
  place: { type: 'airline.airport' },
};

const databases = [
  {
    subject: postgres[0],
    sql: psql,
    schema: FULL,
    credentials: ['--username', 'postgres', '--password', POSTGRES_PASSWORD],
    statement: /CREATE TABLE "(events)" \( "id" uuid NOT NULL, "n" integer NOT NULL,/,
    isKeyed: true,
  },
  {
    subject: mysql[0],
    sql: mariadb,
    schema: FULL,
    credentials: ['--username', MARIADB_USER, '--password', MARIADB_PASSWORD],
    statement:
      /CREATE TABLE `(events)` \( `id` char\(36\) NOT NULL, `n` int NOT NULL,.*\) DEFAULT CHARSET = utf8mb4/,
    isKeyed: true,
  },
  {
    subject: clickhouse[0],
    sql: async (_port: number, statement: string) =>
      (await query(statement)).split('\n').filter((line) => line !== ''),
    schema: SIMPLE,
    credentials: ['--username', CLICKHOUSE_USER, '--password', CLICKHOUSE_PASSWORD],
    statement: /CREATE TABLE `(events)` \( `id` UUID, `n` UInt16,.*\) ENGINE = MergeTree ORDER BY tuple\(\)/,
    isKeyed: false,
  },
];

describe.each(databases)('a missing table in $subject.command', (database) => {
  const { subject, sql, schema, credentials, statement, isKeyed } = database;
  if (subject === undefined) throw new Error('There is no such database');
  const programs = subject.programs.map(findProgram).filter((program) => program !== undefined);
  if (programs.length < subject.programs.length) {
    test.skip('needs the database', () => undefined);
    return;
  }
  let server: Server;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-create-'));
    server = await subject.start(programs, await freePorts(4));
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const flags = (table: string, ...more: string[]) =>
    ['--url', subject.at(server.port)['url'] ?? '', '--table', table].concat(credentials, more);
  const streaming = (table: string, fields: object, ...more: string[]) =>
    here(
      [subject.command, ...flags(table, ...more), '--schema', '-', '--seed', '7', '--eps', 'max', '--json']
        // A request that took long would be sent twice.
        .concat('--timeout', '60s'),
      { input: JSON.stringify(fields) },
    );
  const count = async (table: string): Promise<number> =>
    Number((await sql(server.port, `SELECT count(*) FROM ${table}`))[0]);

  test('is an error that shows how to create it; with --create, it is created by all requests at once', async () => {
    const refused = await streaming('events', schema, '--limit', '800');
    expect(refused.code).toBe(1);
    expect(summaryOf(refused)).toMatchObject({ accepted: 0 });
    expect(refused.err).toContain('Create it with --create');
    expect(refused.err.replaceAll('\\"', '"').replaceAll('\\\\', '\\')).toMatch(statement);
    const checked = await here(['check', subject.command, ...flags('events')]);
    expect(checked.code).toBe(1);
    const willBe = await here(['check', subject.command, ...flags('events', '--create')]);
    expect(willBe.code, willBe.err).toBe(0);
    expect(willBe.err).toContain('a stream creates it');
    const many = ['--limit', '800', '--batch-rows', '100', '--in-flight', '8'];
    const sent = await streaming('events', schema, '--create', ...many);
    expect(sent.code, sent.err).toBe(0);
    expect(await count('events')).toBe(800);
    // It is there now.
    expect((await streaming('events', schema, '--limit', '10')).code).toBe(0);
  });

  test('is created for each route', async () => {
    const fields = {
      to: { type: 'helpers.arrayElement', params: [['one', 'two']], hidden: true },
      id: SIMPLE.id,
    };
    const sent = await streaming('to_{{to}}', fields, '--limit', '200', '--create');
    expect(sent.code, sent.err).toBe(0);
    expect((await count('to_one')) + (await count('to_two'))).toBe(200);
  });

  // Catbird sends no changes to ClickHouse, and an old one lacks the type of whole events.
  if (!isKeyed) return;

  test('is created once by connections that do so at the same time, whatever each of them meets', async () => {
    const destination = destinations.find(({ command }) => command === subject.command);
    if (destination === undefined) throw new Error(`Unknown destination ${subject.command}`);
    const [, username, , password] = credentials;
    const url = subject.at(server.port)['url'];
    const settings = { url, username, password, table: 'at_once', column: 'event', create: true };
    const connection = await destination.open(configOf(destination, settings), testEnv());
    for (let round = 0; round < 30; round++) {
      await Promise.all(
        Array.from({ length: 8 }, () => connection.send(batchOf([{ round }]), sendOptions())),
      );
      expect(await count('at_once')).toBe(8);
      await sql(server.port, 'DROP TABLE at_once');
    }
    await connection.close();
  });

  test('has the key of changed rows, and changes lead to the snapshot', async () => {
    const config = join(folder, 'shop.json');
    const settings = {
      url: subject.at(server.port)['url'],
      table: 'customers',
      changeField: 'change',
      create: true,
    };
    const [, username = '', , password = ''] = credentials;
    await writeFile(
      config,
      JSON.stringify({
        seed: 7,
        destination: subject.command,
        settings: { ...settings, username, password },
        from: '2026-11-20',
        to: '2026-11-20T01:00:00Z',
        starts: 0.2,
        entities: ENTITIES,
        schema: SCHEMAS.customers,
      }),
    );
    const ended = await here(['run', config, '--json']);
    expect(ended.code, ended.err).toBe(0);
    const { out } = await here([
      'sample',
      '--config',
      config,
      '--entity',
      'customer',
      '--at',
      '2026-11-20T01:00:00Z',
    ]);
    const ids = out
      .trimEnd()
      .split('\n')
      .map((line) => String((JSON.parse(line) as { customer_id: number }).customer_id));
    expect(ids.length).toBeGreaterThan(100);
    const stored = await sql(server.port, 'SELECT customer_id FROM customers ORDER BY customer_id');
    expect(stored).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
  });

  test('has one column for whole events', async () => {
    const sent = await streaming('whole', schema, '--limit', '50', '--create', '--column', 'event');
    expect(sent.code, sent.err).toBe(0);
    expect((await sql(server.port, 'SELECT event FROM whole'))[0]).toContain('"amount":');
  });
});

describe.skipIf(findProgram('postgres') === undefined)('in Postgres', () => {
  let store: RunningStore;
  beforeAll(async () => void (store = await postgresStore.start()));
  afterAll(() => store.stop());
  const port = () => Number(new URL(store.address).port);

  test('a table whose name a type has is an error that says so', async () => {
    await psql(port(), 'CREATE DOMAIN blocked AS integer');
    const flags = ['--url', `postgres://127.0.0.1:${port()}/postgres`, '--table', 'blocked', '--create'];
    const refused = await here(
      ['postgres', ...flags, '--password', POSTGRES_PASSWORD, '--schema', '-', '--limit', '1'],
      { input: '{"n": {"type": "number.int"}}' },
    );
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('type "blocked" already exists');
    expect(refused.err).toContain('choose another table name');
  });

  test('the table of states is created once by streams that start at the same time', async () => {
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openedStore(`${store.address}/once`, {})),
    );
    for (let round = 0; round < 30; round++) {
      const loaded = await Promise.all(stores.map((each) => each.load('0/1')));
      expect(loaded).toEqual(stores.map(() => undefined));
      await psql(port(), 'DROP TABLE catbird_state');
    }
    await Promise.all(stores.map((each) => each.close()));
  });
});
