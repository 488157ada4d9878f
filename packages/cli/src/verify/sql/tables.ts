import { messagesOf } from '@catbird/engine';
import { definitionOf, type Table } from '@catbird/formats';
import type { DuckDBConnection } from '@duckdb/node-api';
import { SqlError } from './database.ts';

type Member = Table['members'][number];

/** Rows as a table of SQL. */
export interface InputTable extends Pick<Table, 'name' | 'members'> {
  /** Calls with each row as a line of JSON. */
  readonly eachLine: (use: (line: string) => void) => void;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Creates a table, and fills it. @throws SqlError */
export async function addTable(connection: DuckDBConnection, table: InputTable): Promise<void> {
  const { name, eachLine } = table;
  // A row may lack any column if its schema drifts.
  const members = table.members.map((member) => ({ ...member, optional: true as const }));
  const made = await definitionOf('ddl:duckdb', [{ name, members, references: [] }]);
  if (!made.ok) throw new SqlError(messagesOf(made.issues).join('. '));
  await connection.run(made.text);
  await connection.run('CREATE TEMP TABLE catbird_lines (line VARCHAR)');
  const appender = await connection.createAppender('catbird_lines');
  eachLine((line) => {
    appender.appendVarchar(line);
    appender.endRow();
  });
  appender.closeSync();
  await connection.run(
    `INSERT INTO ${quoted(name)} SELECT ${members.map(valueIn).join(', ')} FROM catbird_lines`,
  );
  await connection.run('DROP TABLE catbird_lines');
  for (const member of members)
    if (member.kind.is === 'number') await makeDecimal(connection, quoted(name), quoted(member.name));
}

const NESTED: ReadonlySet<Member['kind']['is']> = new Set(['list', 'map', 'object', 'union', 'any']);

/** A value of a line. Values that are no texts in SQL stay JSON, of which they are cast. */
function valueIn({ name, kind }: Member): string {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`.replaceAll("'", "''");
  return `line ${NESTED.has(kind.is) ? '->' : '->>'} '${pointer}'`;
}

/** Digits that doubles keep. */
const DIGITS = 15;

/** Numbers that are all decimals of few digits become decimals, so that sums are exact. */
async function makeDecimal(connection: DuckDBConnection, table: string, column: string): Promise<void> {
  const result = await connection.runAndReadAll(`
    SELECT max(length(regexp_extract(text, '^-?(\\d+)', 1)))::INT, max(length(regexp_extract(text, '\\.(\\d+)$', 1)))::INT
    FROM (SELECT ${column}::VARCHAR AS text FROM ${table} WHERE ${column} IS NOT NULL)
    HAVING bool_and(regexp_full_match(text, '-?\\d+(\\.\\d+)?'))`);
  const [row] = result.getRowsJS();
  const [whole, fraction] = (row ?? []).map(Number);
  if (whole === undefined || fraction === undefined || whole + fraction > DIGITS) return;
  await connection.run(`ALTER TABLE ${table} ALTER ${column} TYPE DECIMAL(18, ${fraction})`);
}
