import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createConnection, type Connection, type ResultSetHeader, type RowDataPacket } from 'mysql2';
import { networkError } from '../../transport/network-error.ts';
import { hostOf, loginHint, type Login } from '../address.ts';
import { newLazyClient, type LazyClient } from '../lazy-client.ts';

/** Where a server is. The database is at the end of its address, which may have `?sslmode=require`. */
export interface MysqlAddress extends Login {
  readonly url: string;
  readonly username?: string | undefined;
}

/** A value as the client reads it. https://sidorares.github.io/node-mysql2/docs/documentation/typecast */
export interface MysqlValue {
  readonly type: string;
  string(encoding?: BufferEncoding): string | null;
  buffer(): Uint8Array | null;
}

/** A connection. Decimals are numbers and times texts. */
export interface MysqlClient {
  /** The rows that a statement returns. @throws DeliveryError */
  readonly ask: (
    statement: string,
    values?: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs a statement without rows, and returns the number of affected ones. @throws DeliveryError */
  run(statement: string): Promise<number>;
  /** The rows of a statement as they come. @throws DeliveryError */
  stream<Row>(
    statement: string,
    values: readonly unknown[],
    valueOf: (value: MysqlValue) => unknown,
  ): AsyncIterable<Row>;
  /** Closes at once. */
  drop(): void;
  /** Closes once pending statements are answered. */
  end(): Promise<void>;
}

const CONNECT_MS = 10_000;
const PORT = 3306;

/** A client of MySQL or MariaDB. */
export const clientFor = (address: MysqlAddress): LazyClient<MysqlClient> =>
  newLazyClient({
    connect: (signal) => connect(address, signal),
    drop: (client) => client.drop(),
    end: (client) => client.end(),
  });

/** Connects to a server. The connection is destroyed when the signal aborts. @throws DeliveryError */
export async function connect(address: MysqlAddress, signal: AbortSignal): Promise<MysqlClient> {
  const { hostname, port, pathname, searchParams } = new URL(address.url);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const place = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORT : Number(port),
  };
  let socket: Socket | undefined;
  const client = createConnection({
    ...place,
    user: address.username ?? 'root',
    password: address.password ?? '',
    database: decodeURIComponent(pathname.slice(1)),
    connectTimeout: CONNECT_MS,
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    disableEval: true,
    stream: () => (socket = connectSocket({ ...place, noDelay: true, keepAlive: true })),
    // The name in the certificate is only checked when asked for.
    ...(mode !== 'disable' && {
      ssl: { rejectUnauthorized: mode !== 'no-verify', verifyIdentity: mode !== 'no-verify' },
    }),
  });
  // Also while the server is silent.
  signal.addEventListener('abort', () => socket?.destroy(), { once: true });
  // Pending statements receive an error; the next one notices that an idle connection ended.
  client.on('error', () => undefined);
  try {
    await once(client, 'connect');
    return clientOn(client, address);
  } catch (error) {
    socket?.destroy();
    throw failureOf(withReason(error, client), address);
  }
}

function clientOn(client: Connection, address: MysqlAddress): MysqlClient {
  const promised = client.promise();
  const failing = (error: unknown): never => {
    throw failureOf(error, address);
  };
  return {
    ask: async (statement, values = []) =>
      (await promised.query<RowDataPacket[]>(statement, [...values]).catch(failing))[0],
    run: async (statement) =>
      (await promised.query<ResultSetHeader>(statement).catch(failing))[0].affectedRows,
    async *stream(sql, values, valueOf) {
      try {
        yield* client.query({ sql, values: [...values], typeCast: valueOf }).stream();
      } catch (error) {
        failing(error);
      }
    },
    drop: () => client.destroy(),
    end: () => promised.end(),
  };
}

/** The client gives all errors of TLS the same code. Its socket knows what is wrong with a certificate. */
function withReason(error: unknown, { stream }: Connection & { readonly stream?: unknown }): unknown {
  if (!(error instanceof Error) || !(stream instanceof TLSSocket)) return error;
  const { authorizationError: reason }: { readonly authorizationError?: unknown } = stream;
  return typeof reason === 'string' ? Object.assign(error, { code: reason }) : error;
}

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

const PRIVILEGE = 'The user lacks the privilege that the error names.';
const COLUMNS =
  'The table must have a column for each field of an event. Use --column to store events as JSON.';
const VALUE = 'A value does not fit its column.';
const CONSTRAINT = 'The event violates a constraint of the table.';
const READ_ONLY = 'This server is read-only: use the address of the primary.';
const PARENT = 'The row that the event refers to is missing: load its table first.';
const CHILDREN = 'Other rows refer to this one: delete them first, or let the foreign key cascade.';
const SPACE = 'The server lacks connections, memory or disk space.';

