import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
import { Socket } from 'node:net';
import pg from 'pg';
import { networkError } from '../../transport/network-error.ts';
import { hostOf, loginHint, type Login } from '../address.ts';
import { newLazyClient, type LazyClient } from '../lazy-client.ts';

/** Where a server is. The database is at the end of its address, which may have `?sslmode=require`. */
export interface PostgresAddress extends Login {
  readonly url: string;
  readonly username?: string | undefined;
}

/** A connection. It runs one statement at a time. */
export interface PostgresClient {
  /**
   * Runs a statement.
   *
   * @param mode extended: the text must be one statement, also without values
   * @throws DeliveryError
   */
  run<Row extends pg.QueryResultRow>(
    statement: string,
    values?: readonly unknown[],
    mode?: 'extended',
  ): Promise<pg.QueryResult<Row>>;
  end(): Promise<void>;
}

const CONNECT_MS = 10_000;

/** TLS options by the `sslmode` of the address. https://www.postgresql.org/docs/current/libpq-ssl.html */
const TLS: Readonly<Record<string, false | { rejectUnauthorized: boolean }>> = {
  disable: false,
  'no-verify': { rejectUnauthorized: false },
  require: { rejectUnauthorized: true },
  'verify-ca': { rejectUnauthorized: true },
  'verify-full': { rejectUnauthorized: true },
};

/** A client of a database. */
export function clientFor(address: PostgresAddress): LazyClient<PostgresClient> {
  const { hostname, port, pathname, searchParams } = new URL(address.url);
  const database = decodeURIComponent(pathname.slice(1));
  const failing = (cause: unknown): never => {
    throw failureOf(cause, address);
  };
  return newLazyClient({
    async connect(signal) {
      const socket = new Socket();
      const client = new pg.Client({
        host: hostname,
        port: port === '' ? 5432 : Number(port),
        user: address.username ?? 'postgres',
        ...(database === '' ? {} : { database }),
        // Without one, the client would send PGPASSWORD to any host.
        password: address.password ?? (() => ''),
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
      } catch (error) {
        socket.destroy();
        failing(error);
      }
      return {
        run: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = [], mode = '') =>
          client.query<Row>({ text, values: [...values], ...(mode && { queryMode: mode }) }).catch(failing),
        end: () => client.end(),
      };
    },
    // The signal destroys the socket: `end` would wait for the running statement.
    drop: () => undefined,
    end: (client) => client.end(),
  });
}

/** Code of the error that a table is missing: undefined_table. */
export const MISSING_TABLE = '42P01';

const DUPLICATE_OBJECT = '42710';

/**
 * Codes of the errors that a table exists. Two connections that create one at once may also meet its type, which Postgres looks up
 * after the table (duplicate_object), and the keys of its catalog (unique_violation).
 */
export const EXISTING_TABLE: readonly string[] = ['42P07', DUPLICATE_OBJECT, '23505'];

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

/** Codes, and classes of codes by their first two characters. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODES: Readonly<Record<string, KindAndHint>> = {
  '08': ['network'],
  '0A': ['rejected'],
  '22': [
    'rejected',
    'A value does not fit its column, or Postgres cannot store it, such as \\u0000 in a text.',
  ],
  '23': ['rejected', 'The event violates a constraint of the table.'],
  23503: ['rejected', 'Load the rows that others refer to first, and delete them last.'],
  23505: [
    'rejected',
    'The key is already in the table. If this stream ran before, use --conflict skip to keep existing rows.',
  ],
  '25': ['not-found', 'This server is read-only: use the address of the primary.'],
  '28': ['auth'],
  '3D': ['not-found', 'Check the database name at the end of the address.'],
  '3F': ['not-found', 'Check the schema name before the table name.'],
  '40': ['unavailable'],
  '42': [
    'not-found',
    'The table must have a column for each field of an event. Use --column to store events as JSON.',
  ],
  42501: ['auth', 'The user is not allowed to insert into this table.'],
  [MISSING_TABLE]: ['not-found', 'The table is missing: create it first.'],
  [DUPLICATE_OBJECT]: [
    'not-found',
    'The database has a type or domain of this name: choose another table name.',
  ],
  42804: ['rejected', 'A column has a different type than the field.'],
  '44': ['rejected', 'The event violates the check option of the view.'],
  '53': ['unavailable', 'The server lacks connections, memory or disk space.'],
  '54': ['too-large'],
  '57': ['unavailable'],
  '58': ['unavailable'],
  P0: ['rejected', 'A trigger or function of the database raised this error.'],
};

/** What Postgres says about a foreign key. The code is the same for both; a server in another language gets the hint of the code. */
const FOREIGN_KEY: readonly (readonly [words: RegExp, hint: string])[] = [
  [/^insert or update on table /, 'The row that the event refers to is missing: load its table first.'],
  [
    /^update or delete on table /,
    'Other rows refer to this one: delete them first, or let the foreign key cascade.',
  ],
];

/** The server ended the statement, or its outcome is unknown; it may have been committed. */
const UNCERTAIN = new Set(['40003', '57P01', '57P02']);

/** What the client says if the server has no TLS. A retry would fail, too. */
const WITHOUT_TLS = 'The server does not support SSL connections';

/** What the client says if the server asks for a password and there is none. */
const WITHOUT_PASSWORD = /password must be a (non-empty )?string/;

const VARIABLE = 'CATBIRD_POSTGRES_PASSWORD';

/** An error of Postgres, the client or the network as a `DeliveryError`. */
function failureOf(error: unknown, config: PostgresAddress): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (!(error instanceof pg.DatabaseError)) return clientError(error, config);
  const { code = '' } = error;
  const words = oneLine([error.message, error.detail].filter(Boolean).join('. '), [config.password ?? '']);
  const [kind, usual] = CODES[code] ?? CODES[code.slice(0, 2)] ?? (['unavailable'] as const);
  const hint = FOREIGN_KEY.find(([key]) => key.test(error.message))?.[1] ?? usual;
  return new DeliveryError(kind, `${hostOf(config.url)} responded: ${words}`, {
    code,
    detail: words,
    hint: code.startsWith('28') ? loginHint(config, VARIABLE) : hint,
    ofRoute: code === MISSING_TABLE,
    // A statement stores all its rows or none.
    divisible: kind === 'rejected',
    uncertain: UNCERTAIN.has(code) || undefined,
    cause: error,
  });
}

function clientError(cause: unknown, config: PostgresAddress): DeliveryError {
  const host = hostOf(config.url);
  const words = cause instanceof Error ? cause.message : '';
  if (words === WITHOUT_TLS)
    return new DeliveryError('not-found', `${host} does not support TLS`, {
      hint: 'Remove sslmode from the address, or enable TLS on the server.',
      cause,
    });
  if (!WITHOUT_PASSWORD.test(words)) return networkError(host, cause);
  return new DeliveryError('auth', `${host} requires a password`, {
    hint: loginHint(config, VARIABLE),
    cause,
  });
}
