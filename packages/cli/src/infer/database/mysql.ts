import { readCatalog } from '@catbird/infer';
import type { RowDataPacket } from 'mysql2/promise';
import { clientFor } from '../../destinations/mysql-connection.ts';
import { failureOf } from '../../destinations/mysql-errors.ts';
import { identifier as quoted } from '../../destinations/mysql-session.ts';
import type { DatabaseAddress } from './address.ts';
import { firstRows } from './first-rows.ts';
import { few, notReadNotes, NoCatalog, type Catalog, type CatalogChoice, type RowCount } from './catalog.ts';

/** Longest statement, in seconds. */
const STATEMENT_S = 60;

type Row = Readonly<Record<string, unknown>>;
type Query = (statement: string, values?: readonly string[]) => Promise<readonly Row[]>;

/** Reads the catalog of MySQL or MariaDB within one transaction that cannot write. @throws DeliveryError, and NoCatalog if a choice names nothing */
export async function readMysql(
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> {
  if (choice.isStatistics)
    throw new NoCatalog('--statistics reads those of Postgres only. Use --sample to read rows of each table');
  const lazy = clientFor(address);
  try {
    return await lazy.use(signal, async (client) => {
      const query: Query = async (statement, values = []) => {
        try {
          const [rows] = await client.query<RowDataPacket[]>(statement, [...values]);
          return rows;
        } catch (error) {
          throw failureOf(error, address);
        }
      };
      await query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const [server] = await query('SELECT VERSION() AS version, DATABASE() AS name');
      const isMariadb = /mariadb/i.test(String(server?.['version']));
      await query(
        isMariadb
          ? `SET SESSION max_statement_time = ${STATEMENT_S}`
          : `SET SESSION max_execution_time = ${STATEMENT_S * 1_000}`,
      );
      await query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
      const found = await catalogIn(query, choice, server?.['name']);
      await query('ROLLBACK');
      return found;
    });
  } finally {
    await lazy.close();
  }
}

const TABLES = `SELECT TABLE_NAME AS name, TABLE_ROWS AS count FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`;

/** What is named and not read. */
const OTHERS = `SELECT 'view' AS kind, TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?
  UNION ALL SELECT 'trigger', CONCAT(EVENT_OBJECT_TABLE, '.', TRIGGER_NAME) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?
  UNION ALL SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?
  UNION ALL SELECT 'event', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?`;

async function catalogIn(query: Query, choice: CatalogChoice, current: unknown): Promise<Catalog> {
  const schema = choice.schema ?? (typeof current === 'string' ? current : undefined);
  if (schema === undefined)
    throw new NoCatalog('Name the database at the end of the address, such as mysql://localhost:3306/shop');
  const rows = await query(TABLES, [schema]);
  const known = rows.map(({ name }) => String(name));
  if (known.length === 0) throw new NoCatalog(`The database ${schema} has no tables that this user can see`);
  const missing = choice.tables?.find((name) => !known.includes(name));
  if (missing !== undefined)
    throw new NoCatalog(`--table: the database ${schema} has no table ${missing}. Its tables: ${few(known)}`);
  const names = choice.tables ?? known;
  const statements = [];
  for (const name of names) {
    const [found] = await query(`SHOW CREATE TABLE ${quoted(schema)}.${quoted(name)}`);
    statements.push({ sql: String(found?.['Create Table']), place: name });
  }
  const counts = new Map(
    rows.map(({ name, count }): [string, RowCount] => [
      String(name),
      { rows: Number(count ?? 0), source: 'estimated' },
    ]),
  );
  const definition = readCatalog(statements, 'mysql');
  const shown = await firstRows(definition.tables, { query, quoted, schema }, choice);
  const others = await query(OTHERS, [schema, schema, schema, schema]);
  return {
    schema,
    definition,
    counts: new Map([...counts].filter(([name]) => names.includes(name))),
    sampled: shown,
    notes: notReadNotes(others.map(({ kind, name }) => [String(kind), String(name)])),
  };
}
