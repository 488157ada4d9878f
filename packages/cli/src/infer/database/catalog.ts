import { type Definition, type Sampled, joined, sampled, shownFields, type Table } from '@catbird/infer';
import { type Copy, consentOf } from '../copied.ts';

/** What of a database is read. */
export interface CatalogChoice {
  /** The schema, or the database where that is one. Default: that of the connection */
  readonly schema: string | undefined;
  /** Default: all tables */
  readonly tables: readonly string[] | undefined;
  /** The planner's statistics, too. */
  readonly isStatistics: boolean;
  /** Rows of each table. 0 reads none. */
  readonly sample: number;
  /** What of the rows that are read may be in the config. Statistics have no rows: of those, all values or none. */
  readonly copy: Copy;
}

/** How many rows a table has, and how that is known. */
export interface RowCount {
  readonly rows: number;
  readonly source: 'counted' | 'estimated' | 'guessed';
}

/** The catalog of a database. */
export interface Catalog {
  readonly schema: string;
  readonly definition: Definition;
  readonly counts: ReadonlyMap<string, RowCount>;
  /** What statistics and rows show of the fields, by table. */
  readonly sampled: ReadonlyMap<string, Sampled>;
  /** What was not read, a sentence each. */
  readonly notes: readonly string[];
}

/** What cannot be read, as a sentence that says what to do. */
export class NoCatalog extends Error {}

/** Names in a note; more are counted. */
const NAMED = 12;

/** Names, of which the first are listed. */
export const few = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** A sentence for each kind of what was not read. */
export function notReadNotes(others: readonly (readonly [kind: string, name: string])[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const [kind, name] of others) byKind.set(kind, [...(byKind.get(kind) ?? []), name]);
  return [...byKind].map(
    ([kind, names]) => `Not read: ${names.length} ${names.length === 1 ? kind : plural(kind)}: ${few(names)}`,
  );
}

const plural = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

/** Checks that tables which are wanted are known. @param within `the database shop` @throws NoCatalog */
export function checkNames(wanted: readonly string[], known: readonly string[], within: string): void {
  const missing = wanted.find((name) => !known.includes(name));
  if (missing !== undefined)
    throw new NoCatalog(`--table: ${within} has no table ${missing}. Its tables: ${few(known)}`);
}

/** The names of a database's tables that are wanted. @throws NoCatalog if there are none, or not these */
export function wantedOf(
  known: readonly string[],
  database: string,
  { tables = known }: Pick<CatalogChoice, 'tables'>,
): readonly string[] {
  if (known.length === 0)
    throw new NoCatalog(`The database ${database} has no tables that this user can see`);
  checkNames(tables, known, `the database ${database}`);
  return tables;
}

/** Reads rows of a statement's columns, as lines of JSON. */
export type ReadLines = (columns: string, table: string) => Promise<readonly string[]>;

/** What rows of a table show. Keys, references and columns with rules of their own are not read. */
export async function rowsShow(
  table: Table,
  quoted: (name: string) => string,
  read: ReadLines,
  { copy }: Pick<CatalogChoice, 'copy'>,
): Promise<Sampled> {
  const fields = shownFields(table);
  if (fields.length === 0) return joined([]);
  const rows = await read(fields.map(({ name }) => quoted(name)).join(', '), quoted(table.name));
  return sampled(table, fields, linesOf(rows), consentOf(copy));
}

async function* linesOf(rows: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${row}\n`);
}

/** What the first rows of tables show. @param query runs a statement */
export async function firstRows(
  tables: readonly Table[],
  {
    query,
    quoted,
    schema,
  }: {
    readonly query: (statement: string) => Promise<readonly unknown[]>;
    readonly quoted: (name: string) => string;
    readonly schema: string;
  },
  choice: CatalogChoice,
): Promise<ReadonlyMap<string, Sampled>> {
  const shown = new Map<string, Sampled>();
  const read: ReadLines = async (columns, table) => {
    const rows = await query(`SELECT ${columns} FROM ${quoted(schema)}.${table} LIMIT ${choice.sample}`);
    return rows.map((row) => JSON.stringify(row));
  };
  if (choice.sample > 0)
    for (const table of tables) shown.set(table.name, await rowsShow(table, quoted, read, choice));
  return shown;
}
