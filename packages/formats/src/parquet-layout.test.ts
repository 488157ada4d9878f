import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { cases, everyNth } from '../../../test/long.ts';
import { kindsOf } from '../../engine/src/generators/analysis/kinds.ts';
import type { Kind, Member } from '../../engine/src/model/kind.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { onlyFields } from '../../engine/src/rows/named-field.ts';
import { compile, type RowWriter } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import { templates } from '../../engine/src/templates/index.ts';
import { KINDS, NULLS_IN_LIST, rowAsRead, rowsOf, TIME, writerOf, type Row } from '../test/format-rows.ts';
import { newLayout, textSizes, type Layout, type TextSizes } from './parquet-layout.ts';

const batch = newBatch();

/** A layout for rows of which each column has a writer, measured on all of them. */
function laidOut(
  members: readonly Member[],
  writers: readonly RowWriter[],
  { rows, groupRows }: { readonly rows: number; readonly groupRows: number },
): { readonly layout: Layout; readonly sizes: readonly TextSizes[] } {
  const sizes = members.map((member, column) => {
    const all = writers[column]?.fill(batch, { first: 0, count: rows, time: TIME });
    return textSizes(member, all === undefined ? [] : [all]);
  });
  return { sizes, layout: newLayout(members, { sizes, groupRows }) };
}

/** The whole file of the first rows. */
function fileOf(layout: Layout, writers: readonly RowWriter[], rows: number): Buffer {
  const pieces: Uint8Array[] = [Buffer.from('PAR1')];
  for (let first = 0; first < rows; first += layout.groupRows) {
    const count = Math.min(layout.groupRows, rows - first);
    for (const [column, writer] of writers.entries()) {
      const slot = layout.slot(column, count, (from, some) =>
        writer.fill(batch, { first: first + from, count: some, time: TIME }),
      );
      expect(slot.length).toBe(layout.slotBytes(column, count));
      pieces.push(slot);
    }
  }
  const file = Buffer.concat([...pieces, layout.foot({ first: 0, count: rows })]);
  expect(file.length).toBe(layout.fileBytes(rows));
  return file;
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, each: unknown) =>
      typeof each === 'bigint' ? Number(each) : (each ?? null),
    ),
  );

const read = async (file: Buffer): Promise<unknown> =>
  plain(await parquetReadObjects({ file: new Uint8Array(file).buffer }));

/** Lists are JSON, too, wherever they are. */
const asJson = (member: Member): Member => {
  const { kind } = member;
  if (kind.is === 'object') return { ...member, kind: { ...kind, members: kind.members.map(asJson) } };
  return kind.is === 'map' || kind.is === 'list' ? { ...member, kind: { is: 'any' } } : member;
};
function one(value: unknown, { is }: Kind): unknown {
  if (is === 'date') return new Date(String(value)).toISOString();
  return is === 'text' ? String(value).toWellFormed() : value;
}
const expected = (rows: readonly Row[], members: readonly Member[]): unknown =>
  plain(rows.map((row) => rowAsRead(row, members.map(asJson), one)));

/** A column of rows. */
const only = (rows: readonly Row[], name: string): readonly Row[] =>
  rows.map((row) => (Object.hasOwn(row, name) ? { [name]: row[name] } : {}));

test('a reader of Parquet reads any values of any kinds from slots of fixed sizes', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf([...KINDS, NULLS_IN_LIST]), async ({ members, rows }) => {
      const writers = members.map(({ name }) => writerOf(only(rows, name)));
      const { layout } = laidOut(members, writers, { rows: rows.length, groupRows: 2 });
      expect(await read(fileOf(layout, writers, rows.length))).toEqual(expected(rows, members));
    }),
    { numRuns: cases(100) },
  );
});

const ROWS = 2500;

test.each(
  everyNth(
    8,
    templates.map(({ name, text }) => ({ name, text })),
  ),
)('columns of $name, each computed alone, are its rows', async ({ text }) => {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(text);
  const { schema } = parsed;
  await loadData(schema);
  const members = kindsOf(schema);
  const writers = schema.fields
    .filter(({ hidden }) => hidden !== true)
    .map((field) => compile(onlyFields(schema, [[field]]), { seed: 5 }));
  const { layout } = laidOut(members, writers, { rows: ROWS, groupRows: 1024 });
  const rows = compile(schema, { seed: 5 }).fill(newBatch(), { first: 0, count: ROWS, time: TIME });
  const lines = Array.from(texts(rows), (line) => JSON.parse(line) as Row);
  expect(await read(fileOf(layout, writers, ROWS))).toEqual(expected(lines, members));
});

test('texts that are longer than their place fail', () => {
  const members: readonly Member[] = [{ name: 'note', kind: { is: 'text' } }];
  const rows = Array.from({ length: 100 }, (_, i) => ({ note: i < 50 ? 'short' : 'long'.repeat(100) }));
  const writers = [writerOf(rows)];
  const { sizes } = laidOut(members, writers, { rows: 50, groupRows: 100 });
  const layout = newLayout(members, { sizes, groupRows: 100 });
  expect(() => fileOf(layout, writers, 100)).toThrow('The texts are longer than their place');
});

test('the foot tells bounds as far as they are known, and has the same size whatever they are', () => {
  const members: readonly Member[] = [
    { name: 'id', kind: { is: 'integer', min: 1, grows: true } },
    {
      name: 'state',
      kind: { is: 'text', values: ['new', 'paid', 'a state with more than sixteen letters'] },
    },
    { name: 'note', kind: { is: 'text' }, optional: true },
  ];
  const layout = newLayout(members, { sizes: [[], [], [{ longest: 9, mean: 5 }]], groupRows: 1000 });
  const boundsOf = (column: number, { first, count }: { first: number; count: number }) =>
    column === 0 ? { least: first + 1, greatest: first + count, isExact: true } : undefined;
  for (const first of [0, 2 ** 50]) {
    const foot = layout.foot({ first, count: 2500 }, boundsOf);
    expect(foot.length).toBe(layout.footBytes(2500));
    const { row_groups: groups, num_rows } = parquetMetadata(new Uint8Array(foot).buffer);
    expect(num_rows).toBe(2500n);
    expect(groups.map((group) => group.num_rows)).toEqual([1000n, 1000n, 500n]);
    const [id, state, note] = groups[1]?.columns.map(({ meta_data }) => meta_data?.statistics) ?? [];
    expect(id).toMatchObject({
      min_value: BigInt(first + 1001),
      max_value: BigInt(first + 2000),
      null_count: 0n,
    });
    expect(state).toMatchObject({ is_min_value_exact: false, is_max_value_exact: false });
    expect(note).toBeUndefined();
  }
});
