import {
  countedFields,
  joined,
  openFields,
  sampled,
  shownFields,
  withStatistics,
  type ColumnStatistics,
  type Sampled,
  type Table,
} from '@catbird/infer';
import { consentOf, type Copy } from '../copied.ts';
import type { CatalogChoice } from './catalog.ts';
import { STATISTICS } from './postgres-queries.ts';

/** Runs a statement in the transaction. @throws DeliveryError */
export type Query = <Row extends object>(
  statement: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/** A name as statements have it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

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
export async function tableShows(
  reading: TableReading,
  choice: Pick<CatalogChoice, 'isStatistics' | 'sample' | 'copy'>,
): Promise<{ readonly table: Table; readonly sampled: Sampled }> {
  const known = choice.isStatistics
    ? await statisticsShow(reading, choice.copy.kind === 'enums')
    : { table: reading.table, sampled: joined([]) };
  if (choice.sample === 0 || reading.rows === 0) return known;
  const own = await rowsShow(reading, choice.sample, choice.copy);
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

/** What some rows of a table show. Keys, references and columns with rules of their own are not read. */
async function rowsShow(
  { query, schema, table, rows }: TableReading,
  most: number,
  copy: Copy,
): Promise<Sampled> {
  const fields = shownFields(table);
  if (fields.length === 0) return joined([]);
  const columns = fields.map(({ name }) => quoted(name)).join(', ');
  const found = await query<{ readonly row: string }>(
    `SELECT row_to_json(catbird_row)::text AS row FROM (SELECT ${columns} FROM ${quoted(schema)}.${quoted(table.name)}${drawing(most, rows)} LIMIT ${most}) catbird_row`,
  );
  return sampled(table, fields, linesOf(found), consentOf(copy));
}

async function* linesOf(rows: readonly { readonly row: string }[]): AsyncGenerator<Uint8Array> {
  for (const { row } of rows) yield Buffer.from(`${row}\n`);
}
