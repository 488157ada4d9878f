import { DeliveryError, kindOfStatus, oneLine } from '@catbird/send';
import { textLines, type Arrivals } from '@catbird/verify';
import { streamed, type StreamedResponse } from '../transport/streamed.ts';
import {
  conditionsOf,
  nameOf,
  statementOf,
  statementWhere,
  unreadable,
  type DatabasePlace,
} from './database.ts';
import { quotedClickhouse as quoted } from './quoted.ts';
import { SourceError, type Sought, type Source } from './source.ts';
import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod/mini';

/** Bytes of an error that are read. */
const ERROR_BYTES = 4096;
/** Code of a setting that this version does not have. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const UNKNOWN_SETTING = '115';

/**
 * Reads rows as they come from one query over HTTP, which sees the parts of its beginning. The server refuses statements that write. Times
 * are in UTC, and whole numbers have all their digits.
 */
export function clickhouseSource(place: DatabasePlace): Source {
  return {
    name: nameOf(place),
    isLoose: true,
    dialect: 'clickhouse',
    async *read(signal, sought) {
      try {
        for await (const statement of statementsFor(place, sought, signal))
          yield* rowsOf(await begun(place, statement, signal), place);
      } catch (error) {
        throw signal.aborted ? signal.reason : unreadable(error, place);
      }
    },
  };
}

const answer = z.object({ data: z.array(z.array(z.string())) });

/** The statement that reads all rows, or those that look some up, with values of the types that the columns have. */
async function* statementsFor(
  place: DatabasePlace,
  sought: Sought | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const whole = statementOf(place, quoted);
  if (sought === undefined || 'statement' in sought) {
    yield sought?.statement(whole) ?? whole;
    return;
  }
  const columns = sought.columns.map((name) => `toTypeName(${quoted(name)})`).join(', ');
  const { body } = await asked(
    place,
    `SELECT ${columns} FROM (\n${whole}\n) LIMIT 1 FORMAT JSONCompact`,
    {},
    signal,
  );
  const [types] = z.parse(answer, JSON.parse(await textOf(body)), { jitless: true }).data;
  // Without rows, there is nothing to find.
  if (types === undefined) return;
  const value = (each: unknown, column: number): string =>
    `CAST(${literal(String(each))} AS ${types[column] ?? 'String'})`;
  for (const condition of conditionsOf(sought, quoted, value)) yield statementWhere(place, quoted, condition);
}

/** https://clickhouse.com/docs/sql-reference/syntax#string */
const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

/** Begins to read. Versions that cannot write times in UTC need a server whose zone is UTC. */
async function begun(place: DatabasePlace, rows: string, signal: AbortSignal): Promise<StreamedResponse> {
  const statement = `${rows}\nFORMAT JSONEachRow`;
  try {
    return await asked(place, statement, { date_time_output_format: 'iso' }, signal);
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.code !== UNKNOWN_SETTING) throw error;
    const { body } = await asked(place, 'SELECT timezone()', {}, signal);
    const zone = (await firstOf(body)).trim();
    if (zone !== 'UTC' && zone !== 'Etc/UTC')
      throw new SourceError(
        `${nameOf(place)} cannot be read: this version of ClickHouse writes times in the zone ${zone}. Use version 20.8 or later, or a server whose time zone is UTC`,
        { cause: error },
      );
    return asked(place, statement, {}, signal);
  }
}

async function asked(
  { address }: DatabasePlace,
  statement: string,
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<StreamedResponse> {
  const { host, pathname, searchParams } = new URL(address.url);
  const isSecure = searchParams.get('secure') === 'true' || searchParams.get('sslmode') === 'require';
  const url = new URL(`${isSecure ? 'https' : 'http'}://${host}/`);
  const parameters = {
    database: decodeURIComponent(pathname.slice(1)) || 'default',
    // https://clickhouse.com/docs/operations/settings/permissions-for-queries#readonly
    readonly: '2',
    output_format_json_quote_64bit_integers: '0',
    output_format_json_quote_denormals: '1',
    ...settings,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const response = await streamed({
    method: 'POST',
    url: url.href,
    headers: {
      ...(address.username === undefined ? {} : { 'x-clickhouse-user': address.username }),
      ...(address.password === undefined ? {} : { 'x-clickhouse-key': address.password }),
    },
    body: statement,
    signal,
  });
  if (response.status === 200) return response;
  throw failureOf(host, await firstOf(response.body), response);
}

function failureOf(
  host: string,
  text: string,
  { status, header }: Pick<StreamedResponse, 'status' | 'header'>,
): DeliveryError {
  const code = header('x-clickhouse-exception-code') ?? /\bCode: (\d+)/.exec(text)?.[1];
  const kind = code === '516' || code === '192' || code === '193' ? 'auth' : kindOfStatus(status);
  return new DeliveryError(kind, `${host} responded: ${oneLine(text, [])}`, {
    status,
    code,
    hint: kind === 'auth' ? 'Check the user name and password.' : undefined,
  });
}

async function firstOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= ERROR_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** An error that comes after rows: in a line of its own, or as a row. */
const EXCEPTION = /^(?:\{"exception": *")?Code: \d+[.,]/;

async function* rowsOf(
  { status, header, body }: StreamedResponse,
  { address }: DatabasePlace,
): AsyncGenerator<Arrivals> {
  for await (const { rows: lines } of textLines(body)) {
    const failed = lines.find(isException);
    if (failed !== undefined)
      throw failureOf(new URL(address.url).host, Buffer.from(failed).toString('utf8'), { status, header });
    yield { rows: lines };
  }
}

const isException = (line: Uint8Array): boolean =>
  EXCEPTION.test(Buffer.from(line.subarray(0, 40)).toString('latin1'));
