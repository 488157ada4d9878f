import { DeliveryError } from '@catbird/send';
import type { DatabaseAddress, DatabaseKind } from '../systems/address.ts';
import { QUOTED } from '../systems/database-tables.ts';
import { errorWithout } from '../redacted.ts';
import { SourceError, type Sought, type Source } from './source.ts';
import { type Arrivals, arrivalMs, cellsOf, parseLine, type Arrived } from '@catbird/verify';

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

/** The SQL that reads the rows. */
function statementOf({ kind, rows, isFinal, since }: DatabasePlace): string {
  const query = 'query' in rows ? rows.query.trim().replace(/;$/, '') : undefined;
  if (query !== undefined && since === undefined) return query;
  const quoted = QUOTED[kind];
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

/** A statement with the values of its parameters. */
interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Rows that one statement looks up. */
const AT_ONCE = 500;

/**
 * Statements that read all rows, or together those that are looked up.
 *
 * @param parameter how a value stands in SQL, by its column and its number in the statement, from 1
 */
export function* statementsFor(
  place: DatabasePlace,
  sought: Sought | undefined,
  parameter: (value: unknown, column: number, number: number) => string,
): Generator<Statement> {
  const whole = statementOf(place);
  if (sought === undefined || 'statement' in sought) {
    yield { sql: sought?.statement(whole) ?? whole, values: [] };
    return;
  }
  const { columns, rows } = sought;
  const names = columns.map(QUOTED[place.kind]).join(', ');
  const isNested = 'query' in place.rows || place.since !== undefined;
  const from = isNested ? `SELECT * FROM (\n${whole}\n) catbird_row` : whole;
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const values = rows.slice(first, first + AT_ONCE);
    const tuples = values.map((row, i) =>
      row.map((value, column) => parameter(value, column, i * columns.length + column + 1)).join(', '),
    );
    const condition =
      columns.length === 1
        ? `${names} IN (${tuples.join(', ')})`
        : `(${names}) IN (${tuples.map((tuple) => `(${tuple})`).join(', ')})`;
    yield { sql: `${from} WHERE ${condition}`, values: values.flat() };
  }
}

/** Rows of a database as a source. @param rows reads them; its failures are those of the client */
export const sourceOf = (
  place: DatabasePlace,
  rows: (signal: AbortSignal, sought: Sought | undefined) => AsyncIterable<Arrivals>,
): Source => ({
  name: nameOf(place),
  isLoose: true,
  dialect: place.kind,
  async *read(signal, sought) {
    try {
      yield* rows(signal, sought);
    } catch (error) {
      throw signal.aborted ? signal.reason : unreadable(error, place);
    }
  },
});

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

/** Kinds of failures that may end by themselves. */
const PASSING: ReadonlySet<string> = new Set(['network', 'unavailable', 'rate-limited']);

/** A failure of a database as a sentence without its password. Other errors stay as they are. */
function unreadable(error: unknown, place: DatabasePlace): unknown {
  if (!(error instanceof DeliveryError)) return error;
  const { password } = place.address;
  const advice = adviceOn(error);
  const { message } = errorWithout(error, password === undefined ? [] : [password]);
  const text = `${nameOf(place)} cannot be read: ${message}`;
  return new SourceError(advice === undefined ? text : `${text.replace(/\.$/, '')}. ${advice}`, {
    isPassing: MISSING_TABLE.has(error.code) || PASSING.has(error.kind),
    cause: error,
  });
}

/**
 * Reads a table on by a column of times: rows that are later than the latest one, less the time that a row may take until it can be
 * read. Of those that are read again, new ones are passed on.
 *
 * @param orderBy the column
 */
export function followedTable(
  place: DatabasePlace,
  orderBy: string,
  { withinMs, open }: { readonly withinMs: number; readonly open: (place: DatabasePlace) => Source },
): Source {
  const { name, isLoose = false } = open(place);
  let latestMs = -Infinity;
  /** Rows that may be read again, with their times, and how often they are there. */
  let known = new Map<string, { readonly ms: number; count: number }>();
  return {
    name,
    isLoose,
    isFollowed: true,
    async *read(signal) {
      const since = Number.isFinite(latestMs) ? { column: orderBy, ms: latestMs - withinMs } : undefined;
      const now = new Map<string, number>();
      for await (const { rows } of open({ ...place, since }).read(signal)) {
        const fresh = rows.filter((row) => {
          const text = textOf(row);
          const count = (now.get(text) ?? 0) + 1;
          now.set(text, count);
          const before = known.get(text);
          if (before !== undefined && before.count >= count) return false;
          const ms = timeIn(row, orderBy, name);
          latestMs = Math.max(latestMs, Number.isNaN(ms) ? -Infinity : ms);
          known.set(text, { ms, count });
          return true;
        });
        if (fresh.length > 0) yield { rows: fresh } satisfies Arrivals;
      }
      // A row without a time is read again always.
      known = new Map([...known].filter(([, { ms }]) => Number.isNaN(ms) || ms > latestMs - withinMs));
    },
  };
}

const textOf = (row: Arrived): string =>
  row instanceof Uint8Array
    ? Buffer.from(row).toString('latin1')
    : JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** @throws SourceError if the column is missing or holds something else than times */
function timeIn(row: Arrived, column: string, name: string): number {
  const cells = cellsOf(row instanceof Uint8Array ? (parseLine(row) ?? {}) : row);
  const value = cells.get(column);
  if (value === null) return NaN;
  const ms = arrivalMs(value);
  if (!Number.isNaN(ms) && typeof value === 'string') return ms;
  throw new SourceError(
    `${name} cannot be followed: orderBy: ${column} is no column of times. Choose another one, or leave it out to read the whole table again and again`,
  );
}
