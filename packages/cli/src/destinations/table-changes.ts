import { byteLength, type Batch } from '@catbird/engine';
import { DeliveryError, type Receipt } from '@catbird/send';
import { changesIn, type Change } from './changes.ts';

/** A table in a database with transactions, to which changes are applied. */
export interface ChangedTable {
  /** The server and the table, for people: `localhost:5432`, `public.customers`. */
  readonly host: string;
  readonly name: string;
  /** The columns of its primary key; none if it has no key. @throws DeliveryError */
  keys(): Promise<readonly string[]>;
  /** Runs `BEGIN`, `COMMIT` or `ROLLBACK`. @throws DeliveryError */
  run(statement: string): Promise<unknown>;
  /** Deletes the rows with the keys of these, one or more. @throws DeliveryError */
  delete(rows: readonly Change['row'][], keys: readonly string[]): Promise<void>;
  /**
   * Inserts rows, one or more, or updates those with the same keys.
   *
   * @param names of the columns to set
   * @throws DeliveryError
   */
  upsert(rows: readonly Change['row'][], keys: readonly string[], names: readonly string[]): Promise<void>;
}

/**
 * Applies the changes of a batch to a table in one transaction. Of several changes of a row, the last one counts, so that a batch
 * may be applied again after later ones of the same process were not.
 *
 * @param field the member of each row with an envelope
 * @throws DeliveryError; then nothing of the batch is stored
 */
export async function applyChanges(batch: Batch, field: string, table: ChangedTable): Promise<Receipt> {
  const changes = changesIn(batch, field);
  const keys = await table.keys();
  if (keys.length === 0)
    throw new DeliveryError('not-found', `${table.host}: the table ${table.name} has no primary key`, {
      hint: 'Changes are applied by the primary key. Add one: ALTER TABLE … ADD PRIMARY KEY (…).',
    });
  checkKeys(changes, keys, table);
  const last = lastOfEachKey(changes, keys);
  const rowsOf = (isDelete: boolean) =>
    last.filter((change) => change.isDelete === isDelete).map(({ row }) => row);
  const [deleted, stored] = [rowsOf(true), rowsOf(false)];
  await table.run('BEGIN');
  try {
    if (deleted.length > 0) await table.delete(deleted, keys);
    // A field that is missing from now on was in an earlier change.
    const names = [...new Set(changes.flatMap((change) => change.names))];
    if (stored.length > 0) await table.upsert(stored, keys, names);
    await table.run('COMMIT');
  } catch (error) {
    await table.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
}

/** Checks that the primary key identifies the rows of changes. @throws DeliveryError if it lacks a value or changes */
function checkKeys(
  changes: readonly Change[],
  keys: readonly string[],
  { host, name }: Pick<ChangedTable, 'host' | 'name'>,
): void {
  for (const key of keys)
    for (const { row, before = row } of changes) {
      const value = row[key] ?? null;
      if (value !== null && before[key] === value) continue;
      const what = value === null ? 'the changed rows lack' : 'an update changes';
      throw new DeliveryError('rejected', `${host}: ${what} ${key}, of the primary key of ${name}`, {
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
