import { isFilled, isObject, texts, type Batch, byteLength, jsonOf } from '@catbird/engine';
import {
  DeliveryError,
  optionalTextSetting,
  routeSetting,
  type RowFieldSetting,
  type Receipt,
} from '@catbird/send';
import * as z from 'zod/mini';

const HELP = {
  table:
    'Field with changes of a table, a catbird.change: rows are inserted, updated and deleted by the table’s primary key.',
  version:
    'Field with changes of a table, a catbird.change: each is stored as a version of its row with the columns version and is_deleted, for ReplacingMergeTree.',
};

/** The setting that names the field with changes. */
export const changeField = (kind: keyof typeof HELP) =>
  optionalTextSetting({ label: 'Change field', help: HELP[kind], example: 'change' });

/** The setting of the table that rows go into. */
export const tableSetting = (meta: Omit<Parameters<typeof routeSetting>[0], 'label'>): z.ZodMiniString =>
  routeSetting({ label: 'Table', ...meta });

/** Checks that changes are those of one table. */
export const oneTable: z.core.$ZodCheck<{
  readonly table: string;
  readonly changeField?: string | undefined;
}> = z.refine(({ table, changeField: field }) => field === undefined || !isFilled(table), {
  path: ['table'],
  error: 'Must not contain {{ with a change field: changes apply to one table',
});

/** The field with changes, which must be in Debezium's envelope. */
export const envelopeField =
  (more: Pick<RowFieldSetting, 'added' | 'unfit'>) =>
  ({ changeField: field }: { readonly changeField?: string | undefined }): readonly RowFieldSetting[] =>
    field === undefined ? [] : [{ setting: 'changeField', field, isEnvelope: true, ...more }];

/** A change of a table's row. */
export interface Change {
  /** The row after the change; the last one before a delete. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The row before an update. */
  readonly before: Change['row'] | undefined;
  /** Names of the fields that it has or had. */
  readonly names: readonly string[];
  /** Number of the change of this row, from 1. */
  readonly sequence: number;
  readonly isDelete: boolean;
}

/**
 * The changes of a batch, in order. A tombstone is none.
 *
 * @param field the member of each row with an envelope
 * @throws DeliveryError if a row holds no envelope
 */
export function changesIn(batch: Batch, field: string): readonly Change[] {
  return Array.from(texts(batch)).flatMap((text, place) => {
    const envelope = memberOf(text, field);
    if (envelope === null) return [];
    const change = envelope === undefined ? undefined : changeOf(envelope);
    if (change !== undefined) return [change];
    throw new DeliveryError('rejected', `Event ${place + 1} of the request holds no change in ${field}`, {
      hint: 'Faults that make events malformed do not fit changes that are applied to a table.',
    });
  });
}

/** A member of an event; undefined if the event is not JSON or lacks it. */
function memberOf(text: string, field: string): unknown {
  const row = jsonOf(text);
  return isObject(row) ? row[field] : undefined;
}

function changeOf(envelope: unknown): Change | undefined {
  if (!isObject(envelope)) return undefined;
  const { before, after, op, source } = envelope;
  const isDelete = op === 'd';
  const row = isDelete ? before : after;
  const sequence = isObject(source) ? source['sequence'] : undefined;
  if (!isObject(row) || typeof sequence !== 'number') return undefined;
  return {
    row,
    before: isObject(before) && !isDelete ? before : undefined,
    names: [before, after].flatMap((each) => Object.keys(each ?? {})),
    sequence,
    isDelete,
  };
}

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
