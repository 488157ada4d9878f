import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, newBatch, parseSchema, payload, type Schema } from '@catbird/core';
import { texts, type TimeSettings } from '@catbird/engine';
import { DuckDBInstance } from '@duckdb/node-api';
import avsc from 'avsc';
import { expect, test } from 'vitest';
import type { FileRequest } from './schema-protocol.ts';
import { configRows } from './config-rows.ts';
import { profileOf } from './profile.ts';
import { filePieces, formatFor, piecesOf } from './row-file.ts';
import { timesOf } from './row-times.ts';

const CONTENT = JSON.stringify({
  id: { type: 'string.uuid' },
  name: { type: 'person.fullName', nulls: 0.2 },
  secret: { type: 'number.int', hidden: true },
});
const decoder = new TextDecoder();
const NOW = Date.UTC(2026, 0, 1);

const request = (more: Partial<FileRequest> = {}): FileRequest => ({
  text: { content: CONTENT, lenient: false },
  seed: '42',
  time: { settings: undefined, eps: 10 },
  rows: 20_000,
  format: 'ndjson',
  ...more,
});

function schemaOf(content = CONTENT): Schema {
  const parsed = parseSchema(content);
  if (!parsed.ok) throw new Error(parsed.issues[0]?.message);
  return parsed.schema;
}

function fileOf(more: Partial<FileRequest> = {}, schema = schemaOf()): string {
  let text = '';
  for (const { bytes } of filePieces(request(more), schema, NOW)) text += decoder.decode(bytes);
  return text;
}

test('a file of NDJSON has the bytes of the rows, in several pieces', () => {
  const pieces = [...filePieces(request(), schemaOf(), 0)];
  expect(pieces.length).toBeGreaterThan(2);
  const all = compile(schemaOf(), { seed: '42' }).fill(newBatch(), {
    first: 0,
    count: 20_000,
    time: { startMs: 0, stepMs: 0 },
  });
  expect(fileOf()).toBe(decoder.decode(payload(all)));
});

async function written(more: Partial<FileRequest>, schema = schemaOf()): Promise<Buffer> {
  const asked = request(more);
  const format = await formatFor(asked, schema);
  return Buffer.concat([...filePieces(asked, schema, NOW, format)].map(({ bytes }) => bytes));
}

test('a file of CSV has a header without hidden fields, and a record for each row', async () => {
  const lines = String(await written({ rows: 3, format: 'csv' })).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('id,name');
  expect(lines[1]).toMatch(/^[\da-f-]{36},\w+/);
  const formula = schemaOf('{"f": {"type": "helpers.arrayElement", "params": ["=1+1"]}}');
  expect(String(await written({ rows: 1, format: 'csv' }, formula))).toBe('f\n"\'=1+1"\n');
});

