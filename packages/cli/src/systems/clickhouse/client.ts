import {
  hinted,
  isSuccess,
  kindOfStatus,
  refusal,
  type DeliveryError,
  type DeliveryErrorKind,
  type HttpResponse,
} from '@catbird/send';
import { text as textOf } from 'node:stream/consumers';
import { streamed, type StreamedResponse } from '../../transport/http.ts';
import { hostOf, loginHint, type DatabaseAddress, type Login } from '../address.ts';

interface ClickhouseAddress extends Login {
  readonly url: string;
  readonly username?: string | undefined;
}

/** A statement, or its rows, as a request to the HTTP interface. */
export function requestFor(
  { url, username, password }: ClickhouseAddress,
  settings: Readonly<Record<string, string | number>>,
) {
  const address = new URL(url);
  for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, String(value));
  return {
    method: 'POST',
    url: address.href,
    headers: {
      ...(username === undefined ? {} : { 'x-clickhouse-user': username }),
      ...(password === undefined ? {} : { 'x-clickhouse-key': password }),
    },
  } as const;
}

/** Runs a statement, and returns its response as it comes. @throws DeliveryError; the signal's reason if aborted */
export type Ask = (
  statement: string,
  settings?: Readonly<Record<string, string>>,
) => Promise<StreamedResponse>;

/** Bytes of an error that are read. */
const ERROR_BYTES = 4096;

/** What reads a database: the server refuses statements that write. */
export function readerOf(address: DatabaseAddress, signal: AbortSignal): Ask {
  const { host, searchParams } = new URL(address.url);
  const isSecure = searchParams.get('secure') === 'true' || searchParams.get('sslmode') === 'require';
  const server = { ...address, url: `${isSecure ? 'https' : 'http'}://${host}/` };
  return async (body, settings) => {
    // https://clickhouse.com/docs/operations/settings/permissions-for-queries#readonly
    const fixed = { readonly: '2', output_format_json_quote_64bit_integers: '0' };
    const response = await streamed({ ...requestFor(server, { ...fixed, ...settings }), body, signal });
    if (response.status === 200) return response;
    throw readingError({ ...response, text: await beginningOf(response.body) }, address);
  };
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= ERROR_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The error of a response when rows are read: hints are about writing, but for those of the login. */
export const readingError = (response: HttpResponse, address: DatabaseAddress): DeliveryError => {
  const error = errorOf(response, address, Date.now());
  const known = CODES[Number(error.code)]?.[1];
  const ofLogin = known === undefined || known === CREDENTIALS ? 'Check the user name and password.' : known;
  return hinted(error, error.kind === 'auth' ? ofLogin : undefined);
};

/** The database of an address. */
export const databaseIn = ({ url }: DatabaseAddress): string =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || 'default';

/** The rows of a statement. */
export async function rowsOf<Row>(ask: Ask, statement: string): Promise<readonly Row[]> {
  const { body } = await ask(`${statement} FORMAT JSONEachRow`);
  const lines = (await textOf(body)).split('\n').filter((line) => line !== '');
  return lines.map((line): Row => JSON.parse(line));
}

/** A text in a statement. https://clickhouse.com/docs/sql-reference/syntax#string */
export const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

/** ClickHouse may fail after it has sent status 200; a header or the end of the body then reports it. https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats */
export const isException = (response: HttpResponse): boolean =>
  response.header(EXCEPTION) !== undefined || /\bCode: \d+[.,][^\n]{0,40}DB::Exception/.test(response.text);

const EXCEPTION = 'x-clickhouse-exception-code';

type KindAndHint = readonly [kind: DeliveryErrorKind, hint?: string];

const CREDENTIALS =
  'Check the user name and password, and that the user is allowed to insert into this table.';
const COLUMNS =
  'Events must match the table’s columns. The setting input_format_skip_unknown_fields ignores fields without a column.';

const MISSING_TABLE = 60;

/** ClickHouse's own codes. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const CODES: Readonly<Record<number, KindAndHint>> = {
  6: ['rejected', COLUMNS],
  16: ['rejected', COLUMNS],
  26: ['rejected', COLUMNS],
  27: ['rejected', COLUMNS],
  38: ['rejected', COLUMNS],
  41: ['rejected', COLUMNS],
  53: ['rejected', COLUMNS],
  [MISSING_TABLE]: ['not-found', 'The table is missing: create it first.'],
  72: ['rejected', COLUMNS],
  81: ['not-found', 'Unknown database: check its name.'],
  115: ['not-found', 'Check --parameters: this version of ClickHouse does not have the setting.'],
  117: ['rejected', COLUMNS],
  164: ['auth', 'The user is read-only.'],
  192: ['auth', CREDENTIALS],
  193: ['auth', CREDENTIALS],
  194: ['auth', CREDENTIALS],
  195: ['auth', 'The user is not allowed to connect from this address.'],
  202: ['rate-limited', 'Too many concurrent statements: lower --in-flight.'],
  209: ['unavailable'],
  210: ['unavailable'],
  241: ['unavailable', 'The server is out of memory; smaller requests may help.'],
  242: ['unavailable', 'The table is currently read-only.'],
  252: ['rate-limited', 'More INSERTs than the table can merge: lower the rate.'],
  376: ['rejected', COLUMNS],
  469: ['rejected', 'The event violates a constraint of the table.'],
  497: ['auth', 'The user lacks the privilege that the error names.'],
  516: ['auth', CREDENTIALS],
  691: ['rejected', COLUMNS],
};

/** By then the table has stored all or some of the rows. */
const PUSHING = /while pushing to view/i;
const VIEW: KindAndHint = [
  'rejected',
  'A materialized view failed after the table stored the events. They are not retried, to avoid duplicates.',
];

/** The error of a response that reports one. @param now milliseconds since 1970 */
export function errorOf(
  response: HttpResponse,
  config: Pick<ClickhouseAddress, 'url' | 'password'>,
  now: number,
): DeliveryError {
  const [, codeInBody] = /\bCode: (\d+)/.exec(response.text) ?? [];
  const status = isSuccess(response) ? 500 : response.status;
  const code = response.header(EXCEPTION) ?? codeInBody;
  const isPartial = PUSHING.test(response.text);
  // ClickHouse had started to write when it sent status 200.
  const uncertain = isPartial || isSuccess(response);
  const [kind, hint] = isPartial ? VIEW : (CODES[Number(code ?? 0)] ?? [kindOfStatus(status)]);
  return refusal(response, {
    service: hostOf(config.url),
    kind,
    code,
    words: response.text,
    hint: hint === CREDENTIALS ? loginHint(config, 'CATBIRD_CLICKHOUSE_PASSWORD', hint) : hint,
    ofRoute: Number(code) === MISSING_TABLE,
    uncertain: uncertain || undefined,
    // An INSERT of this size is checked before any of it is written.
    divisible: kind === 'rejected' && !uncertain,
    secrets: [config.password ?? ''],
    now,
  });
}
