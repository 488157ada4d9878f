// Every template as a table: read by readers that share no code with what writes it, and copied by rclone.
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readParquet } from 'parquet-wasm/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templates } from '../../packages/engine/src/templates/index.ts';
import { begin, here, type Begun } from '../../packages/cli/test/here.ts';
import { run } from '../../scripts/command.js';

const tableOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '_');
const CONFIG = {
  seed: 7,
  from: '2026-03-01T22:00:00Z',
  to: '2026-03-02T02:00:00Z',
  destination: 'log',
  eps: 1,
  streams: Object.fromEntries(templates.map(({ name }) => [tableOf(name), { template: name }])),
};

let folder = '';
let file = '';
let lake: Begun;
let port = 0;
let duck: DuckDBConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-lake-'));
  file = join(folder, 'all.json');
  await writeFile(file, JSON.stringify(CONFIG));
  lake = begin(['lake', file, '--port', '0', '--group-rows', '1000', '--object-rows', '4000']);
  port = Number(/^\d+/.exec(await lake.printed('Listening on http://127.0.0.1:'))?.[0]);
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck.closeSync();
  lake.stop();
  await lake.ended;
  await rm(folder, { recursive: true });
});

const get = async (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}/catbird${path}`);

async function keysOf(table: string): Promise<readonly string[]> {
  const xml = await (await get(`?list-type=2&prefix=${table}/`)).text();
  return Array.from(xml.matchAll(/<Key>([^<]*)/g), ([, key = '']) => key);
}

async function rowsOf(query: string): Promise<readonly Record<string, unknown>[]> {
  return (await duck.runAndReadAll(query)).getRowObjectsJson();
}

test.for(templates.map(({ name }) => name))('%s reads as the rows of sample', async (name) => {
  const table = tableOf(name);
  const keys = await keysOf(table);
  expect(keys.length).toBeGreaterThan(3);
  const objects = await Promise.all(
    keys.map(async (key) => new Uint8Array(await (await get(`/${key}`)).arrayBuffer())),
  );
  const paths = keys.map((key) => join(folder, key.replaceAll('/', '-')));
  await Promise.all(objects.map((bytes, i) => writeFile(paths[i] ?? '', bytes)));
  await duck.run(`CREATE VIEW ${table} AS FROM read_parquet(${list(paths)})`);

  const expected = join(folder, `${table}.ndjson`);
  const { bytes } = await here(['sample', '--config', file, '--stream', table, '-n', '100000']);
  await writeFile(expected, bytes);
  const columns = await rowsOf(`DESCRIBE ${table}`);
  const types = columns.map(
    ({ column_name, column_type }) => `"${String(column_name)}": '${String(column_type)}'`,
  );
  await duck.run(
    `CREATE VIEW ${table}_sampled AS FROM read_json('${expected}', columns = {${types.join()}}, maximum_object_size = 33554432)`,
  );
  const [counts] = await rowsOf(`SELECT
    (SELECT count(*) FROM ${table})::INTEGER AS rows,
    (SELECT count(*) FROM (FROM ${table} EXCEPT ALL FROM ${table}_sampled))::INTEGER AS more,
    (SELECT count(*) FROM (FROM ${table}_sampled EXCEPT ALL FROM ${table}))::INTEGER AS missing`);
  const rows = bytes.toString().split('\n').length - 1;
  expect(counts).toEqual({ rows, more: 0, missing: 0 });

  // By two more readers: as many rows and columns, and every column that hyparquet and Arrow both show as a text.
  let read = 0;
  for (const [i, key] of keys.entries()) {
    const arrow = tableFromIPC(readParquet(objects[i] ?? new Uint8Array()).intoIPCStream());
    const byRange = await parquetReadObjects({
      file: await asyncBufferFromUrl({ url: `http://127.0.0.1:${port}/catbird/${key}` }),
    });
    expect(arrow.schema.names).toEqual(columns.map(({ column_name }) => column_name));
    expect(byRange).toHaveLength(arrow.numRows);
    for (const { name: column } of arrow.schema.fields) {
      const texts = byRange.map((row) => row[column]);
      if (texts.every((value) => typeof value === 'string' || value === null))
        expect([...(arrow.getChild(column) ?? [])]).toEqual(texts);
    }
    read += arrow.numRows;
  }
  expect(read).toBe(rows);
});

test('rclone copies a table and finds every object as it is', async ({ skip }) => {
  const remote = [
    `:s3,provider=Other,access_key_id=any,secret_access_key=any,endpoint='http://127.0.0.1:${port}'`,
    'catbird/online_shop',
  ].join(':');
  const rclone = (...args: string[]) =>
    run('rclone', args, { quiet: true, env: { RCLONE_CONFIG: join(folder, 'none.conf') } });
  if ((await rclone('version')).code !== 0) {
    console.warn('SKIPPED: the lake by rclone. As root: apt-get install rclone');
    skip('rclone is not installed');
  }
  const copy = join(folder, 'copy');
  const copied = await rclone('copy', remote, copy);
  expect(copied.code, copied.output).toBe(0);
  const keys = await keysOf('online_shop');
  const files = (await readdir(copy, { recursive: true })).filter((name) => name.endsWith('.parquet'));
  expect(files.map((name) => `online_shop/${name}`).toSorted()).toEqual(keys.toSorted());
  const checked = await rclone('check', '--download', remote, copy);
  expect(checked.code, checked.output).toBe(0);
});

/** Texts as a list of SQL. */
const list = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join()}]`;
