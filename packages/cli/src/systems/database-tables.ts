import {
  DeliveryError,
  failedCheck,
  flagSetting,
  revised,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
  type RowTable,
} from '@catbird/send';
import { definitionOf, type Table } from '@catbird/formats';
import { isFilled, messagesOf, routeOf, type Batch } from '@catbird/engine';
import { hostOf, type DatabaseKind } from './address.ts';
import { applyChanges, type ChangedTable } from './table-changes.ts';
import { newClientPool, type LazyClient } from './lazy-client.ts';

/** The setting with which a missing table is created. */
export const createSetting = flagSetting({
  label: 'Create table',
  help: 'If the table is missing, create it from the fields of the schema.',
});

/** A name that a database does not take: the most that it may have, as the end of a sentence. */
interface NameLimit {
  readonly isTooLong: (name: string) => boolean;
  /** `64 characters` */
  readonly most: string;
}

/**
 * What is wrong with a table's name, which may stand behind that of its schema or database. Statements quote it, so it has no quotes
 * around it.
 *
 * @param where `shop`
 */
export const tableFault =
  (where: string, { isTooLong, most }: NameLimit) =>
  (table: string): string | undefined => {
    if (!/^[^.\0]+(\.[^.\0]+)?$/.test(table) || /^["`]|["`]$/.test(table))
      return `Must be a table name, such as events or ${where}.events`;
    return pathOf(table).some(isTooLong) ? `Must have names of at most ${most}` : undefined;
  };

/** The names of which a table's consists: its own, or that of its schema or database before it. */
export const pathOf = (table: string): readonly string[] => table.split('.');

/** A name as statements of each database have it. https://clickhouse.com/docs/sql-reference/syntax#identifiers */
export const QUOTED: Readonly<Record<DatabaseKind, (name: string) => string>> = {
  postgres: (name) => `"${name.replaceAll('"', '""')}"`,
  mysql: (name) => `\`${name.replaceAll('`', '``')}\``,
  clickhouse: (name) => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``,
};

/** A dot in the value of an event would choose a schema or database. */
export const encodeTable = (value: string): string | undefined => (value.includes('.') ? undefined : value);

/** A database in which tables can be created. */
export interface TableDatabase {
  readonly dialect: DatabaseKind;
  /** Code of the error that a table is missing. */
  readonly missing: string;
  /** Codes of the errors that it exists, such as because another connection created it. */
  readonly existing: readonly string[];
  /** Names of the columns that versions of changed rows have besides. Absent: changes are applied. */
  readonly versions?: readonly [number: string, isDeleted: string];
}

/** A table that may be missing. */
interface MissingTable {
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

/**
 * Tests a connection to a table. If it is missing and the stream creates it, that is fine.
 *
 * @param look asks for the table, and returns what else is known of it. Without its name: asks whether the server answers
 */
export async function checkTable(
  { create, table, url }: { readonly create: boolean; readonly table: string; readonly url: string },
  database: TableDatabase,
  look: (table: string | undefined) => Promise<string>,
): Promise<CheckResult> {
  const found = (text: string): CheckResult => ({ ok: true, message: `${hostOf(url)} ${text}` });
  try {
    const more = await look(isFilled(table) ? undefined : table);
    return isFilled(table)
      ? found('accepted the credentials. Nothing was written; events determine the tables.')
      : found(`has the table ${table}${more}. Nothing was written.`);
  } catch (error) {
    return create && isMissing(error, database)
      ? found(
          `accepted the credentials. The table ${table} is missing; a stream creates it. Nothing was written.`,
        )
      : failedCheck(error);
  }
}

/** The settings of a destination with tables. */
interface TableConfig {
  readonly table: string;
  readonly create: boolean;
  readonly column?: string | undefined;
  readonly changeField?: string | undefined;
}

/** How batches go into the tables of a database with transactions. */
interface Tables<Config, Client> {
  readonly database: TableDatabase;
  readonly clientFor: () => LazyClient<Client>;
  /** Inserts the rows of a batch into the table of a config. @throws DeliveryError */
  readonly insert: (client: Client, batch: Batch, config: Config) => Promise<Receipt>;
  /** The table of a config, to which changes are applied. */
  readonly changed: (client: Client, config: Config) => ChangedTable;
}

/** Opens a connection to tables, with a client for each request at a time. */
export function openTables<Config extends TableConfig, Client extends Pick<ChangedTable, 'run'>>(
  config: Config,
  { database, clientFor, insert, changed }: Tables<Config, Client>,
  { describeRows }: Pick<DestinationEnv, 'describeRows'>,
): Connection {
  const pool = newClientPool(clientFor);
  const stored = (client: Client, batch: Batch, own: Config): Promise<Receipt> =>
    own.changeField === undefined
      ? insert(client, batch, own)
      : applyChanges(batch, own.changeField, changed(client, own));
  return {
    send(batch, { signal }) {
      const own = { ...config, table: routeOf(batch, config.table) };
      return pool.use(signal, (client) =>
        withTable(() => stored(client, batch, own), {
          table: { ...own, path: pathOf(own.table), describeRows },
          database,
          run: (statement) => client.run(statement),
        }),
      );
    },
    close: () => pool.close(),
  };
}

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
      return await act().catch((again: unknown) => {
        // Something else has the table's name.
        throw isMissing(again, database) ? failure : again;
      });
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
