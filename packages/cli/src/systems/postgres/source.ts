import type { Arrivals } from '@catbird/verify';
import type { QueryResult } from 'pg';
import { sourceOf, statementsFor, type DatabasePlace } from '../../sources/database-rows.ts';
import type { Source } from '../../sources/source.ts';
import { QUOTED } from '../database-tables.ts';
import { clientFor } from './client.ts';

/** Longest statement: a query that sorts may compute for long before its first row. */
const STATEMENT_MS = 600_000;
/** Rows of the first answer. */
const FIRST = 500;
/** Rows of an answer at most, and bytes about. */
const MOST = 10_000;
const BYTES = 8 * 1024 * 1024;
/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const BYTEA = 17;

/** Runs one statement. @throws DeliveryError */
type Ask = (statement: string, values?: readonly unknown[]) => Promise<QueryResult<Fetched>>;

/** Reads rows by a cursor, in one snapshot that cannot write. The server makes JSON of them, so no digit is lost, and times are in UTC. */
export const postgresSource = (place: DatabasePlace): Source =>
  sourceOf(place, async function* (signal, sought) {
    const lazy = clientFor(place.address);
    const ask: Ask = (text, values = []) =>
      lazy.use(signal, (client) => client.run<Fetched>(text, values, 'extended'));
    try {
      await ask('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await ask(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
      await ask("SET LOCAL TIME ZONE 'UTC'");
      await ask('SET LOCAL extra_float_digits = 1');
      const isLookup = sought !== undefined && 'columns' in sought;
      for (const { sql, values } of statementsFor(place, sought, (_value, _column, n) => `$${n}`))
        yield* isLookup ? foundBy(sql, values.map(String), ask) : rowsOf(sql, ask);
      await ask('ROLLBACK');
    } finally {
      await lazy.close();
    }
  });

/** The statement that makes a line of each row of another, and names of its columns of bytes. */
async function lines(
  statement: string,
  values: readonly unknown[],
  ask: Ask,
): Promise<{ readonly select: string; readonly binary: readonly string[] }> {
  const { fields } = await ask(`SELECT * FROM (\n${statement}\n) catbird_row LIMIT 0`, values);
  const binary = fields.filter(({ dataTypeID }) => dataTypeID === BYTEA).map(({ name }) => name);
  const columns = binary.map((name, i) => `, ${QUOTED.postgres(name)} AS bytes${i}`).join('');
  const select = `SELECT row_to_json(catbird_row)::text AS row${columns} FROM (\n${statement}\n) catbird_row`;
  return { select, binary };
}

async function* foundBy(statement: string, values: readonly unknown[], ask: Ask): AsyncGenerator<Arrivals> {
  const { select, binary } = await lines(statement, values, ask);
  const { rows } = await ask(select, values);
  yield { rows: rows.map((row) => Buffer.from(withTexts(row, binary))) };
}

async function* rowsOf(statement: string, ask: Ask): AsyncGenerator<Arrivals> {
  const { select, binary } = await lines(statement, [], ask);
  await ask(`DECLARE catbird_rows NO SCROLL CURSOR FOR ${select}`);
  let count = FIRST;
  for (;;) {
    const { rows } = await ask(`FETCH ${count} FROM catbird_rows`);
    if (rows.length === 0) return;
    yield { rows: rows.map((row) => Buffer.from(withTexts(row, binary))) };
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length;
    count = Math.max(1, Math.min(MOST, Math.floor(BYTES / bytes)));
  }
}

/** A row, with the bytes of its columns of bytes. */
type Fetched = { readonly row: string } & Readonly<Record<`bytes${number}`, Uint8Array | null>>;

/** The row with its bytes as texts. Of members with one name, JSON has the last. */
function withTexts({ row, ...bytes }: Fetched, binary: readonly string[]): string {
  if (binary.length === 0) return row;
  const texts = binary.map((name, i) => {
    const value = bytes[`bytes${i}`] ?? null;
    return `,${JSON.stringify(name)}:${JSON.stringify(value === null ? null : new TextDecoder().decode(value))}`;
  });
  return `${row.slice(0, -1)}${texts.join('')}}`;
}
