import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startClickhouse } from '../../../scripts/peers/clickhouse.js';
import { findProgram } from '../../../scripts/programs.js';
import { here } from './here.ts';
import { BLOCK_COLUMNS, causesIn, checkBlocks, checkSample, send, verdictOn } from './verified.ts';

const USER = 'a_user';
const PASSWORD = 'a-password-of-the-source';
const run = promisify(execFile);
const [server, client] = (['clickhouse-server', 'clickhouse-client'] as const).map(findProgram);

/** Columns for the rows, as they are. Times without fractions need no more. */
const PLAIN: Readonly<Record<string, string>> = {
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
};

describe.skipIf(server === undefined || client === undefined)('a table of ClickHouse', () => {
  let port = 0;
  let nativePort = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  const env = { CATBIRD_CLICKHOUSE_USERNAME: USER, CATBIRD_CLICKHOUSE_PASSWORD: PASSWORD };
  const url = (more = ''): string => `clickhouse://127.0.0.1:${port}/default${more}`;
  const sql = async (statement: string): Promise<string> => {
    const args = [
      '--host',
      '127.0.0.1',
      '--port',
      String(nativePort),
      '--user',
      USER,
      '--password',
      PASSWORD,
    ];
    const more = ['--allow_experimental_low_cardinality_type', '1'];
    const { stdout } = await run(client ?? '', [...args, ...more, '--query', statement]);
    return stdout.trim();
  };
  const to = (table: string, ...more: readonly string[]): readonly string[] => [
    'clickhouse',
    '--url',
    `http://127.0.0.1:${port}`,
    '--username',
    USER,
    '--password',
    PASSWORD,
    '--table',
    table,
    ...more,
  ];

  beforeAll(async () => {
    [port = 0, nativePort = 0] = await freePorts(2);
    const started = await startClickhouse({
      program: server ?? '',
      port,
      nativePort,
      user: USER,
      password: PASSWORD,
    });
    stop = () => started.stop();
    const list = Object.entries(PLAIN).map(([name, type]) => `\`${name}\` ${type}`);
    await sql(`CREATE TABLE plain (${list.join(', ')}) ENGINE = MergeTree ORDER BY id`);
    await sql(`CREATE TABLE merged (${list.join(', ')}) ENGINE = ReplacingMergeTree ORDER BY id`);
    await sql('SYSTEM STOP MERGES');
  }, 240_000);
  afterAll(() => stop());

  test('with the rows as they were sent is right', async () => {
    const { record } = await send(to('plain'));
    const report = await verdictOn(record, [url('?table=plain')], { env });
    expect(report.changed).toEqual([]);
    expect(report).toMatchObject({ code: 0, verdict: 'right', counts: { right: 1500, extra: 0 } });
  });

  test.each([
    ['seconds', 'at', 'parseDateTimeBestEffort(at)', /^cut to the second/],
    ['tenths', 'price', 'toDecimal32(price, 1)', /^cut to 1 decimal/],
    ['single', 'amount', 'toFloat32(amount)', /single precision/],
    ['wrapped', 'quantity', 'toUInt16(quantity)', /wrapped around as an integer of 16 bits without sign/],
  ])('%s: the changed column and its cause are named', async (name, column, expression, cause) => {
    const { record } = await send(['log']);
    const list = Object.keys(PLAIN).map((each) => (each === column ? `${expression} AS ${column}` : each));
    await sql(
      `CREATE TABLE t_${name} ENGINE = MergeTree ORDER BY id AS SELECT ${list.join(', ')} FROM (SELECT * FROM plain)`,
    );
    const report = await verdictOn(record, [url(`?table=t_${name}`)], { env });
    expect(report).toMatchObject({ code: 99, counts: { missing: 0, extra: 0, doubled: 0 } });
    expect(Object.keys(causesIn(report)), JSON.stringify(report.changed)).toEqual([column]);
    expect(causesIn(report)[column], JSON.stringify(report.changed)).toMatch(cause);
  });

  test('whose rows were inserted twice has doubled rows, and none with FINAL', async () => {
    const { record } = await send(to('merged'));
    await sql('INSERT INTO merged SELECT * FROM merged WHERE number % 10 = 3');
    const twice = await verdictOn(record, [url('?table=merged')], { env });
    expect(twice).toMatchObject({ code: 99, counts: { right: 1500, doubled: 150, extra: 0 } });
    expect(await verdictOn(record, [url('?table=merged&final=true')], { env })).toMatchObject({ code: 0 });
  });

  test('judges a sample of the rows, which it looks up', async () => {
    const { record } = await send(['log']);
    await sql(
      "CREATE TABLE part ENGINE = MergeTree ORDER BY id AS SELECT * FROM plain WHERE country != 'gb'",
    );
    await sql('INSERT INTO part SELECT * FROM part WHERE number % 100 = 7');
    await checkSample(record, (table) => url(`?table=${table}`), env);
  }, 60_000);

  test('is compared by sums of blocks', async () => {
    await sql(
      'CREATE TABLE blocks (number UInt64, at String, price Decimal(10, 2), note Nullable(String), ok UInt8) ENGINE = MergeTree ORDER BY number',
    );
    await checkBlocks({
      to: to('blocks'),
      url: (table) => url(`?table=${table}`),
      env,
      copy: (table, columns, where = '1') =>
        sql(
          `CREATE TABLE ${table} ENGINE = MergeTree ORDER BY number AS SELECT ${BLOCK_COLUMNS.map((name) => (columns[name] === undefined ? name : `${columns[name]} AS ${name}`)).join(', ')} FROM (SELECT * FROM blocks) WHERE ${where}`,
        ),
      later: "concat(replaceOne(toString(parseDateTimeBestEffort(at) + 3600), ' ', 'T'), '.000Z')",
    });
  }, 240_000);

  test('that cannot be read gives no verdict, and a sentence of what to do', async () => {
    const { record } = await send(['log']);
    const failing = async (source: readonly string[], password = PASSWORD): Promise<string> => {
      const { code, out, err } = await here(['verify', '--record', record, '--source', ...source], {
        env: { ...env, CATBIRD_CLICKHOUSE_PASSWORD: password },
      });
      expect(code, err).toBe(1);
      expect(out).toBe('');
      expect(err).toMatch(/^No verdict on rows: clickhouse /);
      expect(err).not.toContain(password);
      return err;
    };
    expect(await failing([url('?table=gone')])).toMatch(/gone.*Check the name of the table/);
    expect(await failing([url(), '--query', 'SELECT nmae FROM system.one'])).toMatch(
      /nmae.*Check the columns/,
    );
    expect(await failing([url('?table=plain')], 'not-the-password')).toMatch(
      /Check the user name and password/,
    );
    expect(await failing([url(), '--query', 'CREATE TABLE made (x UInt8) ENGINE = Memory'])).toMatch(/./);
    expect(await sql('EXISTS TABLE made')).toBe('0');
    // The error comes after the first rows.
    const late = 'SELECT number, throwIf(number = 200000) FROM system.numbers LIMIT 1000000';
    expect(await failing([url(), '--query', late])).toMatch(/throwIf/);
  });
});
