import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDatabase } from '../src/verify/sql/database.ts';
import { queryRows } from '../src/verify/sql/wanted.ts';
import { here } from './here.ts';

const folder = mkdtempSync(join(tmpdir(), 'catbird-verify-sql-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = `
seed: 7
from: 2026-03-01T00:00:00Z
eps: 0.01
limit: 3000
streams:
  orders:
    destination: file
    settings: {path: FOLDER/orders.ndjson, existing: replace}
    faults: {duplicates: {share: 0.05}}
    schema:
      id: {type: string.uuid}
      at: {type: catbird.timestampNow}
      user_id: {type: catbird.key, params: {name: user, size: 300}}
      total: {type: catbird.logNormal, params: {median: 40, fractionDigits: 2}, nulls: 0.05}
      tags: {type: word.noun, count: 2}
  users:
    destination: file
    settings: {path: FOLDER/users.ndjson, existing: replace}
    limit: 300
    schema:
      user_id: {type: catbird.key, params: {name: user, size: 300}}
      number: {type: catbird.sequence}
      segment: {type: helpers.arrayElement, params: [gold, silver], nulls: 0.2}
verify:
  tables:
    segments: {source: FOLDER/segments.ndjson, sql: models/segments.sql, key: [day, segment], tolerance: {middle: 0.01}}
    tags:
      source: FOLDER/tags.csv
      sql: SELECT tags[1] AS tag, count(*) AS n, avg(total) AS mean FROM orders GROUP BY tag
      key: tag
      tolerance: {mean: 0.001}
      columns: {average: mean}
    copies: {source: FOLDER/copies.csv, stage: raw, sql: "SELECT 'all' AS k, count(*) AS n FROM orders", key: k}
    sent: {source: FOLDER/copies.csv, columns: {k: ignore}, expect: {of: orders, over: sent, n: count}}
`;
const SEGMENTS = `-- Revenue of a day by segment.
SELECT date_trunc('day', o.at) AS day, u.segment, count(*) AS n, sum(o.total) AS revenue,
       median(o.total) AS middle
FROM orders o JOIN (SELECT user_id, arg_max(segment, number) AS segment FROM users GROUP BY user_id) u USING (user_id)
GROUP BY ALL;
`;

type Row = Readonly<Record<string, unknown>>;
const rowsIn = (name: string): Row[] =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

/** What the pipeline makes, in plain JavaScript, of orders that it has once each. */
function pipeline(): { segments: Row[]; tags: string; copies: string } {
  const sent = rowsIn('orders.ndjson');
  const orders = [...new Map(sent.map((row) => [row['id'], row])).values()];
  const last = new Map<unknown, Row>();
  for (const user of rowsIn('users.ndjson')) if (user['segment'] !== null) last.set(user['user_id'], user);
  const known = new Set(rowsIn('users.ndjson').map((user) => user['user_id']));
  const grouped = (of: Row[], keyOf: (row: Row) => string): [string, number[], number][] => {
    const groups = new Map<string, Row[]>();
    for (const row of of) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
    return [...groups].map(([key, rows]) => [
      key,
      rows.flatMap(({ total }) => (total === null ? [] : [Number(total)])).toSorted((a, b) => a - b),
      rows.length,
    ]);
  };
  const sum = (totals: number[]): number =>
    totals.reduce((cents, total) => cents + Math.round(total * 100), 0) / 100;
  const segments = grouped(
    orders.filter((row) => known.has(row['user_id'])),
    (row) => JSON.stringify([String(row['at']).slice(0, 10), last.get(row['user_id'])?.['segment'] ?? null]),
  ).map(([key, totals, n]) => {
    const [day, segment] = JSON.parse(key) as [string, string | null];
    const half = Math.floor(totals.length / 2);
    const upper = totals[half] ?? 0;
    const middle = totals.length % 2 === 1 ? upper : ((totals[half - 1] ?? 0) + upper) / 2;
    return { day: `${day} 00:00:00+00`, segment, n, revenue: totals.length > 0 ? sum(totals) : null, middle };
  });
  const tags = grouped(orders, (row) => (row['tags'] as string[])[0] ?? '').map(([tag, totals, n]) =>
    [tag, n, totals.length > 0 ? (sum(totals) / totals.length).toFixed(3) : ''].join(','),
  );
  return { segments, tags: `tag,n,average\n${tags.join('\n')}\n`, copies: `k,n\nall,${sent.length}\n` };
}

const save = ({ segments, tags, copies }: ReturnType<typeof pipeline>): void => {
  writeFileSync(at('segments.ndjson'), segments.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(at('tags.csv'), tags);
  writeFileSync(at('copies.csv'), copies);
};

const verify = async (config = 'shop.yaml', ...more: readonly string[]) => {
  const { code, out, err } = await here([
    'verify',
    at(config),
    '--record',
    at('run.json'),
    '--json',
    ...more,
  ]);
  const { tables = [] } = out === '' ? {} : (JSON.parse(out) as { tables: Row[] });
  return { code, err, tables };
};

beforeAll(async () => {
  mkdirSync(at('models'));
  writeFileSync(at('models/segments.sql'), SEGMENTS);
  writeFileSync(at('shop.yaml'), CONFIG.replaceAll('FOLDER', folder));
  const { code, err } = await here(['run', at('shop.yaml'), '--record', at('run.json'), '--quiet']);
  expect(code, err).toBe(0);
});

test('the SQL of a pipeline makes of the expected rows what the pipeline made, and a wrong group is found', async () => {
  const made = pipeline();
  save(made);
  const right = await verify();
  expect(right.err).toBe('');
  expect(right.tables.map(({ name, verdict, changed, extra }) => [name, verdict, changed, extra])).toEqual(
    ['segments', 'tags', 'copies', 'sent'].map((name) => [name, 'right', [], []]),
  );
  expect(right.code).toBe(0);
  expect(made.segments.filter(({ segment }) => segment === null).length).toBeGreaterThan(2);

  const [first, second, ...rest] = made.segments;
  save({
    segments: [{ ...first, revenue: Number(first?.['revenue']) + 0.02 }, ...rest],
    tags: made.tags,
    copies: 'k,n\nall,2999\n',
  });
  expect(second).toBeDefined();
  const wrong = await verify();
  expect(wrong.code).toBe(99);
  expect(wrong.tables).toMatchObject([
    { counts: { changed: 1, missing: 1, extra: 0 }, changed: [{ column: 'revenue', rows: 1 }] },
    { verdict: 'right' },
    { changed: [{ column: 'n', examples: [{ arrived: '2999' }] }] },
    { changed: [{ column: 'n' }] },
  ]);
  save(made);
});

test.each([
  ['sql: SELECT 1 AS a FROM orders; DROP TABLE orders', 'a', /verify\.tables\.t\.sql: .*Parser Error/],
  ['sql: SELECT nothing FROM orders', 'a', /Binder Error: Referenced column .*nothing.* not found/],
  ["sql: SELECT * FROM orders, read_csv('/etc/passwd')", 'a', /file system operations are disabled/],
  ['sql: models/none.sql', 'a', /models\/none\.sql cannot be read/],
  ['sql: SELECT count(*) AS n FROM order', 'n', /reads no stream\. Its tables are: orders, users/],
  ['sql: SELECT 1 AS a FROM orders', 'b', /No row has the column b\. Choose from a/],
  ['sql: SELECT 1 AS a FROM orders', 'a', /do not tell rows apart/],
  ["sql: SELECT 'nan'::DOUBLE AS a FROM orders LIMIT 1", 'a', /a number that is infinite, or none/],
  ['where: total > 1\n      sql: SELECT 1 AS a FROM orders', 'a', /sql cannot be combined with where/],
  ['within: 1m\n      sql: SELECT 1 AS a FROM orders', 'a', /sql cannot be combined with within/],
  ['expect: {of: orders, n: count}', 'a', /key needs sql/],
])('%s ends in a sentence', async (sql, key, message) => {
  const [head = ''] = CONFIG.replaceAll('FOLDER', folder).split('verify:');
  writeFileSync(
    at('wrong.yaml'),
    `${head}verify:\n  tables:\n    t:\n      source: ${at('copies.csv')}\n      key: ${key}\n      ${sql}\n`,
  );
  const { code, err } = await verify('wrong.yaml');
  expect(err).toMatch(message);
  expect(code).toBe(2);
});

const limits = { timeoutMs: 60_000, signal: new AbortController().signal };

test('SQL reaches neither files nor extensions, and cannot change that', async () => {
  const [victim, written] = [at('victim.csv'), at('written.csv')];
  writeFileSync(victim, 'a\n1\n');
  for (const statement of [
    `SELECT * FROM read_csv('${victim}')`,
    `COPY (SELECT 1) TO '${written}'`,
    `ATTACH '${written}'`,
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET enable_external_access = true',
    "SET memory_limit = '99GB'",
    "SET temp_directory = '/'",
  ])
    await expect(
      withDatabase(limits, (connection) => connection.run(statement)),
      statement,
    ).rejects.toThrow(/disabled|locked/);
  expect(readdirSync(folder)).not.toContain('written.csv');
});

test('SQL that does not end is interrupted, and leaves no files', async () => {
  const temporary = at('temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const endless = 'WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r';
  await expect(queryRows(endless, [], { ...limits, timeoutMs: 300 })).rejects.toThrow(
    /took longer than 0\.3 s/,
  );
  expect(readdirSync(temporary)).toEqual([]);
  const stop = new AbortController();
  const stopped = queryRows(endless, [], { ...limits, signal: stop.signal });
  stop.abort(new Error('by a person'));
  await expect(stopped).rejects.toThrow('by a person');
  vi.unstubAllEnvs();
});

test('without DuckDB, the error says how to install it', async () => {
  const missing = '@duckdb/no-such-package';
  await expect(
    withDatabase(
      limits,
      () => Promise.resolve(),
      () => import(/* @vite-ignore */ missing) as Promise<typeof import('@duckdb/node-api')>,
    ),
  ).rejects.toThrow('npm install @duckdb/node-api');
});
