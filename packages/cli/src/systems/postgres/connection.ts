import { byteLength, payload, type Batch } from '@catbird/engine';
import {
  DeliveryError,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
} from '@catbird/send';
import { hostOf } from '../address.ts';
import type { Change, ChangedTable } from '../table-changes.ts';
import { checkTable, openTables, pathOf, QUOTED, type TableDatabase } from '../database-tables.ts';
import { once } from '../lazy-client.ts';
import { namesIn, rowsOf } from '../row-members.ts';
import { clientFor, EXISTING_TABLE, MISSING_TABLE, type PostgresClient } from './client.ts';
import type { PostgresConfig } from './destination.ts';

const DATABASE: TableDatabase = { dialect: 'postgres', missing: MISSING_TABLE, existing: EXISTING_TABLE };

/** Opens a pool of connections. */
export const open = (config: PostgresConfig, env: DestinationEnv): Connection =>
  openTables(
    config,
    { database: DATABASE, clientFor: () => clientFor(config), insert, changed: changedTable },
    env,
  );

/** Inserts zero rows into the column, or reads zero rows from the table: the server checks names and permissions. */
export const check = (config: PostgresConfig, signal: AbortSignal): Promise<CheckResult> =>
  checkTable(config, DATABASE, (name) =>
    once(clientFor(config), signal, async (client) => {
      const table = tableOf(config);
      const column = config.column && quoted(config.column);
      await client.run(
        name === undefined
          ? 'SELECT 1'
          : column === undefined
            ? `SELECT 1 FROM ${table} LIMIT 0`
            : `INSERT INTO ${table} (${column}) SELECT ${column} FROM ${table} LIMIT 0`,
      );
      return '';
    }),
  );

const quoted = QUOTED.postgres;

const listOf = (names: readonly string[]): string => names.map(quoted).join(', ');

const tableOf = ({ table }: PostgresConfig): string => pathOf(table).map(quoted).join('.');

/** Inserts a batch in one statement, which is atomic. */
async function insert(client: PostgresClient, batch: Batch, config: PostgresConfig): Promise<Receipt> {
  const { column, conflict } = config;
  const table = tableOf(config);
  const rows = `[${Buffer.from(payload(batch).subarray(0, byteLength(batch) - 1))
    .toString('utf8')
    .replaceAll('\n', ',')}]`;
  const columns = listOf(column === undefined ? namesIn(rowsOf(batch, hostOf(config.url))) : [column]);
  const source =
    column === undefined
      ? `SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`
      : 'SELECT value FROM json_array_elements($1::json)';
  const ending = conflict === 'skip' ? ' ON CONFLICT DO NOTHING' : '';
  const { rowCount } = await client.run(`INSERT INTO ${table} (${columns}) ${source}${ending}`, [rows]);
  const inserted = rowCount ?? 0;
  const receipt = { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
  const missing = conflict === 'skip' ? 0 : batch.count - inserted;
  if (missing === 0) return receipt;
  const error = unconfirmed(`INSERT 0 ${inserted}`, {
    service: hostOf(config.url),
    rows: batch.count,
    confirmed: inserted,
    hint: skipping(config),
    secrets: [],
  });
  if (inserted === 0) throw error;
  // The server counts inserted rows but does not identify them.
  return { ...receipt, accepted: inserted, unconfirmed: { rows: missing, error } };
}

const skipping = ({ table }: PostgresConfig): string =>
  `A trigger or rule of ${table} skips rows or redirects them.`;

/** The primary keys of tables, by connection. */
const keysOf = new WeakMap<PostgresClient, readonly string[]>();

/** A table to which changes are applied. */
function changedTable(client: PostgresClient, config: PostgresConfig): ChangedTable {
  const table = tableOf(config);
  return {
    host: hostOf(config.url),
    name: config.table,
    async keys() {
      const keys = keysOf.get(client) ?? (await primaryKey(client, table));
      keysOf.set(client, keys);
      return keys;
    },
    run: (statement) => client.run(statement),
    async delete(rows, keys) {
      const isSame = keys.map((key) => `old.${quoted(key)} = gone.${quoted(key)}`).join(' AND ');
      await client.run(
        `DELETE FROM ${table} AS old USING json_populate_recordset(NULL::${table}, $1::json) AS gone WHERE ${isSame}`,
        [JSON.stringify(rows)],
      );
    },
    upsert: (rows, keys, names) => upsertRows(client, rows, { keys, names, config }),
  };
}

/** The columns of a table's primary key. https://wiki.postgresql.org/wiki/Retrieve_primary_key_columns */
async function primaryKey(client: PostgresClient, table: string): Promise<readonly string[]> {
  const { rows } = await client.run<{ readonly name: string }>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function upsertRows(
  client: PostgresClient,
  rows: readonly Change['row'][],
  {
    keys,
    names,
    config,
  }: { readonly keys: readonly string[]; readonly names: readonly string[]; readonly config: PostgresConfig },
): Promise<void> {
  const table = tableOf(config);
  const columns = listOf(names);
  const others = names.filter((name) => !keys.includes(name));
  const updates = others.map((name) => `${quoted(name)} = EXCLUDED.${quoted(name)}`);
  const action = updates.length === 0 ? 'NOTHING' : `UPDATE SET ${updates.join(', ')}`;
  const { rowCount } = await client.run(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)
     ON CONFLICT (${listOf(keys)}) DO ${action}`,
    [JSON.stringify(rows)],
  );
  const stored = rowCount ?? 0;
  if (updates.length > 0 && stored < rows.length)
    throw new DeliveryError(
      'rejected',
      `${hostOf(config.url)} stored ${stored} of ${rows.length} rows, so nothing was committed`,
      { hint: skipping(config) },
    );
}
