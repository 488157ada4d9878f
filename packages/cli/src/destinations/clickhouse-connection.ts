import { payload } from '@catbird/core';
import {
  failedCheck,
  isSuccess,
  kindOfStatus,
  refusal,
  unconfirmedAnswer,
  type CheckResult,
  type Connection,
  type DeliveryError,
  type DeliveryErrorKind,
  type DestinationEnv,
  type HttpRequest,
  type HttpResponse,
} from '@catbird/core/destinations';
import { hostOf } from './broker.ts';
import type { ClickhouseConfig } from './clickhouse-config.ts';
import { pack } from './pack.ts';

/** Opens a way to ClickHouse's HTTP interface. */
export function open(config: ClickhouseConfig, env: DestinationEnv): Connection {
  const statement = `INSERT INTO ${identifier(config.table)} FORMAT JSONEachRow`;
  return {
    async send(batch, { signal }) {
      const rows = payload(batch);
      const body = config.gzip ? await pack(rows) : rows;
      const packed = config.gzip ? { 'content-encoding': 'gzip' } : {};
      const response = await env.http(request(config, { query: statement }, body, packed, signal));
      if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
      if (!isAcknowledgement(response))
        throw unconfirmedAnswer(response, {
          service: hostOf(config.url),
          rows: batch.count,
          hint: 'Is the address ClickHouse’s HTTP interface, or something in front of it?',
          secrets: [config.password ?? ''],
        });
      return {
        accepted: batch.count,
        quarantined: 0,
        rejected: 0,
        bytes: body.byteLength,
        status: response.status,
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Asks for the table's columns. */
export async function check(
  config: ClickhouseConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const statement = `DESCRIBE TABLE ${identifier(config.table)} FORMAT JSONEachRow`;
    const response = await env.http(request(config, {}, statement, {}, signal));
    if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
    const columns = response.text.trim().split('\n').length;
    return {
      ok: true,
      message: `${hostOf(config.url)} has the table ${config.table} with ${columns} ${columns === 1 ? 'column' : 'columns'}. Nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

function request(
  { url, database, parameters, username, password }: ClickhouseConfig,
  more: Readonly<Record<string, string>>,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): HttpRequest {
  const address = new URL(url);
  // Events say times as ISO 8601, which only the thorough parser reads.
  const asked: Readonly<Record<string, string | number>> = {
    database,
    date_time_input_format: 'best_effort',
    ...parameters,
    ...more,
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, String(value));
  return {
    method: 'POST',
    url: address.href,
    headers: {
      ...headers,
      ...(username === undefined ? {} : { 'x-clickhouse-user': username }),
      ...(password === undefined ? {} : { 'x-clickhouse-key': password }),
    },
    body,
    signal,
  };
}

/** A name in backquotes. https://clickhouse.com/docs/sql-reference/syntax#identifiers */
const identifier = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;

/** ClickHouse may find a fault when it has said 200 already; then a header, or the end of the body, says so. https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats */
const isException = (response: HttpResponse): boolean =>
  response.header(EXCEPTION) !== undefined || /\bCode: \d+[.,][^\n]{0,40}DB::Exception/.test(response.text);

const EXCEPTION = 'x-clickhouse-exception-code';

/** An insertion is answered without a body, and with headers of ClickHouse's own: which ones depends on its version. */
const isAcknowledgement = (response: HttpResponse): boolean =>
  response.text.trim() === '' && OWN.some((name) => response.header(name) !== undefined);

const OWN = ['x-clickhouse-server-display-name', 'x-clickhouse-query-id', 'x-clickhouse-summary'];

type Meaning = readonly [kind: DeliveryErrorKind, hint?: string];

const CREDENTIALS = 'Check user name and password, and that the user may insert into this table.';
const COLUMNS =
  'The fields of an event must fit the table’s columns; the setting input_format_skip_unknown_fields leaves out fields without one.';

/** ClickHouse's own codes. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const CODES: Readonly<Record<number, Meaning>> = {
  16: ['rejected', COLUMNS],
  26: ['rejected', COLUMNS],
  27: ['rejected', COLUMNS],
  41: ['rejected', COLUMNS],
  53: ['rejected', COLUMNS],
  60: ['not-found', 'Make the table first: CREATE TABLE.'],
  81: ['not-found', 'Check the name of the database.'],
  115: ['not-found', 'Check --parameters: this ClickHouse has no such setting.'],
  117: ['rejected', COLUMNS],
  164: ['auth', 'The user may only read.'],
  192: ['auth', CREDENTIALS],
  193: ['auth', CREDENTIALS],
  194: ['auth', CREDENTIALS],
  195: ['auth', 'The user may not come from this address.'],
  202: ['rate-limited', 'More statements at once than the server takes.'],
  209: ['unavailable'],
  210: ['unavailable'],
  241: ['unavailable', 'The server is out of memory: smaller requests may help.'],
  242: ['unavailable', 'The table is read only at the moment.'],
  252: ['rate-limited', 'More insertions than the table merges: a lower rate makes larger requests fewer.'],
  497: ['auth', CREDENTIALS],
  516: ['auth', CREDENTIALS],
};

/** The table has the rows by then, or some of them. */
const PUSHING = /while pushing to view/i;
const VIEW: Meaning = [
  'rejected',
  'A materialized view failed when the table had the events already. Not sent again, so that none is doubled.',
];

function errorOf(response: HttpResponse, config: ClickhouseConfig, now: number): DeliveryError {
  const [, said] = /\bCode: (\d+)/.exec(response.text) ?? [];
  const status = isSuccess(response) ? 500 : response.status;
  const code = response.header(EXCEPTION) ?? said;
  const isPartial = PUSHING.test(response.text);
  const [kind, hint] = isPartial ? VIEW : (CODES[Number(code ?? 0)] ?? [kindOfStatus(status)]);
  return refusal(response, {
    service: hostOf(config.url),
    kind,
    code,
    words: response.text,
    hint,
    // When ClickHouse said 200 it had begun to write.
    uncertain: isPartial || isSuccess(response) || undefined,
    secrets: [config.password ?? ''],
    now,
  });
}
