import { byteLength, payload, routeOf, type Batch, isFilled } from '@catbird/engine';
import {
  DeliveryError,
  failedCheck,
  unconfirmed,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type Receipt,
} from '@catbird/send';
import { Socket } from 'node:net';
import pg from 'pg';
import { hostOf, type Login } from './broker.ts';
import { newClientPool } from './client-pool.ts';
import { newLazyClient, type LazyClient } from './lazy-client.ts';
import { changedTable } from './postgres-changes.ts';
import { failureOf } from './postgres-errors.ts';
import type { PostgresConfig } from './postgres-config.ts';
import { namesIn, rowsOf } from './row-members.ts';
import { pathOf } from './sql-table.ts';
import { applyChanges } from './table-changes.ts';
import { createdLater, withTable, type TableDatabase } from './missing-table.ts';

const CONNECT_MS = 10_000;

/** Tables as Postgres has them. Two connections that create one at once may violate a key of the catalog. */
const DATABASE: TableDatabase = { dialect: 'postgres', missing: '42P01', existing: ['42P07', '23505'] };

/** TLS options by the `sslmode` of the address. https://www.postgresql.org/docs/current/libpq-ssl.html */
const TLS: Readonly<Record<string, false | { rejectUnauthorized: boolean }>> = {
  disable: false,
  'no-verify': { rejectUnauthorized: false },
  require: { rejectUnauthorized: true },
  'verify-ca': { rejectUnauthorized: true },
  'verify-full': { rejectUnauthorized: true },
};

/** Opens a pool of connections, one per concurrent request: a connection runs one statement at a time. */
export function open(config: PostgresConfig, { describeRows }: DestinationEnv): Connection {
  const pool = newClientPool(() => clientFor(config));
  return {
    send(batch, { signal }) {
      const table = routeOf(batch, config.table);
      const missing = { ...config, path: pathOf(table), describeRows };
      return pool.use(signal, (client) =>
        withTable(() => stored(client, batch, { ...config, table }), {
          table: missing,
          database: DATABASE,
          run: (statement) => queried(client, statement, [], config),
        }),
      );
    },
    close: () => pool.close(),
  };
}

/** Inserts zero rows into the column, or reads zero rows from the table: the server checks names and permissions. */
export async function check(config: PostgresConfig, signal: AbortSignal): Promise<CheckResult> {
  const lazy = clientFor(config);
  try {
    await lazy.use(signal, async (client) => {
      const { column, table } = config;
      const columns = column === undefined ? [] : [column];
      const statement = isFilled(table)
        ? 'SELECT 1'
        : columns.length === 0
          ? `SELECT 1 FROM ${tableOf(config)} LIMIT 0`
          : `INSERT INTO ${tableOf(config)} (${quoted(columns)}) SELECT ${quoted(columns)} FROM ${tableOf(config)} LIMIT 0`;
      await queried(client, statement, [], config);
    });
    const found = isFilled(config.table)
      ? 'accepted the credentials. Nothing was written; events determine the tables.'
      : `has the table ${config.table}. Nothing was written.`;
    return { ok: true, message: `${hostOf(config.url)} ${found}` };
  } catch (error) {
    return createdLater(error, DATABASE, config) ?? failedCheck(error);
  } finally {
    await lazy.close();
  }
}

/** Inserts the rows of a batch, or applies the changes that they tell. */
function stored(client: pg.Client, batch: Batch, config: PostgresConfig): Promise<Receipt> {
  const { changeField: field } = config;
  return field === undefined
    ? insertAll(client, batch, config)
    : applyChanges(batch, field, changedTable(client, tableOf(config), config));
}

/** Inserts a batch in one statement, which is atomic. */
async function insertAll(client: pg.Client, batch: Batch, config: PostgresConfig): Promise<Receipt> {
  const { column, conflict } = config;
  const table = tableOf(config);
  const rows = `[${Buffer.from(payload(batch).subarray(0, byteLength(batch) - 1))
    .toString('utf8')
    .replaceAll('\n', ',')}]`;
  const columns = column === undefined ? namesIn(rowsOf(batch, hostOf(config.url))) : [column];
  const source =
    column === undefined
      ? `SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::${table}, $1::json)`
      : 'SELECT value FROM json_array_elements($1::json)';
  const ending = conflict === 'skip' ? ' ON CONFLICT DO NOTHING' : '';
  const statement = `INSERT INTO ${table} (${quoted(columns)}) ${source}${ending}`;
  const inserted = await queried(client, statement, [rows], config);
  const receipt = { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
  const missing = conflict === 'skip' ? 0 : batch.count - inserted;
  if (missing === 0) return receipt;
  const error = notInserted(inserted, batch, config);
  if (inserted === 0) throw error;
  // The server counts inserted rows but does not identify them.
  return { ...receipt, accepted: inserted, unconfirmed: { rows: missing, error } };
}

const notInserted = (inserted: number, { count }: Batch, { url, table }: PostgresConfig): DeliveryError =>
  unconfirmed(`INSERT 0 ${inserted}`, {
    service: hostOf(url),
    rows: count,
    confirmed: inserted,
    hint: `A trigger or rule of ${table} skips rows or redirects them.`,
    secrets: [],
  });

const quoted = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

const tableOf = ({ table }: PostgresConfig): string =>
  pathOf(table)
    .map((part) => pg.escapeIdentifier(part))
    .join('.');

/** @returns the number of affected rows; 0 if the server does not report one */
async function queried(
  client: pg.Client,
  statement: string,
  values: readonly string[],
  config: PostgresConfig,
): Promise<number> {
  try {
    const { rowCount } = await client.query(statement, [...values]);
    return rowCount ?? 0;
  } catch (error) {
    throw failureOf(error, config);
  }
}

/** A client of a database, without a table. */
export function clientFor(config: Pick<PostgresConfig, 'url' | 'username'> & Login): LazyClient<pg.Client> {
  const { hostname, port, pathname, searchParams } = new URL(config.url);
  const database = decodeURIComponent(pathname.slice(1));
  return newLazyClient({
    async connect(signal) {
      const socket = new Socket();
      const client = new pg.Client({
        host: hostname,
        port: port === '' ? 5432 : Number(port),
        user: config.username ?? 'postgres',
        ...(database === '' ? {} : { database }),
        ...(config.password === undefined ? {} : { password: config.password }),
        ssl: TLS[searchParams.get('sslmode') ?? 'disable'] ?? { rejectUnauthorized: true },
        connectionTimeoutMillis: CONNECT_MS,
        application_name: 'catbird',
        stream: () => socket,
      });
      // Pending requests receive this error; the next request notices an idle client that ended.
      client.on('error', () => undefined);
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      try {
        await client.connect();
        return client;
      } catch (error) {
        socket.destroy();
        throw failureOf(error, config);
      }
    },
    // The signal destroys the socket: `end` would wait for the running statement.
    drop: () => undefined,
    end: (client) => client.end(),
  });
}
