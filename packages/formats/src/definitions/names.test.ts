import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { findProgram } from '../../../../scripts/programs.js';
import type { Kind } from '../../../engine/src/model/kind.ts';
import { invalid, messagesOf } from '../../../engine/src/model/issue.ts';
import { definitionOf, type Table } from './index.ts';

/** Names that are no identifiers, and that would end one, a statement or a comment if they were not quoted. */
const NAMES = [
  'select',
  'a"b',
  '"',
  'a`b',
  "it's",
  '\\',
  '\\"',
  'a\nb',
  '"; DROP TABLE t; --',
  '/* ',
  '😀',
  'ü',
  ' ',
  'a ',
  '1a',
  'a.b',
  '$1',
  '{{a}}',
  '__proto__',
  'x'.repeat(63),
];

const kind: Kind = { is: 'integer', min: 0, max: 9 };
const members = NAMES.map((name) => ({ name, kind }));
const hostile: Table = {
  name: 'my "table" `of`\nnames',
  members: [...members, { name: 'inner', kind: { is: 'list', of: { is: 'object', members } } }],
  key: 'a"b',
  references: [],
};

async function statement(dialect: string, table: Table = hostile): Promise<string> {
  const made = await definitionOf(`ddl:${dialect}`, [table]);
  if (!made.ok) throw new Error(messagesOf(made.issues).join('\n'));
  return made.text;
}

const [server, client] = [findProgram('postgres'), findProgram('psql')];

test.skipIf(server === undefined || client === undefined)(
  'Postgres makes a table with any names that are quoted',
  async () => {
    const [port = 0] = await freePorts(1);
    const password = 'a-password-of-postgres';
    const postgres = await startPostgres({ program: server ?? '', port, password });
    try {
      const env = { PGUSER: 'postgres', PGPASSWORD: password, PGHOST: '127.0.0.1', PGPORT: String(port) };
      const asked = async (command: string): Promise<string> =>
        (await promisify(execFile)(client ?? '', ['-v', 'ON_ERROR_STOP=1', '-AtX', '-c', command], { env }))
          .stdout;
      await asked(await statement('postgres'));
      const found = await asked(
        "SELECT json_agg(column_name ORDER BY ordinal_position) FROM information_schema.columns WHERE table_schema = 'public'",
      );
      expect(JSON.parse(found)).toEqual([...NAMES, 'inner']);
    } finally {
      await postgres.stop();
    }
  },
);

test('DuckDB makes a table with any names that are quoted, also in objects', async () => {
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(await statement('duckdb'));
  const columns = await duck.runAndReadAll(
    "SELECT column_name FROM information_schema.columns WHERE table_name LIKE 'my %' ORDER BY ordinal_position",
  );
  expect(columns.getColumns()).toEqual([[...NAMES, 'inner']]);
  duck.closeSync();
});

describe('a backtick and a backslash are escaped', () => {
  test.each([
    ['mysql', '`a``b`', '`\\`'],
    ['clickhouse', '`a\\`b`', '`\\\\`'],
  ])('in %s', async (dialect, backtick, backslash) => {
    const table = {
      name: 't',
      members: ['a`b', '\\'].map((name) => ({ name, kind })),
      references: [],
    };
    const text = await statement(dialect, table);
    expect(text).toContain(`  ${backtick} `);
    expect(text).toContain(`  ${backslash} `);
  });

  test('in members of a tuple of ClickHouse', async () => {
    expect(await statement('clickhouse')).toContain('`a\\`b` UInt8, ');
  });
});

const LONG = 'x'.repeat(301);

test.each([
  ['postgres', ['ü'.repeat(32)], 'ü'.repeat(32), 'names in Postgres have at most 63 bytes'],
  ['postgres', ['a', 'A'], undefined, undefined],
  ['mysql', ['😀'], '😀', 'names in MySQL have no emoji and no other characters above U+FFFF'],
  ['mysql', ['a '], 'a ', 'names in MySQL do not end with a space'],
  ['mysql', ['x'.repeat(65)], 'x'.repeat(65), 'names in MySQL have at most 64 characters'],
  ['duckdb', ['a', 'A'], 'A', 'DuckDB takes it for a'],
  ['snowflake', [LONG], `${'x'.repeat(80)}…`, 'names in Snowflake have at most 255 characters'],
  ['bigquery', ['a.b'], 'a.b', 'names in BigQuery have none of'],
  ['bigquery', [LONG], `${'x'.repeat(80)}…`, 'names in BigQuery have at most 300 characters'],
  ['clickhouse', [LONG, ''], '""', 'names in ClickHouse are not empty'],
  ['clickhouse', ['a\0b'], '"a\\u0000b"', 'names in ClickHouse have no NUL'],
])('in %s, names of %j are refused where the database refuses them', async (dialect, names, shown, why) => {
  const table = { name: 't', members: names.map((name) => ({ name, kind })), references: [] };
  const made = await definitionOf(`ddl:${dialect}`, [table]);
  const problems = made.ok ? [] : messagesOf(made.issues);
  const expected = shown === undefined ? [] : [`${shown}: ${why}`];
  expect(problems.map((each) => each.slice(0, expected[0]?.length)).slice(0, 1)).toEqual(expected);
  for (const each of problems) expect(each).toMatch(/\. Rename the field$/);
});

test('a table must not have more columns than a database takes', async () => {
  const wide = Array.from({ length: 10_000 }, (_, i) => ({ name: `c${i}`, kind }));
  const of = async (form: string): Promise<unknown> =>
    definitionOf(form, [{ name: 't', members: wide, references: [] }]);
  expect(await of('ddl:postgres')).toEqual(
    invalid('A table in Postgres has at most 1,600 columns, and this one 10,000'),
  );
  for (const form of ['ddl:duckdb', 'ddl:clickhouse', 'ddl:bigquery', 'tinybird', 'avro', 'protobuf'])
    expect(await of(form)).toHaveProperty('text');
});

test('columns of Tinybird have different names', async () => {
  const table = {
    name: 't',
    members: [
      { name: 'a.b', kind },
      { name: 'a_b', kind },
      { name: 'a`b', kind },
    ],
  };
  expect(await definitionOf('tinybird', [{ ...table, references: [] }])).toEqual(
    invalid(
      'a_b: a.b has the same column, a_b. Rename one of them',
      '"a`b": Tinybird has no column of this name. Rename the field',
    ),
  );
});
