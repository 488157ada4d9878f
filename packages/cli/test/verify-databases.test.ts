import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import type { Server } from '../../../scripts/peers/server.js';
import { findProgram } from '../../../scripts/programs.js';
import { everyNth } from '../../../test/long.ts';
import {
  clickhouse,
  PASSWORD as CLICKHOUSE_PASSWORD,
  query,
  USER as CLICKHOUSE_USER,
} from './brokers/clickhouse.ts';
import { mariadb, mysql, PASSWORD as MYSQL_PASSWORD, USER as MYSQL_USER } from './brokers/mysql.ts';
import { PASSWORD as POSTGRES_PASSWORD, postgres, psql } from './brokers/postgres.ts';
import type { Subject } from './brokers/subject.ts';
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

/** Another table: its name, the column that differs, its value, and the cause that is found. */
type Change = readonly [name: string, column: string, expression: string, cause: RegExp, before?: string];

/** A database whose tables are verified. */
interface Database {
  readonly subject: Subject | undefined;
  readonly login: { readonly username: string; readonly password: string };
  /** Its address for reading and for writing, without a table. */
  readonly urls: (port: number) => readonly [from: string, to: string];
  readonly sql: (port: number, statement: string) => Promise<string>;
  /** Types of the columns, as rows have them. */
  readonly columns: Readonly<Record<string, string>>;
  /** Behind the columns of a table, and behind those of one without `id`. */
  readonly engine?: (key: string) => string;
  readonly blocks: string;
  readonly later: string;
  readonly quoted: (name: string) => string;
  readonly templates: readonly string[];
  readonly changes: readonly Change[];
  /** Sources that cannot be read, and the message for each. */
  readonly unreadable: readonly (readonly [source: string, query: string | undefined, words: RegExp])[];
}

const ENGINE = (key: string): string => `ENGINE = MergeTree ORDER BY ${key}`;
const COMMON: Database['unreadable'] = [
  ['?table=gone', undefined, /gone.*Check the name of the table/],
  ['', 'SELECT nmae FROM plain', /nmae.*Check the columns/],
];

