import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/send';
import pg from 'pg';
import { networkError } from '../transport/network-error.ts';
import { hostOf, loginHint, type Login } from './broker.ts';
import type { PostgresConfig } from './postgres-config.ts';

const MISSING_TABLE = '42P01';

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

type Address = Pick<PostgresConfig, 'url'> & Login;

/** An error of Postgres, the client or the network as a `DeliveryError`. */
export function failureOf(error: unknown, config: Address): DeliveryError {
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

function clientError(cause: unknown, config: Address): DeliveryError {
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
