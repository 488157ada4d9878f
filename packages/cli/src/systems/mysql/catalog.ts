import { readCatalog } from '@catbird/infer';
import {
  firstRows,
  NoCatalog,
  notReadNotes,
  wantedOf,
  type Catalog,
  type CatalogChoice,
  type RowCount,
} from '../../infer/database/catalog.ts';
import type { DatabaseAddress } from '../address.ts';
import { QUOTED } from '../database-tables.ts';
import { once } from '../lazy-client.ts';
import { clientFor, type MysqlClient } from './client.ts';

/** Longest statement, in seconds. */
const STATEMENT_S = 60;

/** Reads the catalog of MySQL or MariaDB within one transaction that cannot write. @throws DeliveryError, and NoCatalog if a choice names nothing */
export const readMysql = (
  address: DatabaseAddress,
  choice: CatalogChoice,
  signal: AbortSignal,
): Promise<Catalog> =>
  once(clientFor(address), signal, async ({ ask }) => {
    await ask('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const [server] = await ask('SELECT VERSION() AS version, DATABASE() AS name');
    const isMariadb = /mariadb/i.test(String(server?.['version']));
    await ask(
      isMariadb
        ? `SET SESSION max_statement_time = ${STATEMENT_S}`
        : `SET SESSION max_execution_time = ${STATEMENT_S * 1_000}`,
    );
    await ask('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const found = await catalogIn(ask, choice, server?.['name']);
    await ask('ROLLBACK');
    return found;
  });

const quoted = QUOTED.mysql;

const TABLES = `SELECT TABLE_NAME AS name, TABLE_ROWS AS count FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`;

/** What is named and not read. */
const OTHERS = `SELECT 'view' AS kind, TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?
  UNION ALL SELECT 'trigger', CONCAT(EVENT_OBJECT_TABLE, '.', TRIGGER_NAME) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?
  UNION ALL SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?
  UNION ALL SELECT 'event', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?`;

async function catalogIn(
  query: MysqlClient['ask'],
  choice: CatalogChoice,
  current: unknown,
): Promise<Catalog> {
  const schema = choice.schema ?? (typeof current === 'string' ? current : undefined);
  if (schema === undefined)
    throw new NoCatalog('Name the database at the end of the address, such as mysql://localhost:3306/shop');
  const rows = await query(TABLES, [schema]);
  const known = rows.map(({ name }) => String(name));
  const names = wantedOf(known, schema, choice);
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
