import { byteLength, type Batch } from '@catbird/core/internal/engine';
import { DeliveryError, type Receipt } from '@catbird/core/destinations';
import pg from 'pg';
import { hostOf } from './broker.ts';
import { changesIn, type Change } from './changes.ts';
import type { PostgresConfig } from './postgres-config.ts';
import { failureOf } from './postgres-errors.ts';

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

/**
 * Applies the changes of a batch to a table in one transaction. Of several changes of a row, the last one counts, so that a batch
 * may be applied again after later ones of the same process were not.
 *
 * @param table quoted
 * @throws DeliveryError; then nothing of the batch is stored
 */
export async function applyChanges(
  client: pg.Client,
  batch: Batch,
  { table, field, config }: { table: string; field: string; config: PostgresConfig },
): Promise<Receipt> {
  const query: Query = async (statement, values = []) => {
    try {
      return await client.query<Record<string, unknown>>(statement, [...values]);
    } catch (error) {
      throw failureOf(error, config);
    }
  };
  const changes = changesIn(batch, field);
  const keys = keysOf.get(client) ?? (await primaryKey(query, table, config));
  keysOf.set(client, keys);
  checkKeys(changes, keys, config);
  const last = lastOfEachKey(changes, keys);
  const rowsOf = (isDelete: boolean) =>
    last.filter((change) => change.isDelete === isDelete).map(({ row }) => row);
  await query('BEGIN');
  try {
    await deleteRows(query, rowsOf(true), { table, keys });
    // A field that is missing from now on was in an earlier change.
    const names = [...new Set(changes.flatMap((change) => change.names))];
    await upsertRows(query, rowsOf(false), { table, keys, names, config });
    await query('COMMIT');
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
}

/** The columns of a table's primary key. https://wiki.postgresql.org/wiki/Retrieve_primary_key_columns */
async function primaryKey(
  query: Query,
  table: string,
  { url, table: name }: PostgresConfig,
): Promise<readonly string[]> {
  const { rows } = await query(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [table],
  );
  const names = rows.map(({ name }) => String(name));
  if (names.length > 0) return names;
  throw new DeliveryError('not-found', `${hostOf(url)}: the table ${name} has no primary key`, {
    hint: 'Changes are applied by the primary key. Add one: ALTER TABLE … ADD PRIMARY KEY (…).',
  });
}

/** Checks that the primary key identifies the rows of changes. @throws DeliveryError if it lacks a value or changes */
function checkKeys(
  changes: readonly Change[],
  keys: readonly string[],
  { url, table }: PostgresConfig,
): void {
  for (const key of keys)
    for (const { row, before = row } of changes) {
      const value = row[key] ?? null;
      if (value !== null && before[key] === value) continue;
      const what = value === null ? 'the changed rows lack' : 'an update changes';
      throw new DeliveryError('rejected', `${hostOf(url)}: ${what} ${key}, of the primary key of ${table}`, {
        hint: 'The primary key must be the key of the entity that changes, in a column of the same name.',
      });
    }
}

/** The last change of each row. */
function lastOfEachKey(changes: readonly Change[], keys: readonly string[]): readonly Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) last.set(JSON.stringify(keys.map((key) => change.row[key])), change);
  return [...last.values()];
}

type Rows = readonly Change['row'][];

interface Target {
  readonly table: string;
  readonly keys: readonly string[];
}

async function deleteRows(query: Query, rows: Rows, { table, keys }: Target): Promise<void> {
  if (rows.length === 0) return;
  const isSame = keys.map((key) => `old.${quoted(key)} = gone.${quoted(key)}`).join(' AND ');
  await query(
    `DELETE FROM ${table} AS old USING json_populate_recordset(NULL::${table}, $1::json) AS gone WHERE ${isSame}`,
    [JSON.stringify(rows)],
  );
}

async function upsertRows(
  query: Query,
  rows: Rows,
  {
    table,
    keys,
    names,
    config,
  }: Target & { readonly names: readonly string[]; readonly config: PostgresConfig },
): Promise<void> {
  if (rows.length === 0) return;
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
