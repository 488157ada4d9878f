import { readCatalog } from '@catbird/infer';
import { DeliveryError, isSuccess, kindOfStatus, oneLine } from '@catbird/send';
import { newTransport } from '../../transport/http.ts';
import type { DatabaseAddress } from './address.ts';
import { firstRows } from './first-rows.ts';
import { few, NoCatalog, notReadNotes, type Catalog, type CatalogChoice, type RowCount } from './catalog.ts';

type Query = <Row>(statement: string) => Promise<readonly Row[]>;

/** Reads the catalog of ClickHouse over HTTP. The server refuses statements that write. @throws DeliveryError, and NoCatalog if a choice names nothing */
export async function readClickhouse(
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> {
  if (choice.isStatistics)
    throw new NoCatalog('--statistics reads those of Postgres only. Use --sample to read rows of each table');
  const { http, close } = newTransport();
  const { host, pathname, searchParams } = new URL(address.url);
  const isSecure = searchParams.get('secure') === 'true' || searchParams.get('sslmode') === 'require';
  const url = new URL(`${isSecure ? 'https' : 'http'}://${host}/`);
  // https://clickhouse.com/docs/operations/settings/permissions-for-queries#readonly
  url.searchParams.set('readonly', '2');
  url.searchParams.set('output_format_json_quote_64bit_integers', '0');
  const query: Query = async <Row>(statement: string) => {
    const response = await http({
      method: 'POST',
      url: url.href,
      headers: {
        ...(address.username === undefined ? {} : { 'x-clickhouse-user': address.username }),
        ...(address.password === undefined ? {} : { 'x-clickhouse-key': address.password }),
      },
      body: `${statement} FORMAT JSONEachRow`,
      signal,
    });
    if (!isSuccess(response)) {
      const words = oneLine(response.text, [address.password ?? '']);
      throw new DeliveryError(kindOfStatus(response.status), `${host} responded: ${words}`, {
        status: response.status,
      });
    }
    const lines = response.text.split('\n').filter((line) => line !== '');
    return lines.map((line): Row => JSON.parse(line));
  };
  try {
    return await catalogIn(query, choice, decodeURIComponent(pathname.slice(1)) || 'default');
  } finally {
    await close();
  }
}

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

async function catalogIn(query: Query, choice: CatalogChoice, current: string): Promise<Catalog> {
  const schema = choice.schema ?? current;
  const all = await query<TableRow>(
    `SELECT name, engine, create_table_query AS sql FROM system.tables WHERE database = ${literal(schema)} AND name NOT LIKE '.inner%' ORDER BY name`,
  );
  const tables = all.filter(({ engine }) => OTHERS[engine] === undefined);
  const known = tables.map(({ name }) => name);
  if (known.length === 0) throw new NoCatalog(`The database ${schema} has no tables that this user can see`);
  const missing = choice.tables?.find((name) => !known.includes(name));
  if (missing !== undefined)
    throw new NoCatalog(`--table: the database ${schema} has no table ${missing}. Its tables: ${few(known)}`);
  const wanted = tables.filter(({ name }) => choice.tables?.includes(name) ?? true);
  const definition = readCatalog(
    wanted.map(({ name, sql }) => ({ sql, place: name })),
    'clickhouse',
  );
  const parts = await query<{ readonly table: string; readonly rows: string | number }>(
    `SELECT table, sum(rows) AS rows FROM system.parts WHERE database = ${literal(schema)} AND active GROUP BY table`,
  );
  const counts = new Map(
    wanted.map(({ name }): [string, RowCount] => [
      name,
      { rows: Number(parts.find(({ table }) => table === name)?.rows ?? 0), source: 'counted' },
    ]),
  );
  const shown = await firstRows(definition.tables, { query, quoted, schema }, choice);
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

const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const quoted = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
