import type { Arrivals } from '@catbird/verify';
import { clientFor } from '../destinations/postgres-connection.ts';
import { failureOf } from '../destinations/postgres-errors.ts';
import { quoted } from '../infer/database/postgres-rows.ts';
import { conditionsOf, nameOf, statementOf, unreadable, type DatabasePlace } from './database.ts';
import type { Sought, Source } from './source.ts';

/** Longest statement: a query that sorts may compute for long before its first row. */
const STATEMENT_MS = 600_000;
/** Rows of the first answer. */
const FIRST = 500;
/** Rows of an answer at most, and bytes about. */
const MOST = 10_000;
const BYTES = 8 * 1024 * 1024;
/** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const BYTEA = 17;

type Ask = (
  statement: string,
  values?: readonly string[],
) => Promise<{
  readonly rows: readonly Fetched[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}>;

/** Reads rows by a cursor, in one snapshot that cannot write. The server makes JSON of them, so no digit is lost, and times are in UTC. */
export function postgresSource(place: DatabasePlace): Source {
  const { address } = place;
  return {
    name: nameOf(place),
    isLoose: true,
    dialect: 'postgres',
    async *read(signal, sought) {
      const lazy = clientFor(address);
      const ask: Ask = async (text, values = []) => {
        try {
          return await lazy.use(signal, async (client) => {
            try {
              // Extended, so that it is one statement.
              return await client.query({ text, values: [...values], queryMode: 'extended' } as {
                text: string;
              });
            } catch (error) {
              throw failureOf(error, address);
            }
          });
        } catch (error) {
          throw signal.aborted ? signal.reason : unreadable(error, place);
        }
      };
      try {
        await ask('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
        await ask(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
        await ask("SET LOCAL TIME ZONE 'UTC'");
        await ask('SET LOCAL extra_float_digits = 1');
        yield* rowsOf(statementOf(place, quoted), sought, ask);
        await ask('ROLLBACK');
      } finally {
        await lazy.close();
      }
    },
  };
}

async function* rowsOf(rows: string, sought: Sought | undefined, ask: Ask): AsyncGenerator<Arrivals> {
  const statement = sought !== undefined && 'statement' in sought ? sought.statement(rows) : rows;
  const { fields } = await ask(`SELECT * FROM (\n${statement}\n) catbird_row LIMIT 0`);
  const binary = fields.filter(({ dataTypeID }) => dataTypeID === BYTEA).map(({ name }) => name);
  const columns = binary.map((name, i) => `, ${quoted(name)} AS bytes${i}`).join('');
  const select = `SELECT row_to_json(catbird_row)::text AS row${columns} FROM (\n${statement}\n) catbird_row`;
  if (sought !== undefined && 'columns' in sought) {
    let values: string[] = [];
    const parameter = (value: unknown): string => `$${values.push(String(value))}`;
    for (const condition of conditionsOf(sought, quoted, parameter)) {
      const found = await ask(`${select} WHERE ${condition}`, values);
      yield { rows: found.rows.map((row) => Buffer.from(withTexts(row, binary))) };
      values = [];
    }
    return;
  }
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
