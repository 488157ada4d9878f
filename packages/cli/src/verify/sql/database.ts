import type { DuckDBConnection } from '@duckdb/node-api';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode, messageOf } from '../../files/error-code.ts';
import { SourceError } from '../../sources/source.ts';

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
