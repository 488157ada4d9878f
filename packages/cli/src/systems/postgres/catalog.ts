import {
  countedFields,
  joined,
  openFields,
  withStatistics,
  type ColumnStatistics,
  type Sampled,
  type Table,
  readCatalog,
  type CatalogStatement,
  type Definition,
} from '@catbird/infer';
import {
  rowsShow,
  type CatalogChoice,
  type ReadLines,
  checkNames,
  few,
  NoCatalog,
  notReadNotes,
  type Catalog,
  type RowCount,
} from '../../infer/database/catalog.ts';
import { QUOTED } from '../database-tables.ts';
import {
  STATISTICS,
  COUNTED_BYTES,
  OLDEST,
  OTHERS,
  SCHEMAS,
  SERVER,
  STATEMENTS,
  TABLES,
  TYPES,
} from './catalog-queries.ts';
import { DeliveryError, hinted } from '@catbird/send';
import type { DatabaseAddress } from '../address.ts';
import { once } from '../lazy-client.ts';
import { clientFor } from './client.ts';

/** Runs a statement in the transaction. @throws DeliveryError */
type Query = <Row extends object>(statement: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A table that is read. */
interface TableReading {
  readonly query: Query;
  readonly schema: string;
  readonly table: Table;
  /** It has partitions, whose rows count as its own. */
  readonly isWhole: boolean;
  readonly rows: number;
}

/** What statistics and rows show of a table, as far as they are wanted. */
async function tableShows(
  reading: TableReading,
  choice: Pick<CatalogChoice, 'isStatistics' | 'sample' | 'copy'>,
): Promise<{ readonly table: Table; readonly sampled: Sampled }> {
  const known = choice.isStatistics
    ? await statisticsShow(reading, choice.copy.kind === 'enums')
    : { table: reading.table, sampled: joined([]) };
  if (choice.sample === 0 || reading.rows === 0) return known;
  const { query, schema, rows } = reading;
  const read: ReadLines = async (columns, table) => {
    const place = `${QUOTED.postgres(schema)}.${table}${drawing(choice.sample, rows)}`;
    const found = await query<{ readonly row: string }>(
      `SELECT row_to_json(catbird_row)::text AS row FROM (SELECT ${columns} FROM ${place} LIMIT ${choice.sample}) catbird_row`,
    );
    return found.map(({ row }) => row);
  };
  const own = await rowsShow(reading.table, QUOTED.postgres, read, choice);
  return { table: known.table, sampled: joined([known.sampled, own]) };
}

/** What the planner's statistics show of a table. Its texts are read only with consent. */
async function statisticsShow(
  { query, schema, table, isWhole }: TableReading,
  isCopied: boolean,
): Promise<{ readonly table: Table; readonly sampled: Sampled }> {
  const namesOf = (fields: Table['fields']): string[] => fields.map(({ name }) => name);
  const open = openFields(table);
  const ordered = open.filter(({ kind }) => /^(whole number|number|timestamp|date)$/.test(kind));
  const rows = await query<StatisticsRow>(STATISTICS, [
    schema,
    table.name,
    isWhole,
    namesOf(isCopied ? countedFields(table) : open),
    namesOf(ordered),
  ]);
  const found = rows.map(({ common, bounds, ...row }): ColumnStatistics => ({
    ...row,
    ...(common === null ? {} : { common }),
    ...(bounds === null ? {} : { bounds }),
  }));
  return withStatistics(table, found, isCopied);
}

interface StatisticsRow {
  readonly name: string;
  readonly nulls: number;
  readonly frequencies: readonly number[];
  readonly common: readonly string[] | null;
  readonly bounds: readonly string[] | null;
}

/** Samples differ in size. */
const MORE = 1.5;

/** Rows of a table of which each is drawn by itself: all its blocks are read. Of larger ones, whole blocks are drawn. */
const SMALL = 100_000;

/** Rows of some blocks, so that never all are left out. A block has up to 226. */
const SOME_BLOCKS = 5_000;

/** The clause that draws so many rows of a table, or a few more. Empty if it has no more. */
function drawing(most: number, rows: number): string {
  const isSmall = rows <= SMALL;
  const share = ((isSmall ? most * MORE : Math.max(SOME_BLOCKS, most * MORE)) * 100) / rows;
  return share < 100
    ? ` TABLESAMPLE ${isSmall ? 'BERNOULLI' : 'SYSTEM'} (${share.toPrecision(6)}) REPEATABLE (42)`
    : '';
}

const quoted = QUOTED.postgres;

/** Longest statement. */
const STATEMENT_MS = 60_000;

/** Rows of an unknown table per so many bytes. */
const ROW_BYTES = 100;

/** Reads a catalog within one transaction that cannot write. @throws DeliveryError, and NoCatalog if a choice names nothing */
export const readPostgres = (
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> =>
  once(clientFor(address), signal, async (client) => {
    const query: Query = async <Row extends object>(statement: string, values?: readonly unknown[]) =>
      (await client.run<Row>(statement, values).catch(throwReading)).rows;
    await query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
    const found = await catalogIn(query, choice);
    await query('ROLLBACK');
    return found;
  });

/** Hints of failures are about writing, but for those of the connection. */
function throwReading(error: unknown): never {
  if (!(error instanceof DeliveryError)) throw error;
  throw hinted(
    error,
    error.code === '42501' ? 'The user needs to be allowed to read the tables.' : undefined,
  );
}

/** What a dump says of types and tables. */
async function statementsOn(
  tables: ReadonlySet<string>,
  schema: string,
  query: Query,
): Promise<CatalogStatement[]> {
  const statements = [...(await query<CatalogStatement>(TYPES))];
  for (const part of STATEMENTS)
    for (const found of await query<CatalogStatement & { readonly table: string }>(part, [quoted(schema)]))
      if (tables.has(found.table)) statements.push(found);
  return statements;
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
  const whole = new Set(tables.filter(({ parent }) => parent === null).map(({ name }) => name));
  const counts = new Map<string, RowCount>();
  for (const table of tables)
    if (table.parent === null) counts.set(table.name, await countOf(table, schema, query));
  const definition = readCatalog(await statementsOn(whole, schema, query), 'postgres');
  const shown = await shownIn(definition, { query, schema, tables, choice, counts });
  return {
    schema,
    definition: { tables: shown.tables, notes: definition.notes },
    counts,
    sampled: shown.sampled,
    notes: [
      ...(choice.schema === undefined && others.length > 0
        ? [
            `Read only the schema ${schema}. --db-schema reads another one: ${others.map(({ name }) => name).join(', ')}`,
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
  { query, schema, tables, choice, counts }: CatalogRead,
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
interface CatalogRead {
  readonly query: Query;
  readonly schema: string;
  readonly tables: readonly TableRow[];
  readonly choice: CatalogChoice;
  readonly counts: ReadonlyMap<string, RowCount>;
}

const noTables = (schema: string, schemas: readonly { readonly name: string }[]): string =>
  `The schema ${schema} has no tables that this user can see. ${schemas.length === 0 ? 'No other schema of the database has any' : `--db-schema reads another one: ${schemas.map(({ name }) => name).join(', ')}`}`;

interface Other {
  readonly kind: string;
  readonly name: string;
}

interface TableRow {
  readonly name: string;
  readonly partitionKey: string | null;
  readonly parent: string | null;
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
  checkNames(wanted, whole, `the schema ${schema}`);
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
