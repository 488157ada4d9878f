import { expect, test } from 'vitest';
import { definedRows, writtenRows } from '../../test/definition-rows.ts';
import { readDefinition } from './definition.ts';
import { everyNth } from '../../../../test/long.ts';
import { functions, listFunctions } from '../../../engine/src/generators/expression/functions.ts';

/** Names that mean something in schemas and expressions, and names that look like a part of one. */
const NAMES = [
  ...functions.keys(),
  ...listFunctions.keys(),
  ...'number index seed now rand if coalesce field true null this undefined'.split(' '),
  ...'type value params fields key per hidden unique missing skew of size'.split(' '),
  ...'constructor __proto__ toString $comment $schema ^a a.b docs.number docs_row'.split(' '),
  ...`{{x}} {{number}} index() order-by x"y x'y x\\y 1`.split(' '),
];

const areDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

test.each(everyNth(3, NAMES))(
  'a column may be called %j, in entities and in the rows that refer to them',
  async (name) => {
    const q = `"${name.replaceAll('"', '""')}"`;
    const sql = `
    CREATE TABLE docs (id uuid PRIMARY KEY, ${q} varchar(12) NOT NULL, seq integer NOT NULL UNIQUE, code varchar(30) NOT NULL UNIQUE);
    CREATE TABLE counts (${q} integer PRIMARY KEY, low integer NOT NULL UNIQUE, CHECK (low < ${q}));
    CREATE TABLE parts (${q} text PRIMARY KEY, n int NOT NULL UNIQUE, parent text REFERENCES parts);
    CREATE TABLE pairs (k integer, ${q} varchar(9), at timestamp, PRIMARY KEY (k, ${q}));
    CREATE TABLE lines (doc uuid NOT NULL REFERENCES docs, ${q} integer NOT NULL UNIQUE REFERENCES counts, part text NOT NULL REFERENCES parts);
    CREATE TABLE ${q} (id int PRIMARY KEY); CREATE TABLE ofs (of int NOT NULL REFERENCES ${q});
    CREATE TABLE more (k integer NOT NULL, ${q} varchar(9) NOT NULL, FOREIGN KEY (k, ${q}) REFERENCES pairs (k, ${q}));`;
    const rows = await definedRows(sql, 'sql');
    const of = (table: string, column: string): readonly unknown[] =>
      (rows[table] ?? []).map((row) => (Object.hasOwn(row, column) ? row[column] : 'missing'));
    expect(of('docs', 'seq')).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    for (const [table, column] of [
      ['docs', 'code'],
      ['counts', name],
      ['counts', 'low'],
      ['parts', name],
      ['parts', 'n'],
      ['lines', name],
    ] as const)
      expect([table, column, areDistinct(of(table, column))]).toEqual([table, column, true]);
    expect(of('docs', name).every((value) => typeof value === 'string' && value.length <= 12)).toBe(true);
    const pairs = new Set((rows['pairs'] ?? []).map((row) => JSON.stringify([row['k'], row[name]])));
    expect(pairs.size).toBe(20);
    for (const [table, column] of [
      ['lines', 'part'],
      ['more', name],
      ['more', 'k'],
    ] as const)
      expect(of(table, column)).not.toContain(null);
  },
);

test('a column whose name schemas need is left out, with a note', async () => {
  const found = await readDefinition(
    'CREATE TABLE t ("$locale" text, n int, o STRUCT<`$entities` text, m int>)',
    'sql',
  );
  expect(found.notes).toEqual([
    'Skipped t.$locale: the schema language uses its name',
    'Skipped t.$entities: the schema language uses its name',
  ]);
  expect(Object.keys((await writtenRows(found))['rows']?.[0] ?? {})).toEqual(['n', 'o']);
});

test('columns of any name and type are those of an entity, too, with or without nulls', async () => {
  const names =
    'created_at updated_at ended_at valid_until start_date birth_date due timestamp unix_time time order_id device_id age price email count position year status code';
  const types =
    'text varchar(10) varchar(19) varchar(24) char(3) int smallint bigint numeric(10,2) real timestamp date time interval boolean jsonb uuid bytea inet int[] text[] timestamp[]';
  const columns = names
    .split(' ')
    .flatMap((name) =>
      types
        .split(' ')
        .flatMap((type, n) => [`t${n}_${name} ${type}`, `required_${n}_${name} ${type} NOT NULL`]),
    );
  const half = Math.ceil(columns.length / 2);
  for (const some of [columns.slice(0, half), columns.slice(half)]) {
    const sql = `CREATE TABLE a (id uuid PRIMARY KEY, ${some.join(', ')}); CREATE TABLE b (a uuid NOT NULL REFERENCES a);`;
    const { a = [] } = await definedRows(sql, 'sql', { count: 2 });
    expect(Object.keys(a[0] ?? {})).toHaveLength(some.length + 1);
  }
});
