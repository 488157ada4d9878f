import { joined, sampled, shownFields, type Sampled, type Table } from '@catbird/infer';
import { consentOf } from '../copied.ts';
import type { CatalogChoice } from './catalog.ts';

/** How the first rows of a table are read. */
export interface FirstRows {
  readonly query: (statement: string) => Promise<readonly unknown[]>;
  /** A name as the database quotes it. */
  readonly quoted: (name: string) => string;
  readonly schema: string;
}

/** What the first rows of tables show. Keys, references and columns with rules of their own are not read. */
export async function firstRows(
  tables: readonly Table[],
  from: FirstRows,
  choice: CatalogChoice,
): Promise<ReadonlyMap<string, Sampled>> {
  const shown = new Map<string, Sampled>();
  if (choice.sample > 0)
    for (const table of tables) shown.set(table.name, await rowsShow(table, from, choice));
  return shown;
}

async function rowsShow(
  table: Table,
  { query, quoted, schema }: FirstRows,
  { sample, copy }: CatalogChoice,
): Promise<Sampled> {
  const fields = shownFields(table);
  if (fields.length === 0) return joined([]);
  const columns = fields.map(({ name }) => quoted(name)).join(', ');
  const rows = await query(`SELECT ${columns} FROM ${quoted(schema)}.${quoted(table.name)} LIMIT ${sample}`);
  return sampled(table, fields, linesOf(rows), consentOf(copy));
}

async function* linesOf(rows: readonly unknown[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
