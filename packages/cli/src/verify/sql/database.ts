import type { DuckDBConnection } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode, messageOf } from '../../files/error-code.ts';
import { SourceError } from '../../sources/source.ts';
import { messagesOf } from '@catbird/engine';
import { definitionOf, type Table } from '@catbird/formats';

type DuckDB = typeof import('@duckdb/node-api');

/** What DuckDB does not run, or cannot be run by. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
}

/** Memory and disk that a query may use. */
const MEMORY = '1GB';
const DISK = '16GB';
/** Longest time for all statements of a table. */
export const STATEMENT_MS = 600_000;
const WATCH_MS = 100;

/** How long statements may take, and what ends them. */
export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a database in memory that reaches neither files, nor the network, nor extensions, and whose settings cannot be changed.
 *
 * @throws SqlError if a statement fails; SourceError if it takes too long; the signal's reason if aborted
 */
export async function withDatabase<Value>(
  { timeoutMs, signal }: Limits,
  use: (connection: DuckDBConnection) => Promise<Value>,
  load: () => Promise<Pick<DuckDB, 'DuckDBInstance'>> = () => import('@duckdb/node-api'),
): Promise<Value> {
  const { DuckDBInstance } = await loaded(load);
  const folder = await mkdtemp(join(tmpdir(), 'catbird-sql-'));
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: folder,
    max_temp_directory_size: DISK,
    memory_limit: MEMORY,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // No setting of files comes after this one.
    enable_external_access: 'false',
  });
  const connection = await instance.connect();
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // Again and again, as an interruption between two statements ends neither.
  const watch = setInterval(() => {
    if (over.aborted) connection.interrupt();
  }, WATCH_MS);
  try {
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run('SET lock_configuration = true');
    const value = await use(connection);
    over.throwIfAborted();
    return value;
  } catch (error) {
    signal.throwIfAborted();
    if (over.aborted)
      throw new SourceError(`The SQL took longer than ${timeoutMs / 1000} s, and was interrupted`, {
        cause: error,
      });
    throw error instanceof SqlError ? error : new SqlError(messageOf(error).trim(), { cause: error });
  } finally {
    clearInterval(watch);
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}

async function loaded(load: () => Promise<Pick<DuckDB, 'DuckDBInstance'>>) {
  try {
    return await load();
  } catch (cause) {
    const isMissing = errorCode(cause) === 'ERR_MODULE_NOT_FOUND';
    throw new SqlError(
      isMissing
        ? 'sql needs DuckDB, which is not installed. Install it beside catbird: npm install @duckdb/node-api'
        : `DuckDB cannot be loaded: ${messageOf(cause)}`,
      { cause },
    );
  }
}

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
