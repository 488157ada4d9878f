import { byteLength, type Batch } from '@catbird/engine';
import { DeliveryError, unconfirmed, type Receipt } from '@catbird/send';
import { hostOf } from './broker.ts';
import type { MysqlConfig } from './mysql-config.ts';
import type { MysqlSession } from './mysql-session.ts';
import { insertRows, insertTexts, onConflict } from './mysql-statements.ts';
import { namesIn, rowsOf } from './row-members.ts';
import { pathOf } from './sql-table.ts';

/** Inserts a batch in one statement, which is atomic if the engine of the table is. */
export async function insertAll(session: MysqlSession, batch: Batch, config: MysqlConfig): Promise<Receipt> {
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
  // Each row affects one, or two if it was updated, so the number does not show which.
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
