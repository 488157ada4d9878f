import { byteLength, routeOf, type Batch } from '@catbird/core/internal/engine';
import {
  DeliveryError,
  failedCheck,
  isFilled,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
} from '@catbird/core/internal/destinations';
import { hostOf } from './broker.ts';
import { newClientPool } from './client-pool.ts';
import { changedTable } from './mysql-changes.ts';
import type { MysqlConfig } from './mysql-config.ts';
import { insertRows, insertTexts, namesIn, onConflict, rowsOf } from './mysql-insert.ts';
import { sessionFor, type MysqlSession } from './mysql-session.ts';
import { pathOf } from './sql-table.ts';
import { applyChanges } from './table-changes.ts';
import { createdLater, withTable, type TableDatabase } from './missing-table.ts';

/** Tables as MySQL and MariaDB have them. */
const DATABASE: TableDatabase = { dialect: 'mysql', missing: '1146', existing: ['1050'] };

/** Opens a pool of connections. */
export function open(config: MysqlConfig, { describeRows }: DestinationEnv): Connection {
  const pool = newClientPool(() => sessionFor(config));
  return {
    send(batch, { signal }) {
      const table = routeOf(batch, config.table);
      const missing = { ...config, path: pathOf(table), describeRows };
      return pool.use(signal, (session) =>
        withTable(() => stored(session, batch, { ...config, table }), {
          table: missing,
          database: DATABASE,
          run: (statement) => session.run(statement),
        }),
      );
    },
    close: () => pool.close(),
  };
}

/** Reads the columns of the table. */
export async function check(config: MysqlConfig, signal: AbortSignal): Promise<CheckResult> {
  const lazy = sessionFor(config);
  const { url, table, column } = config;
  const host = hostOf(url);
  try {
    return await lazy.use(signal, async (session) => {
      if (isFilled(table)) {
        await session.run('DO 1');
        return {
          ok: true,
          message: `${host} accepted the credentials. Nothing was written; events determine the tables.`,
        };
      }
      const { kinds } = await session.table(pathOf(table));
      if (column !== undefined && !kinds.has(column.toLowerCase()))
        throw new DeliveryError('not-found', `${host}: the table ${table} has no column ${column}`);
      return { ok: true, message: `${host} has the table ${table}. Nothing was written.` };
    });
  } catch (error) {
    return createdLater(error, DATABASE, config) ?? failedCheck(error);
  } finally {
    await lazy.close();
  }
}

/** Inserts the rows of a batch, or applies the changes that they tell. */
function stored(session: MysqlSession, batch: Batch, config: MysqlConfig): Promise<Receipt> {
  const { changeField } = config;
  return changeField === undefined
    ? insertAll(session, batch, config)
    : applyChanges(batch, changeField, changedTable(session, config));
}

/** Inserts a batch in one statement, which is atomic if the engine of the table is. */
async function insertAll(session: MysqlSession, batch: Batch, config: MysqlConfig): Promise<Receipt> {
  const { column, conflict, url, table } = config;
  const [host, path] = [hostOf(url), pathOf(table)];
  const facts = await session.table(path);
  const rows = column === undefined ? rowsOf(batch, host) : [];
  const names = column === undefined ? namesIn(rows) : [column];
  const insert =
    column === undefined ? insertRows(rows, names, { path, facts, host }) : insertTexts(batch, column, path);
  const affected = await affectedBy(session, insert + onConflict(conflict, names, facts), {
    isAtomic: facts.isAtomic || batch.count === 1,
    table,
  });
  if (affected >= batch.count)
    return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
  // Each row affects one, or two if it was updated, so the server does not tell which.
  throw unconfirmed(`${affected} affected`, {
    service: host,
    rows: batch.count,
    confirmed: 0,
    hint: `Check triggers of ${table}, and what is between here and the server.`,
    secrets: [],
  });
}

/** The number of affected rows. @throws DeliveryError, which is uncertain if the rows before the bad one are stored */
async function affectedBy(
  session: MysqlSession,
  statement: string,
  { isAtomic, table }: { readonly isAtomic: boolean; readonly table: string },
): Promise<number> {
  try {
    return await session.run(statement);
  } catch (error) {
    if (isAtomic || !(error instanceof DeliveryError) || !error.divisible) throw error;
    const { kind, message, code, detail } = error;
    throw new DeliveryError(kind, message, {
      code,
      detail,
      hint: `The events before it are stored, because the engine of ${table} has no transactions. Use InnoDB.`,
      uncertain: true,
      cause: error,
    });
  }
}
