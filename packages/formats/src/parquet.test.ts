import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import {
  fileOf,
  KINDS,
  NULLS_IN_LIST,
  planned,
  rowAsRead,
  rowsOf,
  TIME,
  writerOf,
  type Row,
} from '../test/format-rows.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { parquet } from './parquet.ts';

/** Rows as a reader of Parquet gives them, with what it gives for JSON. */
async function read(file: Buffer): Promise<readonly unknown[]> {
  const bytes = new Uint8Array(file).buffer;
  return plain(await parquetReadObjects({ file: bytes })) as readonly unknown[];
}

/** What JSON has for values, as in rows: whole numbers are numbers, and times are texts. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) =>
      typeof each === 'bigint' ? Number(each) : (each ?? null),
    ),
  );

function one(value: unknown, { is }: Kind): unknown {
  if (is === 'date') return new Date(String(value)).toISOString();
  return is === 'text' ? String(value).toWellFormed() : value;
}

/** Maps and unions are JSON, whose texts stay as they are. */
const asJson = (member: Member): Member =>
  member.kind.is === 'map' ? { ...member, kind: { is: 'any' } } : member;
const expected = (rows: readonly Row[], members: readonly Member[]): unknown =>
  plain(rows.map((row) => rowAsRead(row, members.map(asJson), one)));

test('a reader of Parquet reads any values of any kinds', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf([...KINDS, NULLS_IN_LIST]), async ({ members, rows }) => {
      const plan = planned(parquet.plan(members, {}));
      expect(await read(fileOf(plan, writerOf(rows), rows.length, 2))).toEqual(expected(rows, members));
    }),
    { numRuns: 200 },
  );
});

test.each(everyNth(4, templates).map(({ name, text }) => ({ name, text })))(
  'a reader of Parquet reads the rows of $name',
  async ({ text }) => {
    const parsed = parseSchema(text);
    if (!parsed.ok) throw new Error(text);
    await loadData(parsed.schema);
    const members = kindsOf(parsed.schema);
    const rows = compile(parsed.schema, { seed: 5 });
    const lines = [...texts(rows.fill(newBatch(), { first: 0, count: 200, time: TIME }))];
    const plan = planned(parquet.plan(members, {}));
    expect(await read(fileOf(plan, rows, 200))).toEqual(
      expected(
        lines.map((line) => JSON.parse(line) as Row),
        members,
      ),
    );
  },
);

test('columns whose values are all empty or null are read by DuckDB', async () => {
  const none: Kind = { is: 'null' };
  const members: readonly Member[] = [
    { name: 'list', kind: { is: 'list', of: none } },
    { name: 'lists', kind: { is: 'list', of: { is: 'list', of: { is: 'number' } } } },
    { name: 'objects', kind: { is: 'list', of: { is: 'object', members: [{ name: 'x', kind: none }] } } },
    { name: 'object', kind: { is: 'object', members: [] } },
    { name: 'nothing', kind: none },
    { name: 'missing', kind: { is: 'text' }, optional: true },
  ];
  const empty = { list: [], lists: [], objects: [], object: {}, nothing: null };
  const rows = [empty, { ...empty, lists: [[]], objects: [{ x: null }] }];
  const folder = await mkdtemp(join(tmpdir(), 'catbird-parquet-'));
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const file = join(folder, 'empty.parquet');
    await writeFile(file, fileOf(planned(parquet.plan(members, {})), writerOf(rows), rows.length));
    const result = await duck.runAndReadAll(`FROM '${file}'`);
    expect(result.getRowObjectsJson()).toEqual(rows.map((row) => ({ ...row, object: '{}', missing: null })));
  } finally {
    duck.closeSync();
    await rm(folder, { recursive: true });
  }
});

test('groups of rows are the same in any batches', async () => {
  const rows = Array.from({ length: 70_000 }, (_, i) => ({ id: i }));
  const plan = planned(parquet.plan([{ name: 'id', kind: { is: 'integer', min: 0, max: 1e6 } }], {}));
  const file = fileOf(plan, writerOf(rows), rows.length);
  expect(fileOf(plan, writerOf(rows), rows.length, 9999).equals(file)).toBe(true);
  expect(await read(file)).toEqual(rows);
});