const DATABASES: readonly Database[] = [
  {
    subject: postgres[0],
    login: { username: 'postgres', password: POSTGRES_PASSWORD },
    urls: (port) => [
      `postgres://postgres@127.0.0.1:${port}/postgres`,
      `postgres://127.0.0.1:${port}/postgres`,
    ],
    sql: async (port, statement) => (await psql(port, statement)).join('\n'),
    quoted: (name) => `"${name}"`,
    columns: {
      id: 'uuid',
      number: 'bigint',
      at: 'timestamptz',
      name: 'text',
      note: 'text',
      code: 'text',
      country: 'text',
      price: 'numeric',
      amount: 'numeric',
      quantity: 'int',
      big: 'bigint',
      active: 'boolean',
      tags: 'jsonb',
    },
    blocks: 'number bigint, at timestamptz, price numeric, note text, ok boolean',
    later: "at + interval '1 hour'",
    templates: ['Ecommerce Transactions', 'Flight Bookings', 'IoT Sensors'],
    changes: [
      ['local', 'at', 'at::timestamp', /local time of Europe\/Berlin/, "SET TIME ZONE 'Europe/Berlin';"],
      ['shifted', 'at', 'at::timestamp', /^5\.5 h later|^330 min later/, "SET TIME ZONE 'Asia/Kolkata';"],
      ['seconds', 'at', 'at::timestamptz(0)', /rounded to the second/],
      ['cut', 'note', 'note::varchar(20)', /^truncated to 20 characters/],
      ['padded', 'code', 'code::char(8)', /^padded to 8 characters/],
      ['single', 'amount', 'amount::real', /single precision/],
      ['rounded', 'price', 'price::numeric(10, 1)', /^rounded to 1 decimal/],
      ['limited', 'quantity', 'least(quantity, 32767)::smallint', /^limited to an integer of 16 bits/],
      ['nulls', 'country', "nullif(country, 'de')", /^null in place of a value/],
      ['upper', 'country', 'upper(country)', /^in upper case/],
    ],
    unreadable: [
      ...COMMON,
      ['?table=nowhere.gone', undefined, /nowhere.gone/],
      ['', 'DELETE FROM plain RETURNING *', /./],
    ],
  },
  {
    subject: mysql[0],
    login: { username: MYSQL_USER, password: MYSQL_PASSWORD },
    urls: (port) => [`mariadb://127.0.0.1:${port}/test`, `mysql://127.0.0.1:${port}/test`],
    sql: async (port, statement) => (await mariadb(port, statement)).join('\n'),
    quoted: (name) => `\`${name}\``,
    columns: {
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
    },
    blocks: 'number BIGINT, at DATETIME(3), price DOUBLE, note VARCHAR(20) CHARACTER SET utf8mb4, ok BOOLEAN',
    later: 'at + INTERVAL 1 HOUR',
    templates: ['Ecommerce Transactions', 'IoT Sensors', 'Web Sessions'],
    changes: [
      ['seconds', 'at', 'CAST(at AS DATETIME)', /^truncated to the second/],
      ['cut', 'note', 'LEFT(note, 20)', /^truncated to 20 characters/],
      ['tenths', 'price', 'CAST(price AS DECIMAL(10, 1))', /^rounded to 1 decimal/],
      ['zone', 'at', "CONVERT_TZ(at, '+00:00', '+02:00')", /^2 h later/],
      ['unsigned', 'quantity', 'LEAST(quantity, 65535)', /^limited to an integer of 16 bits without sign/],
    ],
    unreadable: [...COMMON, ['', 'DELETE FROM plain', /READ ONLY/i]],
  },
  {
    subject: clickhouse[0],
    login: { username: CLICKHOUSE_USER, password: CLICKHOUSE_PASSWORD },
    urls: (port) => [`clickhouse://127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
    sql: async (_, statement) => (await query(statement)).trim(),
    quoted: (name) => `\`${name}\``,
    columns: {
      id: 'UUID',
      number: 'UInt64',
      at: 'String',
      name: 'String',
      note: 'String',
      code: 'String',
      country: 'LowCardinality(String)',
      price: 'Decimal(10, 2)',
      amount: 'Float64',
      quantity: 'UInt32',
      big: 'Int64',
      active: 'UInt8',
      tags: 'Array(String)',
    },
    engine: ENGINE,
    blocks: 'number UInt64, at String, price Decimal(10, 2), note Nullable(String), ok UInt8',
    later: "concat(replaceOne(toString(parseDateTimeBestEffort(at) + 3600), ' ', 'T'), '.000Z')",
    templates: [],
    changes: [
      ['seconds', 'at', 'parseDateTimeBestEffort(at)', /^truncated to the second/],
      ['tenths', 'price', 'toDecimal32(price, 1)', /^truncated to 1 decimal/],
      ['single', 'amount', 'toFloat32(amount)', /single precision/],
      ['wrapped', 'quantity', 'toUInt16(quantity)', /wrapped around as an integer of 16 bits without sign/],
    ],
    unreadable: [
      ...COMMON,
      ['', 'CREATE TABLE made (x UInt8) ENGINE = Memory', /./],
      // The error comes after the first rows.
      ['', 'SELECT number, throwIf(number = 200000) FROM system.numbers LIMIT 1000000', /throwIf/],
    ],
  },
];

// Each starts a server and compares its tables some twenty times.
for (const database of everyNth(3, DATABASES)) {
  const { subject, login, columns, engine = () => '', quoted } = database;
  const programs = (subject?.programs ?? []).map(findProgram).filter((each) => each !== undefined);
  const isMissing = subject === undefined || programs.length < subject.programs.length;
  describe.skipIf(isMissing)(`a table of ${subject?.command}`, () => {
    const name = subject?.command ?? '';
    let port = 0;
    let server: Server | undefined;
    let sent: SentRows = { folder: '', record: '' };
    const prefix = `CATBIRD_${name.toUpperCase()}`;
    const env = { [`${prefix}_USERNAME`]: login.username, [`${prefix}_PASSWORD`]: login.password };
    const sql = (statement: string): Promise<string> => database.sql(port, statement);
    const url = (more = ''): string => `${database.urls(port)[0]}${more}`;
    const table = (each: string): string => url(`?table=${each}`);
    const to = (each: string, ...more: readonly string[]): readonly string[] => [
      name,
      '--url',
      database.urls(port)[1],
      '--username',
      login.username,
      '--password',
      login.password,
      '--table',
      each,
      ...more,
    ];
    const copied = (
      each: string,
      from: string,
      where = '1 = 1',
      own: Readonly<Record<string, string>> = {},
      key = 'id',
    ) => {
      const list = (key === 'id' ? Object.keys(columns) : BLOCK_COLUMNS).map((column) =>
        own[column] === undefined ? quoted(column) : `${own[column]} AS ${quoted(column)}`,
      );
      // ClickHouse would take the alias of a column for the column.
      return `CREATE TABLE ${each} ${engine(key)} AS SELECT ${list.join(', ')} FROM (SELECT * FROM ${from}) old WHERE ${where}`;
    };

    beforeAll(async () => {
      const ports = await freePorts(4);
      [port = 0] = ports;
      server = await subject?.start(programs, ports);
      const list = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`);
      await sql(`CREATE TABLE plain (${list.join(', ')}) ${engine('id')}`);
      sent = await send(to('plain'));
      await sql(copied('part', 'plain', "country <> 'gb'"));
      await sql('INSERT INTO part SELECT * FROM part WHERE number % 100 = 7');
    });
    afterAll(() => server?.stop());

    test('with the rows as they were sent is right, by its name and by a query', async () => {
      const report = await verdictOn(sent.record, [table('plain')], { env });
      expect(report.changed).toEqual([]);
      expect(report).toMatchObject({ code: 0, verdict: 'right', counts: { right: 900, extra: 0 } });
      const source = [url(), '--query', 'SELECT * FROM plain ORDER BY name;'];
      expect(await verdictOn(sent.record, source, { env })).toMatchObject({ code: 0 });
    });

    test.each(
      everyNth(3, database.changes).map(
        ([each, column, value, cause, before = '']) => [each, column, value, cause, before] as const,
      ),
    )('%s: the changed column and its cause are named', async (each, column, value, cause, before) => {
      await sql(`${before}${copied(`t_${each}`, 'plain', '1 = 1', { [column]: value })}`);
      const report = await verdictOn(sent.record, [table(`t_${each}`)], { env });
      expect(report).toMatchObject({ code: 99, counts: { missing: 0, extra: 0, doubled: 0 } });
      expect(Object.keys(causesIn(report)), JSON.stringify(report.changed)).toEqual([column]);
      expect(causesIn(report)[column], JSON.stringify(report.changed)).toMatch(cause);
    });

    test.each(everyNth(2, database.templates))('filled with the template %s is right', async (template) => {
      const each = template.replaceAll(' ', '_').toLowerCase();
      const { record } = await send(to(each, '--create'), { template });
      const report = await verdictOn(record, [table(each)], { env });
      expect(report.changed).toEqual([]);
      expect(report).toMatchObject({ code: 0, counts: { missing: 0, extra: 0, doubled: 0 } });
    });

    test('that lacks rows, or has them twice, is wrong, in whole or by a sample', async () => {
      const { counts } = await verdictOn(sent.record, [table('part')], { env });
      expect(counts.missing).toBe(Number(await sql("SELECT count(*) FROM plain WHERE country = 'gb'")));
      expect(counts.doubled).toBe(Number(await sql('SELECT count(*) - count(DISTINCT id) FROM part')));
      const { out } = await here(['verify', '--record', sent.record, '--source', table('part')], { env });
      expect(out).toMatch(/missing .*country = gb/s);
      await checkSample(sent.record, table, env);
    });

    test('is compared by sums of blocks', async () => {
      await sql(`CREATE TABLE blocks (${database.blocks}) ${engine('number')}`);
      const copy = (each: string, own: Readonly<Record<string, string>>, where?: string) =>
        sql(copied(each, 'blocks', where, own, 'number'));
      await checkBlocks({ to: to('blocks'), url: table, env, copy, later: database.later });
    });

    const failing = async (
      source: readonly string[],
      more: Readonly<Record<string, string>> = {},
    ): Promise<string> => {
      const args = ['verify', '--record', sent.record, '--source', ...source];
      const { code, out, err } = await here(args, { env: { ...env, ...more } });
      expect({ code, out }, err).toEqual({ code: 1, out: '' });
      expect(err).toMatch(new RegExp(`^No verdict on rows: ${name} `));
      for (const secret of [login.password, ...Object.values(more)]) expect(err).not.toContain(secret);
      return err;
    };

    test.each(database.unreadable)(
      '%s %s: no verdict, and a sentence of what to do',
      async (source, statement, words) => {
        expect(
          await failing([url(source), ...(statement === undefined ? [] : ['--query', statement])]),
        ).toMatch(words);
        expect(await sql('SELECT count(*) FROM plain')).toBe('900');
      },
    );

    test('is not read without its password, or without its server', async () => {
      const wrong = { [`${prefix}_PASSWORD`]: 'not-the-password' };
      expect(await failing([table('plain')], wrong)).toMatch(/Check the user name and password/);
      expect(await failing([table('plain').replace(`:${port}`, ':1')])).toMatch(/Nothing is listening there/);
    });

    if (name === 'clickhouse')
      test('whose rows were inserted twice has doubled rows, and none with FINAL', async () => {
        await sql(copied('merged', 'plain').replace('MergeTree', 'ReplacingMergeTree'));
        await sql('SYSTEM STOP MERGES merged');
        await sql('INSERT INTO merged SELECT * FROM merged WHERE number % 10 = 3');
        const twice = await verdictOn(sent.record, [table('merged')], { env });
        expect(twice).toMatchObject({ code: 99, counts: { right: 900, doubled: 90, extra: 0 } });
        expect(await verdictOn(sent.record, [table('merged&final=true')], { env })).toMatchObject({
          code: 0,
        });
      });

    if (name === 'postgres')
      test('has columns of other kinds, with names of SQL, and a name with quotes', async () => {
        const kinds = {
          id: 'id::text',
          name: "convert_to(name, 'UTF8')",
          at: "at AT TIME ZONE 'UTC'",
          price: 'price::double precision',
          big: 'big::numeric(20, 0)',
          active: 'CASE WHEN active THEN 1 ELSE 0 END',
          tags: 'ARRAY(SELECT jsonb_array_elements_text(tags))',
        };
        await sql(copied('other_kinds', 'plain', 'true', kinds));
        expect(await verdictOn(sent.record, [table('other_kinds')], { env })).toMatchObject({
          code: 0,
          changed: [],
        });
        const hostile = 'number AS "select", name AS "a"";DROP TABLE plain"';
        await sql(`CREATE TABLE "a""table" AS SELECT id AS "id", ${hostile} FROM plain`);
        const { code, out } = await here(['verify', '--record', sent.record, '--source', table('a"table')], {
          env,
        });
        expect({ code, out }).toMatchObject({
          code: 99,
          out: expect.stringContaining('Not compared: select, ') as string,
        });
        expect(await sql('SELECT count(*) FROM plain')).toBe('900');
      });
  });
}
