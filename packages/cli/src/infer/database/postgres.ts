import {
  postgresStatements,
  readCatalog,
  type Definition,
  type PostgresCatalog,
  type Sampled,
  type Table,
} from '@catbird/infer';
import { DeliveryError } from '@catbird/send';
import { clientFor } from '../../destinations/postgres-connection.ts';
import { failureOf } from '../../destinations/postgres-errors.ts';
import type { DatabaseAddress } from './address.ts';
import { quoted, tableShows, type Query } from './postgres-rows.ts';
import { few, NoCatalog, notReadNotes, type Catalog, type CatalogChoice, type RowCount } from './catalog.ts';
import {
  COLUMNS,
  CONSTRAINTS,
  COUNTED_BYTES,
  INDEXES,
  OLDEST,
  OTHERS,
  SCHEMAS,
  SERVER,
  TABLES,
  TYPES,
} from './postgres-queries.ts';

/** Longest statement. */
const STATEMENT_MS = 60_000;

/** Rows of an unknown table per so many bytes. */
const ROW_BYTES = 100;

/** Reads a catalog within one transaction that cannot write. @throws DeliveryError, and NoCatalog if a choice names nothing */
export async function readPostgres(
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> {
  const lazy = clientFor(address);
  try {
    return await lazy.use(signal, async (client) => {
      const query: Query = async (statement, values = []) => {
        try {
          return (await client.query(statement, [...values])).rows;
        } catch (error) {
          throw readingError(error, address);
        }
      };
      await query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
      const found = await catalogIn(query, choice);
      await query('ROLLBACK');
      return found;
    });
  } finally {
    await lazy.close();
  }
}

/** Hints of failures are about writing, but for those of the connection. */
function readingError(error: unknown, address: DatabaseAddress): DeliveryError {
  const { kind, message, code, detail } = failureOf(error, address);
  const hint = code === '42501' ? 'The user needs to be allowed to read the tables.' : undefined;
  return new DeliveryError(kind, message, { code, detail, hint, cause: error });
}

async function catalogIn(query: Query, choice: CatalogChoice): Promise<Catalog> {
  const [server] = await query<{ version: number; schema: string | null; database: string }>(SERVER);
  if (server !== undefined && server.version < OLDEST)
    throw new NoCatalog(
      'Postgres 12 or later is needed. For older servers, use pg_dump --schema-only and infer the file',
    );
  const schemas = await query<{ name: string; tables: number }>(SCHEMAS);
  const schema = choice.schema ?? server?.schema ?? 'public';
  const others = schemas.filter(({ name }) => name !== schema);
  if (others.length === schemas.length) throw new NoCatalog(noTables(schema, schemas));
  const known = await query<TableRow>(TABLES, [quoted(schema)]);
  const tables = chosen(known, choice.tables, schema);
  const names = new Set(tables.map(({ name }) => name));
  const ofTables = async <Part extends { readonly table: string }>(statement: string): Promise<Part[]> =>
    (await query<Part>(statement, [quoted(schema)])).filter(({ table }) => names.has(table));
  const catalog: PostgresCatalog = {
    types: await query(TYPES),
    tables,
    columns: await ofTables(COLUMNS),
    constraints: await ofTables(CONSTRAINTS),
    indexes: await ofTables(INDEXES),
  };
  const counts = new Map<string, RowCount>();
  for (const table of tables)
    if (table.parent === null) counts.set(table.name, await countOf(table, schema, query));
  const definition = readCatalog(postgresStatements(catalog), 'postgres');
  const shown = await shownIn(definition, { query, schema, tables, choice, counts });
  return {
    schema,
    definition: { tables: shown.tables, notes: definition.notes },
    counts,
    sampled: shown.sampled,
    notes: [
      ...(choice.schema === undefined && others.length > 0
        ? [
            `Read only the schema ${schema}. --schema reads another one: ${others.map(({ name }) => name).join(', ')}`,
          ]
        : []),
      ...notReadNotes((await query<Other>(OTHERS, [quoted(schema)])).map(({ kind, name }) => [kind, name])),
      ...shown.notes,
    ],
  };
}

/** What statistics and rows show of the tables. Of tables that the user cannot read, nothing. */
async function shownIn(
  { tables: definitions }: Definition,
  { query, schema, tables, choice, counts }: Reading,
): Promise<Pick<Catalog, 'sampled' | 'notes'> & Pick<Definition, 'tables'>> {
  const sampled = new Map<string, Sampled>();
  if (!choice.isStatistics && choice.sample === 0) return { tables: definitions, sampled, notes: [] };
  const open = new Map(tables.filter(({ isReadable }) => isReadable).map((row) => [row.name, row]));
  const all: Table[] = [];
  for (const table of definitions) {
    const row = open.get(table.name);
    if (row === undefined) all.push(table);
    else {
      const rows = counts.get(table.name)?.rows ?? 0;
      const shown = await tableShows(
        { query, schema, table, isWhole: row.partitionKey !== null, rows },
        choice,
      );
      all.push(shown.table);
      sampled.set(table.name, shown.sampled);
    }
  }
  const closed = definitions.filter(({ name }) => !open.has(name)).map(({ name }) => name);
  const notes =
    closed.length === 0
      ? []
      : [`Read neither statistics nor rows of tables that this user cannot read: ${few(closed)}`];
  return { tables: all, sampled, notes };
}

/** A catalog while it is read. */
interface Reading {
  readonly query: Query;
  readonly schema: string;
  readonly tables: readonly TableRow[];
  readonly choice: CatalogChoice;
  readonly counts: ReadonlyMap<string, RowCount>;
}

const noTables = (schema: string, schemas: readonly { readonly name: string }[]): string =>
  `The schema ${schema} has no tables that this user can see. ${schemas.length === 0 ? 'No other schema of the database has any' : `--schema reads another one: ${schemas.map(({ name }) => name).join(', ')}`}`;

interface Other {
  readonly kind: string;
  readonly name: string;
}

interface TableRow {
  readonly name: string;
  readonly partitionKey: string | null;
  readonly parent: string | null;
  readonly bounds: string | null;
  readonly isReadable: boolean;
  readonly rows: number;
  readonly bytes: number;
  readonly isUnknown: boolean;
  readonly oid: string;
}

/** The tables that were asked for, with their partitions. */
function chosen(
  known: readonly TableRow[],
  wanted: readonly string[] | undefined,
  schema: string,
): readonly TableRow[] {
  if (wanted === undefined) return known;
  const whole = known.filter(({ parent }) => parent === null).map(({ name }) => name);
  const missing = wanted.find((name) => !whole.includes(name));
  if (missing !== undefined)
    throw new NoCatalog(`--table: the schema ${schema} has no table ${missing}. Its tables: ${few(whole)}`);
  return known.filter(({ name, parent }) => wanted.includes(parent ?? name));
}

/** The planner's estimate, or a count of a small table of which it knows nothing. */
async function countOf(
  { name, rows, bytes, isUnknown, isReadable }: TableRow,
  schema: string,
  query: Query,
): Promise<RowCount> {
  if (!isUnknown) return { rows: Math.round(rows), source: 'estimated' };
  if (bytes > COUNTED_BYTES || !isReadable)
    return { rows: Math.max(1, Math.round(bytes / ROW_BYTES)), source: 'guessed' };
  const [found] = await query<{ count: string }>(`SELECT count(*) FROM ${quoted(schema)}.${quoted(name)}`);
  return { rows: Number(found?.count), source: 'counted' };
}