test('files of Avro, Parquet and Arrow are whole, and say why a field has no place in them', async () => {
  expect((await written({ rows: 3, format: 'avro' })).subarray(0, 4).toString()).toBe('Obj\u0001');
  const parquet = await written({ rows: 20_000, format: 'parquet' });
  expect([parquet.subarray(0, 4), parquet.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
  const arrow = await written({ rows: 20_000, format: 'arrow' });
  expect([arrow.subarray(0, 6), arrow.subarray(-6)].map(String)).toEqual(['ARROW1', 'ARROW1']);
  await expect(written({ format: 'avro' }, schemaOf('{"a b": {"type": "number.int"}}'))).rejects.toThrow(
    'a b: names in Avro have letters',
  );
});

/** The rows of a file of Avro, as another reader gives them. */
async function avroRows(file: Buffer): Promise<readonly unknown[]> {
  const decoder = new avsc.streams.BlockDecoder();
  const rows: unknown[] = [];
  decoder.on('data', (row) => rows.push(row));
  decoder.end(file);
  await once(decoder, 'end');
  return rows;
}

test('DuckDB and avsc read the rows of the preview in files of CSV, Parquet and Avro', async () => {
  const schema = schemaOf(
    JSON.stringify({
      id: { type: 'catbird.sequence' },
      time: { type: 'catbird.timestampNow' },
      name: { type: 'helpers.arrayElement', params: ['=1+1', 'a, "b"\n', 'ü🐦', ''], nulls: 0.2 },
      home: { type: 'object', fields: { city: { type: 'location.city' }, floor: { type: 'number.int' } } },
      tags: { type: 'word.noun', count: { min: 0, max: 3 } },
      price: { type: 'number.float', missing: 0.1 },
    }),
  );
  const rows = 10_000;
  const asked = { rows, time: { settings: { from: '2025-12-31' }, eps: 10 } };
  const lines = fileOf(asked, schema).trimEnd().split('\n');
  const folder = await mkdtemp(join(tmpdir(), 'catbird-download-'));
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    await writeFile(join(folder, 'rows.ndjson'), lines.join('\n'));
    for (const format of ['csv', 'parquet'] as const)
      await writeFile(join(folder, `rows.${format}`), await written({ ...asked, format }, schema));
    /** All columns as texts. Spreadsheets get an apostrophe before formulas. */
    const read = async (from: string, city: string, floor: string, name = 'name'): Promise<unknown> => {
      const columns = `id::INT AS id, time::TIMESTAMPTZ::VARCHAR AS time, ${name} AS name, ${city} AS city, ${floor}::BIGINT::VARCHAR AS floor, tags::JSON::VARCHAR AS tags, price::DOUBLE AS price`;
      const result = await duck.runAndReadAll(`SELECT ${columns} FROM ${from} ORDER BY id`);
      return result.getRowObjectsJson();
    };
    const file = (format: string): string => join(folder, `rows.${format}`);
    const expected = await read(`read_json('${file('ndjson')}')`, 'home.city', 'home.floor');
    expect(expected).toHaveLength(rows);
    expect(await read(`'${file('parquet')}'`, 'home.city', 'home.floor')).toEqual(expected);
    const plain = `regexp_replace(name, '^''=', '=')`;
    const cells = `read_csv('${file('csv')}', allow_quoted_nulls = false)`;
    expect(await read(cells, '"home.city"', '"home.floor"', plain)).toEqual(expected);
  } finally {
    duck.closeSync();
    await rm(folder, { recursive: true });
  }
  const records = await avroRows(await written({ ...asked, format: 'avro' }, schema));
  const parsed = lines.map((line) => JSON.parse(line) as { time: string });
  expect(JSON.parse(JSON.stringify(records))).toEqual(
    parsed.map(({ time, ...row }) => ({ price: null, ...row, time: Date.parse(time) })),
  );
});

test.each<[what: string, Pick<TimeSettings, 'from' | 'arrivals'>]>([
  ['the clock', {}],
  ['a beginning', { from: '2025-12-31T10:00:00Z' }],
  ['random arrivals', { arrivals: 'poisson' }],
])('a file with the times of %s has those of the table and of the stream', (_, settings) => {
  const fields = { n: { type: 'catbird.sequence' }, at: { type: 'catbird.timestampNow' } };
  const schema = schemaOf(JSON.stringify(fields));
  const asked = request({ rows: 30_000, time: { settings, eps: 7 } });
  const lines = fileOf(asked, schema).trimEnd().split('\n');
  expect(new Set(lines).size).toBe(30_000);
  const reports = [...profileOf(asked, schema, { nowMs: NOW, elapsed: () => 0 })];
  const rows = reports.at(-1)?.rows ?? [];
  expect(rows).toHaveLength(2);
  // The table reaches further than the file.
  for (const { number, line } of rows) expect(lines[number - 1] ?? line).toBe(line);
  const options = { eps: 7, ...settings };
  const planned = configRows(schema, { seed: '42', options, optionNames: {}, nowMs: NOW });
  if (!planned.ok) throw new Error('Invalid');
  // Those of the preview, if the stream follows the clock.
  const time = planned.timeline ?? timesOf(asked.time, { schema, seed: '42', nowMs: NOW }).time;
  const batch = planned.plain.fill(newBatch(), { first: 0, count: 1000, time });
  expect([...texts(batch)]).toEqual(lines.slice(0, 1000));
});

test('a file ends with the stream', () => {
  const time = { settings: { from: '2026-01-01', to: '2026-01-02' }, eps: 0.001 };
  expect(fileOf({ time, rows: 1000 }).trimEnd().split('\n')).toHaveLength(87);
});

test('rows of entities that grow need times', () => {
  const content = JSON.stringify({
    $entities: { user: { size: 9, grow: { from: 1, perSecond: 1 }, fields: { id: { type: 'number.int' } } } },
    user: { type: 'catbird.entity', params: { of: 'user' } },
  });
  const parsed = parseSchema(content);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const asked = request({ text: { content, lenient: false } });
  expect(() => [...filePieces(asked, parsed.schema, 0)]).toThrow('grows in event time');
});

test('each call makes a piece, and then tells the number of rows', async () => {
  const next = await piecesOf(request({ rows: 2 }), parseSchema(CONTENT));
  expect(next()).toMatchObject({ kind: 'piece', rows: 2 });
  expect(next()).toEqual({ kind: 'complete', rows: 2 });
});

test('a call returns the reason for having no file', async () => {
  const next = await piecesOf(request(), parseSchema('{'));
  expect(next()).toEqual({ kind: 'failed', message: 'Fix the errors in the schema first.' });
});
