import { DeliveryError } from '@catbird/send';
import type { DatabaseAddress, DatabaseKind } from '../infer/database/address.ts';
import { errorWithout } from '../redacted.ts';
import { SourceError, type Identities } from './source.ts';

/** Rows in a database. */
export interface DatabasePlace {
  readonly kind: DatabaseKind;
  readonly address: DatabaseAddress;
  /** Its name, with that of its schema or database before it, or SQL that reads the rows. */
  readonly rows: { readonly table: string } | { readonly query: string };
  /** ClickHouse: merges versions of a row while it reads. */
  readonly isFinal: boolean;
  /** A column of times by which the table is followed. */
  readonly orderBy?: string | undefined;
  /** Only rows whose time is later than this, or missing. Default: all. */
  readonly since?: { readonly column: string; readonly ms: number } | undefined;
}

/** As messages name it. */
export const nameOf = ({ kind, rows }: DatabasePlace): string =>
  'table' in rows ? `${kind} ${rows.table}` : `${kind} query`;

/** The SQL that reads the rows. @param quoted a name as the database quotes it */
export function statementOf(
  { kind, rows, isFinal, since }: DatabasePlace,
  quoted: (name: string) => string,
): string {
  const query = 'query' in rows ? rows.query.trim().replace(/;$/, '') : undefined;
  if (query !== undefined && since === undefined) return query;
  const from =
    'table' in rows
      ? `${rows.table.split('.').map(quoted).join('.')}${isFinal ? ' FINAL' : ''}`
      : `(\n${query}\n) catbird_rows`;
  if (since === undefined) return `SELECT * FROM ${from}`;
  const column = quoted(since.column);
  return `SELECT * FROM ${from} WHERE ${column} > ${LITERALS[kind](since.ms)} OR ${column} IS NULL`;
}

const sqlTime = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

/** A time in UTC, as sessions have it. */
const LITERALS: Readonly<Record<DatabaseKind, (ms: number) => string>> = {
  postgres: (ms) => `'${sqlTime(ms)}+00'`,
  mysql: (ms) => `'${sqlTime(ms)}'`,
  clickhouse: (ms) => `toDateTime64('${sqlTime(ms)}', 3, 'UTC')`,
};

/** The SQL that reads only the rows for which a condition holds. */
export const statementWhere = (
  place: DatabasePlace,
  quoted: (name: string) => string,
  condition: string,
): string =>
  'query' in place.rows || place.since !== undefined
    ? `SELECT * FROM (\n${statementOf(place, quoted)}\n) catbird_row WHERE ${condition}`
    : `${statementOf(place, quoted)} WHERE ${condition}`;

/** Rows that one statement looks up. */
const AT_ONCE = 500;

/**
 * Conditions that are true for some rows each, together for all.
 *
 * @param valueOf a value as SQL, by its column
 */
export function* conditionsOf(
  { columns, rows }: Identities,
  quoted: (name: string) => string,
  valueOf: (value: unknown, column: number) => string,
): Generator<string> {
  const names = columns.map(quoted).join(', ');
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const tuples = rows.slice(first, first + AT_ONCE).map((row) => row.map(valueOf).join(', '));
    yield columns.length === 1
      ? `${names} IN (${tuples.join(', ')})`
      : `(${names}) IN (${tuples.map((tuple) => `(${tuple})`).join(', ')})`;
  }
}

/** Codes of tables that are missing: they may be created later. */
const MISSING_TABLE: ReadonlySet<string | undefined> = new Set(['42P01', '1146', '60']);
/** Codes of columns that are missing. */
const MISSING_COLUMN: ReadonlySet<string | undefined> = new Set(['42703', '1054', '47']);

/** What to do about a failure. Hints of destinations are about writing, but for those of the connection. */
function adviceOn({ code, kind, hint }: DeliveryError): string | undefined {
  if (MISSING_TABLE.has(code)) return 'Check the name of the table, and that of its schema or database';
  if (MISSING_COLUMN.has(code)) return 'Check the columns of the query';
  if (code === '42501' || code === '1142' || code === '497') return 'Allow the user to read the table';
  return ['auth', 'network', 'timeout'].includes(kind) || NAMES.has(code) ? hint : undefined;
}

/** Codes of databases that are missing. */
const NAMES: ReadonlySet<string | undefined> = new Set(['3D000', '1049', '81']);

/** A failure of a database as a sentence without its password. Other errors stay as they are. */
export function unreadable(error: unknown, place: DatabasePlace): unknown {
  if (!(error instanceof DeliveryError)) return error;
  const { password } = place.address;
  const advice = adviceOn(error);
  const { message } = errorWithout(error, password === undefined ? [] : [password]);
  const text = `${nameOf(place)} cannot be read: ${message}`;
  return new SourceError(advice === undefined ? text : `${text.replace(/\.$/, '')}. ${advice}`, {
    isPassing: MISSING_TABLE.has(error.code) || error.kind === 'network' || error.kind === 'unavailable',
    cause: error,
  });
}
