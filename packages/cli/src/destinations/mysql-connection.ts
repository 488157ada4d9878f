import { routeOf, type Batch, isFilled, byteLength } from '@catbird/engine';
import {
  DeliveryError,
  failedCheck,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
  unconfirmed,
} from '@catbird/send';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createConnection, type Connection as CallbackClient } from 'mysql2';
import type { Connection as Client } from 'mysql2/promise';
import { hostOf } from './broker.ts';
import { newClientPool } from './client-pool.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';
import { createdLater, withTable, type TableDatabase } from './missing-table.ts';
import { changedTable } from './mysql-changes.ts';
import type { MysqlConfig } from './mysql-config.ts';
import { failureOf, type MysqlAddress } from './mysql-errors.ts';
import { sessionOn, type MysqlSession } from './mysql-session.ts';
import { pathOf } from './sql-table.ts';
import { applyChanges } from './table-changes.ts';
import { insertRows, insertTexts, onConflict } from './mysql-statements.ts';
import { namesIn, rowsOf } from './row-members.ts';

const CONNECT_MS = 10_000;
const PORT = 3306;

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

/** A session that opens on first use. */
const sessionFor = (address: MysqlAddress): LazyClient<MysqlSession> =>
  newLazyClient({
    connect: async (signal) => sessionOn(await connect(address, signal), address),
    drop: (session) => session.drop(),
    end: (session) => session.end(),
  });

/** A client of MySQL or MariaDB. Decimals are numbers and times texts. */
export const clientFor = (address: MysqlAddress): LazyClient<Client> =>
  newLazyClient({
    connect: (signal) => connect(address, signal),
    drop: (client) => client.destroy(),
    end: (client) => client.end(),
  });

/** Connects to a server. The connection is destroyed when the signal aborts. @throws DeliveryError */
async function connect(address: MysqlAddress, signal: AbortSignal): Promise<Client> {
  const { hostname, port, pathname, searchParams } = new URL(address.url);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const host = hostname.replace(/^\[|\]$/g, '');
  let socket: Socket | undefined;
  const client = createConnection({
    host,
    port: port === '' ? PORT : Number(port),
    user: address.username ?? 'root',
    password: address.password ?? '',
    database: decodeURIComponent(pathname.slice(1)),
    connectTimeout: CONNECT_MS,
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    disableEval: true,
    stream: () =>
      (socket = connectSocket({
        host,
        port: port === '' ? PORT : Number(port),
        noDelay: true,
        keepAlive: true,
      })),
    ...(mode === 'disable' ? {} : { ssl: tlsOf(mode) }),
  });
  // Also while the server is silent.
  signal.addEventListener('abort', () => socket?.destroy(), { once: true });
  // Pending statements receive an error; the next one notices that an idle connection ended.
  client.on('error', () => undefined);
  try {
    await once(client, 'connect');
    return client.promise();
  } catch (error) {
    socket?.destroy();
    throw failureOf(withReason(error, client), address);
  }
}

/** The client gives all errors of TLS the same code. Its socket knows what is wrong with a certificate. */
function withReason(error: unknown, { stream }: CallbackClient & { readonly stream?: unknown }): unknown {
  if (!(error instanceof Error) || !(stream instanceof TLSSocket)) return error;
  const { authorizationError: reason }: { readonly authorizationError?: unknown } = stream;
  return typeof reason === 'string' ? Object.assign(error, { code: reason }) : error;
}

/** Options of TLS by the `sslmode` of an address. The name in the certificate is only checked when asked for. */
const tlsOf = (mode: string): { rejectUnauthorized: boolean; verifyIdentity: boolean } => ({
  rejectUnauthorized: mode !== 'no-verify',
  verifyIdentity: mode !== 'no-verify',
});

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
