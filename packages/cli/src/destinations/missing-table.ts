import { loadFormats } from '@catbird/formats';
import { messagesOf } from '@catbird/engine';
import type { Table } from '@catbird/formats';
import { DeliveryError, revised, type CheckResult, type RowTable } from '@catbird/send';
import { hostOf } from './broker.ts';

/** A database in which tables can be created. */
export interface TableDatabase {
  readonly dialect: 'postgres' | 'mysql' | 'clickhouse';
  /** Code of the error that a table is missing. */
  readonly missing: string;
  /** Codes of the errors that it exists, such as because another connection created it. */
  readonly existing: readonly string[];
  /** Names of the columns that versions of changed rows have besides. Absent: changes are applied. */
  readonly versions?: readonly [number: string, isDeleted: string];
}

/** A table that may be missing. */
export interface MissingTable {
  /** Its name, or that of its schema or database before it. */
  readonly path: readonly string[];
  /** Whether to create it. */
  readonly create: boolean;
  /** The column for whole events. Absent: a column for each field. */
  readonly column?: string | undefined;
  /** The field with changes of its rows. */
  readonly changeField?: string | undefined;
  /** What is known of the rows. */
  readonly describeRows: (() => RowTable) | undefined;
}

/** Whether an error says that a table is missing. */
const isMissing = (error: unknown, { missing }: TableDatabase): boolean =>
  error instanceof DeliveryError && error.code === missing;

/** The result of a connection test that failed because a table is missing which the stream creates. Undefined: it failed otherwise. */
export const createdLater = (
  error: unknown,
  database: TableDatabase,
  { create, table, url }: { readonly create: boolean; readonly table: string; readonly url: string },
): CheckResult | undefined =>
  create && isMissing(error, database)
    ? {
        ok: true,
        message: `${hostOf(url)} accepted the credentials. The table ${table} is missing; a stream creates it. Nothing was written.`,
      }
    : undefined;

/**
 * Acts on a table. If it is missing, creates it and acts again, or adds to the error how to create it.
 *
 * @param run runs the statement that creates it
 * @throws DeliveryError
 */
export async function withTable<Result>(
  act: () => Promise<Result>,
  {
    table,
    database,
    run,
  }: {
    readonly table: MissingTable;
    readonly database: TableDatabase;
    readonly run: (statement: string) => Promise<unknown>;
  },
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    // A table that others write to from here may be missing, after this one has stored the rows.
    if (!(error instanceof DeliveryError) || error.uncertain || !isMissing(error, database)) throw error;
    const statement = await statementFor(table, database, error);
    if (!table.create) throw withHint(error, statement);
    try {
      await run(statement);
    } catch (failure) {
      if (!(failure instanceof DeliveryError) || !database.existing.includes(failure.code ?? ''))
        throw failure;
    }
    return await act();
  }
}

/** The statement that creates a table. @throws DeliveryError with the reason if there is none */
async function statementFor(
  table: MissingTable,
  database: TableDatabase,
  missing: DeliveryError,
): Promise<string> {
  const described = definitionFor(table, database);
  if (described === undefined) throw missing;
  const { definitionOf } = await loadFormats();
  const made = await definitionOf(`ddl:${database.dialect}`, [described]);
  if (made.ok) return made.text;
  throw withHint(missing, undefined, messagesOf(made.issues).join('. '));
}

/** What the table would be. Undefined if the rows are not known. */
function definitionFor(table: MissingTable, database: TableDatabase): Table | undefined {
  const { path, column, changeField, describeRows } = table;
  const [name = '', within] = path.toReversed();
  const place = { name, references: [], ...(within !== undefined && { within }) };
  if (column !== undefined) return { ...place, members: [{ name: column, kind: { is: 'any' } }] };
  const rows = describeRows?.();
  if (rows === undefined) return undefined;
  const own =
    changeField === undefined
      ? { members: rows.members, key: rows.entity?.key }
      : changed(rows, changeField, database);
  if (own === undefined) return undefined;
  const { key, ...others } = own;
  return { ...place, ...others, ...(key !== undefined && { key }) };
}

type Changed = Pick<Table, 'members' | 'versions'> & { readonly key: string | undefined };

/** The rows that changes in Debezium's envelope are about. */
function changed(
  { members, changes }: RowTable,
  field: string,
  { versions }: TableDatabase,
): Changed | undefined {
  const envelope = members.find(({ name }) => name === field)?.kind;
  if (envelope?.is !== 'object') return undefined;
  const after = envelope.members.find(({ name }) => name === 'after')?.kind;
  if (after?.is !== 'object') return undefined;
  const key = changes?.key;
  if (versions === undefined) return { members: after.members, key };
  const [number, isDeleted] = versions;
  const added: Table['members'] = [
    { name: number, kind: { is: 'integer', min: 0 } },
    { name: isDeleted, kind: { is: 'integer', min: 0, max: 1 } },
  ];
  return { members: [...after.members, ...added], versions, key };
}

/** The same error with what to do. */
function withHint(error: DeliveryError, statement: string | undefined, problem?: string): DeliveryError {
  const hint =
    statement === undefined
      ? `The table is missing, and cannot be created from the schema: ${problem}.`
      : `The table is missing. Create it with --create (in a config, create: true), or yourself: ${statement.trim().replaceAll(/\s*\n\s*/g, ' ')}`;
  return revised(error, { hint });
}
