import { DeliveryError } from '@catbird/send';
import pg from 'pg';
import { hostOf } from './broker.ts';
import type { Change } from './changes.ts';
import type { PostgresConfig } from './postgres-config.ts';
import { failureOf } from './postgres-errors.ts';
import type { ChangedTable } from './table-changes.ts';

/** Runs a statement and returns its result. @throws DeliveryError */
type Query = (
  statement: string,
  values?: readonly unknown[],
) => Promise<{
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}>;

/** The primary keys of tables, by connection. */
const keysOf = new WeakMap<pg.Client, readonly string[]>();

/** A table to which changes are applied. @param table quoted */
export function changedTable(client: pg.Client, table: string, config: PostgresConfig): ChangedTable {
  const query: Query = async (statement, values = []) => {
    try {
      return await client.query<Record<string, unknown>>(statement, [...values]);
    } catch (error) {
      throw failureOf(error, config);
    }
  };
  return {
    host: hostOf(config.url),
    name: config.table,
    async keys() {
      const keys = keysOf.get(client) ?? (await primaryKey(query, table));
      keysOf.set(client, keys);
      return keys;
    },
    run: (statement) => query(statement),
    async delete(rows, keys) {
      const isSame = keys.map((key) => `old.${quoted(key)} = gone.${quoted(key)}`).join(' AND ');
      await query(
        `DELETE FROM ${table} AS old USING json_populate_recordset(NULL::${table}, $1::json) AS gone WHERE ${isSame}`,
        [JSON.stringify(rows)],
      );
    },
    upsert: (rows, keys, names) => upsertRows(query, rows, { table, keys, names, config }),
  };
}

/** The columns of a table's primary key. https://wiki.postgresql.org/wiki/Retrieve_primary_key_columns */
async function primaryKey(query: Query, table: string): Promise<readonly string[]> {
  const { rows } = await query(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [table],
  );
  return rows.map(({ name }) => String(name));
}

async function upsertRows(
  query: Query,
  rows: readonly Change['row'][],
  {
    table,
    keys,
    names,
    config,
  }: {
    readonly table: string;
    readonly keys: readonly string[];
    readonly names: readonly string[];
    readonly config: PostgresConfig;
  },
): Promise<void> {
  const columns = names.map(quoted).join(', ');
  const others = names.filter((name) => !keys.includes(name));
  const updates = others.map((name) => `${quoted(name)} = EXCLUDED.${quoted(name)}`);
  const action = updates.length === 0 ? 'NOTHING' : `UPDATE SET ${updates.join(', ')}`;
  const { rowCount } = await query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)
     ON CONFLICT (${keys.map(quoted).join(', ')}) DO ${action}`,
    [JSON.stringify(rows)],
  );
  const stored = rowCount ?? 0;
  if (updates.length > 0 && stored < rows.length)
    throw new DeliveryError(
      'rejected',
      `${hostOf(config.url)} stored ${stored} of ${rows.length} rows, so nothing was committed`,
      { hint: `A trigger or rule of ${config.table} skips rows or redirects them.` },
    );
}

const quoted = (name: string): string => pg.escapeIdentifier(name);