const MISSING_TABLE = 1146;

/**
 * Kinds by the server's number. https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html,
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const NUMBERS: Readonly<Record<number, KindAndHint>> = {
  1021: ['unavailable', SPACE],
  1040: ['unavailable', SPACE],
  1044: ['auth', 'The user is not allowed to use this database.'],
  1045: ['auth'],
  1049: ['not-found', 'Check the database name at the end of the address.'],
  1053: ['unavailable'],
  1062: [
    'rejected',
    'The key is already in the table. If this stream ran before, use --conflict skip to keep existing rows.',
  ],
  1114: ['unavailable', SPACE],
  1142: ['auth', PRIVILEGE],
  1143: ['auth', PRIVILEGE],
  [MISSING_TABLE]: ['not-found', 'The table is missing: create it first.'],
  1153: ['too-large'],
  1205: ['unavailable'],
  1213: ['unavailable'],
  1227: ['auth', PRIVILEGE],
  1264: ['rejected', VALUE],
  1265: ['rejected', VALUE],
  1290: ['not-found', READ_ONLY],
  1364: ['rejected', 'A column without a default lacks its field.'],
  1366: ['rejected', VALUE],
  1367: ['rejected', VALUE],
  1406: ['rejected', VALUE],
  1451: ['rejected', CHILDREN],
  1452: ['rejected', PARENT],
  1526: ['rejected', 'No partition of the table takes the event.'],
  1690: ['rejected', VALUE],
  1698: ['auth'],
  1792: ['not-found', READ_ONLY],
  1836: ['not-found', READ_ONLY],
  1906: ['not-found', 'The database computes this column: remove or hide the field.'],
  3105: ['not-found', 'The database computes this column: remove or hide the field.'],
  3819: ['rejected', CONSTRAINT],
  4025: ['rejected', CONSTRAINT],
};

/** Kinds by the class of the SQLSTATE. https://dev.mysql.com/doc/refman/8.4/en/error-message-components.html */
const CLASSES: Readonly<Record<string, KindAndHint>> = {
  '22': ['rejected', VALUE],
  '23': ['rejected', CONSTRAINT],
  '28': ['auth'],
  '40': ['unavailable'],
  '42': ['not-found', COLUMNS],
  '45': ['rejected', 'A trigger of the table raised this error.'],
};

/** The server ended the connection or shut down; the statement may have been committed. */
const UNCERTAIN = new Set([1053, 1077, 1079, 1080, 1927]);

/** What the client says if the server has no TLS. A retry would fail, too. */
const WITHOUT_TLS = 'HANDSHAKE_NO_SSL_SUPPORT';

/** What the client says if the server had closed an idle connection: the statement was not sent. */
const CLOSED = /connection is in closed state/;

/** An error of MySQL or MariaDB: its number, and its SQLSTATE. */
interface ServerError extends Error {
  readonly errno: number;
  readonly sqlState: string;
}

/** Those below 1000 are of the operating system. */
const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'sqlState' in error && 'errno' in error && Number(error.errno) >= 1000;

/** An error of the server, the client or the network as a `DeliveryError`. */
function failureOf(error: unknown, address: MysqlAddress): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const host = hostOf(address.url);
  if (!isServerError(error)) return clientError(error, host);
  const { errno, sqlState } = error;
  const words = oneLine(error.message, [address.password ?? '']);
  const [kind, known] = NUMBERS[errno] ?? CLASSES[sqlState.slice(0, 2)] ?? (['unavailable'] as const);
  return new DeliveryError(kind, `${host} responded: ${words}`, {
    code: String(errno),
    detail: words,
    hint: known ?? (kind === 'auth' ? loginHint(address, 'CATBIRD_MYSQL_PASSWORD') : undefined),
    ofRoute: errno === MISSING_TABLE,
    // A statement stores all its rows or none.
    divisible: kind === 'rejected',
    uncertain: UNCERTAIN.has(errno) || undefined,
    cause: error,
  });
}

function clientError(cause: unknown, host: string): DeliveryError {
  if (cause instanceof Error && 'code' in cause && cause.code === WITHOUT_TLS)
    return new DeliveryError('not-found', `${host} does not support TLS`, {
      hint: 'Remove sslmode from the address, or enable TLS on the server.',
      cause,
    });
  if (cause instanceof Error && CLOSED.test(cause.message))
    return new DeliveryError('network', `${host} had closed the connection`, { uncertain: false, cause });
  return networkError(host, cause);
}
