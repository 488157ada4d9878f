import { DeliveryError } from '@catbird/send';
import { textLines, type Arrivals } from '@catbird/verify';
import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { nameOf, sourceOf, statementsFor, type DatabasePlace } from '../../sources/database-rows.ts';
import { SourceError, type Sought, type Source } from '../../sources/source.ts';
import type { StreamedResponse } from '../../transport/http.ts';
import { QUOTED } from '../database-tables.ts';
import { databaseIn, literal, readerOf, readingError, type Ask } from './client.ts';

/** Code of a setting that this version does not have. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const UNKNOWN_SETTING = '115';

/**
 * Reads rows as they come from one query over HTTP, which sees the parts of its beginning. The server refuses statements that write. Times
 * are in UTC, and whole numbers have all their digits.
 */
export const clickhouseSource = (place: DatabasePlace): Source =>
  sourceOf(place, async function* (signal, sought) {
    const database = databaseIn(place.address);
    const read = readerOf(place.address, signal);
    const ask: Ask = (statement, settings) =>
      read(statement, { database, output_format_json_quote_denormals: '1', ...settings });
    const types = await typesOf(place, sought, ask);
    // Without rows, there is nothing to find.
    if (types === undefined) return;
    const value = (each: unknown, column: number): string =>
      `CAST(${literal(String(each))} AS ${types[column] ?? 'String'})`;
    for (const { sql } of statementsFor(place, sought, value))
      yield* rowsIn(await begun(place, sql, ask), place);
  });

const answer = z.object({ data: z.array(z.array(z.string())) });

/** The types of the columns by which rows are looked up. Undefined: there are no rows. */
async function typesOf(
  place: DatabasePlace,
  sought: Sought | undefined,
  ask: Ask,
): Promise<readonly string[] | undefined> {
  if (sought === undefined || 'statement' in sought) return [];
  const columns = sought.columns.map((name) => `toTypeName(${QUOTED.clickhouse(name)})`).join(', ');
  const statement = (rows: string): string =>
    `SELECT ${columns} FROM (\n${rows}\n) LIMIT 1 FORMAT JSONCompact`;
  const [{ sql = '' } = {}] = statementsFor(place, { statement }, String);
  const { body } = await ask(sql);
  return z.parse(answer, JSON.parse(await textOf(body)), { jitless: true }).data[0];
}

/** Begins to read. Versions that cannot write times in UTC need a server whose zone is UTC. */
async function begun(place: DatabasePlace, rows: string, ask: Ask): Promise<StreamedResponse> {
  const statement = `${rows}\nFORMAT JSONEachRow`;
  try {
    return await ask(statement, { date_time_output_format: 'iso' });
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.code !== UNKNOWN_SETTING) throw error;
    const zone = (await textOf((await ask('SELECT timezone()')).body)).trim();
    if (zone !== 'UTC' && zone !== 'Etc/UTC')
      throw new SourceError(
        `${nameOf(place)} cannot be read: this version of ClickHouse writes times in the zone ${zone}. Use version 20.8 or later, or a server whose time zone is UTC`,
        { cause: error },
      );
    return ask(statement);
  }
}

/** An error that comes after rows: in a line of its own, or as a row. */
const EXCEPTION = /^(?:\{"exception": *")?Code: \d+[.,]/;

async function* rowsIn(response: StreamedResponse, { address }: DatabasePlace): AsyncGenerator<Arrivals> {
  for await (const { rows: lines } of textLines(response.body)) {
    const failed = lines.find(isException);
    if (failed !== undefined)
      throw readingError({ ...response, text: Buffer.from(failed).toString('utf8') }, address);
    yield { rows: lines };
  }
}

const isException = (line: Uint8Array): boolean =>
  EXCEPTION.test(Buffer.from(line.subarray(0, 40)).toString('latin1'));
