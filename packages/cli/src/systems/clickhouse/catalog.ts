import { readCatalog } from '@catbird/infer';
import {
  firstRows,
  notReadNotes,
  wantedOf,
  type Catalog,
  type CatalogChoice,
  type RowCount,
} from '../../infer/database/catalog.ts';
import type { DatabaseAddress } from '../address.ts';
import { QUOTED } from '../database-tables.ts';
import { databaseIn, literal, readerOf, rowsOf, type Ask } from './client.ts';

/** Reads the catalog of ClickHouse. @throws DeliveryError, and NoCatalog if a choice names nothing */
export const readClickhouse = (
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> => catalogIn(readerOf(address, signal), choice, databaseIn(address));

interface TableRow {
  readonly name: string;
  readonly engine: string;
  readonly sql: string;
}

/** Engines without rows of their own. */
const OTHERS: Readonly<Record<string, string>> = {
  View: 'view',
  MaterializedView: 'materialized view',
  Dictionary: 'dictionary',
  Distributed: 'distributed table',
  Merge: 'table of others',
  Buffer: 'buffer',
  Kafka: 'queue',
};

async function catalogIn(ask: Ask, choice: CatalogChoice, current: string): Promise<Catalog> {
  const schema = choice.schema ?? current;
  const all = await rowsOf<TableRow>(
    ask,
    `SELECT name, engine, create_table_query AS sql FROM system.tables WHERE database = ${literal(schema)} AND name NOT LIKE '.inner%' ORDER BY name`,
  );
  const tables = all.filter(({ engine }) => OTHERS[engine] === undefined);
  const known = tables.map(({ name }) => name);
  const names = wantedOf(known, schema, choice);
  const wanted = tables.filter(({ name }) => names.includes(name));
  const definition = readCatalog(
    wanted.map(({ name, sql }) => ({ sql, place: name })),
    'clickhouse',
  );
  const parts = await rowsOf<{ readonly table: string; readonly rows: string | number }>(
    ask,
    `SELECT table, sum(rows) AS rows FROM system.parts WHERE database = ${literal(schema)} AND active GROUP BY table`,
  );
  const counts = new Map(
    wanted.map(({ name }): [string, RowCount] => [
      name,
      { rows: Number(parts.find(({ table }) => table === name)?.rows ?? 0), source: 'counted' },
    ]),
  );
  const shown = await firstRows(
    definition.tables,
    { query: (statement) => rowsOf(ask, statement), quoted: QUOTED.clickhouse, schema },
    choice,
  );
  return {
    schema,
    definition,
    counts,
    sampled: shown,
    notes: notReadNotes(
      all.flatMap(({ name, engine }): [string, string][] => {
        const kind = OTHERS[engine];
        return kind === undefined ? [] : [[kind, name]];
      }),
    ),
  };
}
