import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Checker } from '../examples/ports/sql.ts';
import { ROOT } from './sources.ts';

/** The folder of configs with the ideas of other tools. */
export const PORTS = join(ROOT, 'examples', 'ports');

/** The names of the folders in it. */
export const ports: readonly string[] = readdirSync(PORTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** The rows of all files in a folder that a config has written, by the names of the files without their ending. */
export const rowsIn = (
  folder: string,
): Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.ndjson', ''),
      readFileSync(join(folder, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    ]),
  );

/** The table of a file: `cdc_events` for `cdc-events.ndjson`. */
export const tableOf = (file: string): string => file.replace('.ndjson', '').replaceAll('-', '_');

/** A database with the rows of all files in a folder that a config has written. */
export async function tablesOf(folder: string): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    await connection.run(
      `CREATE TABLE "${tableOf(file)}" AS SELECT row_number() OVER () AS n, *
       FROM read_ndjson_auto('${path}', sample_size = -1) POSITIONAL JOIN (SELECT json FROM read_ndjson_objects('${path}'))`,
    );
  }
  return connection;
}

/** The sentences of a property that do not hold, with the first of what violates them. */
export async function violated(
  { check, setup = '' }: Checker,
  connection: DuckDBConnection,
): Promise<readonly string[]> {
  await connection.run(setup);
  const found: string[] = [];
  for (const [sentence, query] of Object.entries(check)) {
    const [first] = (await connection.runAndReadUntil(query, 1)).getRowsJson();
    if (first !== undefined) found.push(`${sentence}: ${JSON.stringify(first)}`);
  }
  return found;
}
/** The text of a config, in which streams have the destination that a comment after their file names. */
export const withServices = (config: string): string =>
  config.replaceAll(
    /^( *)(?:destination: file\n\1)?settings: .*\n(?:\1# To .*\n)?\1# (destination: .*)\n\1# (settings: .*)/gm,
    '$1$2\n$1$3',
  );
