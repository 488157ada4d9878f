import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { startPostgres } from '../../../scripts/peers/postgres.js';
import { findProgram } from '../../../scripts/programs.js';
import { here } from './here.ts';
import {
  BLOCK_COLUMNS,
  causesIn,
  checkBlocks,
  checkSample,
  send,
  verdictOn,
  type SentRows,
  type Verdict,
} from './verified.ts';

const PASSWORD = 'a-password-of-the-source';
const run = promisify(execFile);
const [server, client] = (['postgres', 'psql'] as const).map(findProgram);

/** Columns of the rows, as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  id: "(doc->>'id')::uuid",
  number: "(doc->>'number')::bigint",
  at: "(doc->>'at')::timestamptz",
  name: "doc->>'name'",
  note: "doc->>'note'",
  code: "doc->>'code'",
  country: "doc->>'country'",
  price: "(doc->>'price')::numeric",
  amount: "(doc->>'amount')::numeric",
  quantity: "(doc->>'quantity')::int",
  big: "(doc->>'big')::bigint",
  active: "(doc->>'active')::boolean",
  tags: "ARRAY(SELECT jsonb_array_elements_text(doc->'tags'))",
};

describe.skipIf(server === undefined || client === undefined)('a table of Postgres', () => {
  let port = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  let sent: SentRows = { folder: '', record: '' };
  const env = { CATBIRD_POSTGRES_PASSWORD: PASSWORD };
  const sql = async (statement: string): Promise<string> => {
    const args = [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-X',
      '-q',
      '-A',
      '-t',
      '-v',
      'ON_ERROR_STOP=1',
    ];
    const { stdout } = await run(client ?? '', [...args, '-c', statement], { env: { PGPASSWORD: PASSWORD } });
    return stdout.trim();
  };
  const url = (more = ''): string => `postgres://postgres@127.0.0.1:${port}/postgres${more}`;
  const to = (table: string): readonly string[] => [
    'postgres',
    '--url',
    url().replace('postgres@', ''),
    '--username',
    'postgres',
    '--password',
    PASSWORD,
    '--table',
    table,
  ];

  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    const started = await startPostgres({ program: server ?? '', port, password: PASSWORD });
    stop = () => started.stop();
    await sql('CREATE TABLE staged (doc jsonb)');
    sent = await send([...to('staged'), '--column', 'doc']);
  }, 240_000);
  afterAll(() => stop());

  /** The verdict on a table whose columns are computed from the rows. */
  async function loaded(
    table: string,
    columns: Readonly<Record<string, string>>,
    before = '',
  ): Promise<Verdict> {
    const list = Object.entries({ ...PLAIN, ...columns }).map(([name, text]) => `${text} AS "${name}"`);
    await sql(`${before}; CREATE TABLE ${table} AS SELECT ${list.join(', ')} FROM staged`);
    return verdictOn(sent.record, [url(`?table=${table}`)], { env });
  }

  test('with the rows as they were sent is right', async () => {
    const report = await loaded('plain', {});
    expect(report).toMatchObject({ code: 0, verdict: 'right', counts: { right: 1500, extra: 0 } });
    const kinds = await loaded('other_kinds', {
      id: "doc->>'id'",
      name: "convert_to(doc->>'name', 'UTF8')",
      at: "(doc->>'at')::timestamptz AT TIME ZONE 'UTC'",
      price: "(doc->>'price')::double precision",
      big: "(doc->>'big')::numeric(20, 0)",
      active: "CASE WHEN (doc->>'active')::boolean THEN 1 ELSE 0 END",
      tags: "doc->'tags'",
    });
    expect(kinds.changed).toEqual([]);
    expect(kinds.code).toBe(0);
  });

  test('that holds documents is right by a query', async () => {
    const query = ['--query', 'SELECT (jsonb_populate_record(NULL::plain, doc)).* FROM staged;'];
    expect(await verdictOn(sent.record, [url(), ...query], { env })).toMatchObject({
      code: 0,
      verdict: 'right',
    });
  });

  test.each([
    [
      'local',
      { at: "(doc->>'at')::timestamptz::timestamp" },
      "SET TIME ZONE 'Europe/Berlin'",
      /local time of Europe\/Berlin/,
    ],
    [
      'shifted',
      { at: "(doc->>'at')::timestamptz::timestamp" },
      "SET TIME ZONE 'Asia/Kolkata'",
      /^5\.5 h later|^330 min later/,
    ],
    ['seconds', { at: "(doc->>'at')::timestamptz(0)" }, '', /rounded to the second/],
    ['cut', { note: "(doc->>'note')::varchar(20)" }, '', /^cut to 20 characters/],
    ['padded', { code: "(doc->>'code')::char(8)" }, '', /^padded to 8 characters/],
    ['single', { amount: "(doc->>'amount')::real" }, '', /single precision/],
    ['rounded', { price: "(doc->>'price')::numeric(10, 1)" }, '', /^rounded to 1 decimal/],
    [
      'limited',
      { quantity: "least((doc->>'quantity')::int, 32767)::smallint" },
      '',
      /^limited to an integer of 16 bits/,
    ],
    ['null', { country: "nullif(doc->>'country', 'de')" }, '', /^null in place of a value/],
    ['upper', { country: "upper(doc->>'country')" }, '', /^in upper case/],
  ])('%s: the changed column and its cause are named', async (name, columns, before, cause) => {
    const report = await loaded(`t_${name}`, columns, before);
    const [column = ''] = Object.keys(columns);
    expect(report).toMatchObject({
      code: 99,
      verdict: 'wrong',
      counts: { missing: 0, extra: 0, doubled: 0 },
    });
    expect(Object.keys(causesIn(report)), JSON.stringify(report.changed)).toEqual([column]);
    expect(causesIn(report)[column]).toMatch(cause);
    if (name !== 'null')
      expect(report.changed[0]?.causes[0], JSON.stringify(report.changed)).toMatchObject({
        certainty: 'certain',
      });
  });

  test('that lacks rows, or has them twice, is wrong', async () => {
    await sql(
      `CREATE TABLE joined AS SELECT plain.* FROM plain CROSS JOIN generate_series(1, 1 + (number % 100 = 7)::int) WHERE country <> 'gb'`,
    );
    const report = await verdictOn(sent.record, [url('?table=public.joined')], { env });
    const gone = Number(await sql("SELECT count(*) FROM plain WHERE country = 'gb'"));
    expect(report.counts.missing).toBe(gone);
    expect(report.counts.doubled).toBe(Number(await sql('SELECT count(*) - count(DISTINCT id) FROM joined')));
    const { out } = await here(['verify', '--record', sent.record, '--source', url('?table=joined')], {
      env,
    });
    expect(out).toMatch(/missing .*country = gb/s);
  });

  test.each(['Ecommerce Transactions', 'Flight Bookings', 'IoT Sensors'])(
    'filled with the template %s is right',
    async (template) => {
      const name = template.replaceAll(' ', '_').toLowerCase();
      const inferred = await here(['sample', '--template', template, '--rows', '50', '--seed', '3']);
      const columns = new Map<string, string>();
      for (const line of inferred.out.split('\n').filter((each) => each !== ''))
        for (const [column, value] of Object.entries(JSON.parse(line) as Record<string, unknown>))
          if (value !== null) columns.set(column, typeOf(value, columns.get(column)));
      await sql(
        `CREATE TABLE ${name} (${[...columns].map(([column, type]) => `"${column}" ${type}`).join(', ')})`,
      );
      const { record } = await send(to(name), { template });
      const report = await verdictOn(record, [url(`?table=${name}`)], { env });
      expect(report.changed).toEqual([]);
      expect(report).toMatchObject({ code: 0, counts: { missing: 0, extra: 0, doubled: 0 } });
    },
    60_000,
  );

  test('judges a sample of the rows, which it looks up', async () => {
    await sql(
      `CREATE TABLE part AS SELECT plain.* FROM plain CROSS JOIN generate_series(1, 1 + (number % 100 = 7)::int) WHERE country <> 'gb'`,
    );
    await checkSample(sent.record, (table) => url(`?table=${table}`), env);
  }, 60_000);

  test('is compared by sums of blocks', async () => {
    await sql('CREATE TABLE blocks (number bigint, at timestamptz, price numeric, note text, ok boolean)');
    await checkBlocks({
      to: to('blocks'),
      url: (table) => url(`?table=${table}`),
      env,
      copy: (table, columns, where = 'true') =>
        sql(
          `CREATE TABLE ${table} AS SELECT ${BLOCK_COLUMNS.map((name) => `${columns[name] ?? name} AS ${name}`).join(', ')} FROM blocks WHERE ${where}`,
        ),
      later: "at + interval '1 hour'",
    });
  }, 240_000);

  test('that cannot be read gives no verdict, and a sentence of what to do', async () => {
    const failing = async (source: readonly string[], password = PASSWORD): Promise<string> => {
      const args = ['verify', '--record', sent.record, '--source', ...source];
      const { code, out, err } = await here(args, { env: { CATBIRD_POSTGRES_PASSWORD: password } });
      expect(code, err).toBe(1);
      expect(out).toBe('');
      expect(err).toMatch(/^No verdict on rows: postgres /);
      expect(err).not.toContain(password);
      return err;
    };
    expect(await failing([url('?table=gone')])).toMatch(
      /relation "gone" does not exist.*Check the name of the table/,
    );
    expect(await failing([url('?table=nowhere.gone')])).toMatch(/relation "nowhere.gone" does not exist/);
    expect(await failing([url(), '--query', 'SELECT nmae FROM plain'])).toMatch(
      /column "nmae" does not exist.*Check the columns/,
    );
    expect(await failing([url('?table=plain')], 'not-the-password')).toMatch(
      /Check the user name and password/,
    );
    expect(await failing(['postgres://127.0.0.1:1/x?table=plain'])).toMatch(/Nothing is listening there/);
    expect(await failing([url(), '--query', 'DELETE FROM plain RETURNING *'])).toMatch(/./);
    expect(await sql('SELECT count(*) FROM plain')).toBe('1500');
  });

  test('has columns with names of SQL, and a name with quotes', async () => {
    await sql(
      `CREATE TABLE "a""table" AS SELECT id AS "id", number AS "select", name AS "a"";DROP TABLE plain" FROM plain`,
    );
    const { code, out } = await here(['verify', '--record', sent.record, '--source', url('?table=a"table')], {
      env,
    });
    expect(code).toBe(99);
    expect(out).toMatch(/Not compared: select, /);
    expect(await sql('SELECT count(*) FROM plain')).toBe('1500');
  });
});

function typeOf(value: unknown, before: string | undefined): string {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number')
    return Number.isInteger(value) && before !== 'numeric' ? 'bigint' : 'numeric';
  if (typeof value === 'object') return 'jsonb';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? 'timestamptz' : 'text';
}
