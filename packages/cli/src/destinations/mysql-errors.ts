import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
import { networkError } from '../transport/network-error.ts';
import { hostOf, loginHint, type Login } from './broker.ts';

/** Where a server is. The database is at the end of its address, which may have `?sslmode=require`. */
export interface MysqlAddress extends Login {
  readonly url: string;
  readonly username?: string | undefined;
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
export function failureOf(error: unknown, address: MysqlAddress): DeliveryError {
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
