import { DeliveryError, oneLine, type DeliveryErrorKind } from '@catbird/core/destinations';
import pg from 'pg';
import { networkError } from '../transport/network-error.ts';
import { hostOf } from './broker.ts';
import type { PostgresConfig } from './postgres-config.ts';

type Meaning = readonly [kind: DeliveryErrorKind, hint?: string];

/** Codes, and classes of codes by their first two letters. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CODES: Readonly<Record<string, Meaning>> = {
  '08': ['network'],
  '0A': ['rejected'],
  '22': [
    'rejected',
    'A value does not fit its column, or is one that Postgres cannot hold, such as \\u0000 in a text.',
  ],
  '23': [
    'rejected',
    'The event breaks a rule of the table; with --conflict skip one that is there already is left as it is.',
  ],
  '25': ['not-found', 'This server only reads: give the address of the primary.'],
  '28': ['auth', 'Check user name and password.'],
  '3D': ['not-found', 'Check the name of the database at the end of the address.'],
  '3F': ['not-found', 'Check the name of the schema before that of the table.'],
  '40': ['unavailable'],
  '42': ['not-found', 'The table must have a column for each field of an event; or give --column.'],
  42501: ['auth', 'The user must be allowed to insert into this table.'],
  '42P01': ['not-found', 'Make the table first: CREATE TABLE.'],
  42804: ['rejected', 'A column has another type than the events.'],
  '53': ['unavailable', 'The server has no room: connections, memory or disk.'],
  '54': ['too-large'],
  '57': ['unavailable'],
  '58': ['unavailable'],
};

/** The server ended in the middle of the statement, or lost sight of it, perhaps after it had committed. */
const UNCERTAIN = new Set(['40003', '57P01', '57P02']);

/** What Postgres or the network did, as every destination says it. */
export function failureOf(error: unknown, config: PostgresConfig): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const host = hostOf(config.url);
  if (!(error instanceof pg.DatabaseError)) return networkError(host, error);
  const { code = '' } = error;
  const words = oneLine([error.message, error.detail].filter(Boolean).join('. '), [config.password ?? '']);
  const [kind, hint] = CODES[code] ?? CODES[code.slice(0, 2)] ?? (['unavailable'] as const);
  return new DeliveryError(kind, `${host} answered: ${words}`, {
    code,
    detail: words,
    hint,
    uncertain: UNCERTAIN.has(code) || undefined,
    cause: error,
  });
}
