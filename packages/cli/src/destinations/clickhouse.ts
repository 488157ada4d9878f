import { payload, routeOf, type Batch, isFilled } from '@catbird/engine';
import {
  customSetting,
  failedCheck,
  flagSetting,
  isHtml,
  isSuccess,
  jsonSetting,
  unconfirmedAnswer,
  type CheckResult,
  type Connection,
  type Destination,
  type DestinationEnv,
  type HttpRequest,
  type HttpResponse,
  type Receipt,
} from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username, withoutCredentials } from './broker.ts';
import { changeField, changesIn, envelopeField, oneTable, tableSetting, type Change } from './changes.ts';
import { errorOf, isException } from './clickhouse-errors.ts';
import { compress } from './gzip.ts';
import { createdLater, withTable, type TableDatabase } from './missing-table.ts';
import { createSetting } from './sql-table.ts';

/** Schema of the settings. */
const config = z
  .object({
    url: brokerAddress(['http', 'https'], 'http://localhost:8123'),
    table: tableSetting({
      help: 'Each field of an event goes into the column of the same name. {{field}} stands for a value of the event.',
      example: 'events',
      fault: (table) => (/^[^\0]+$/.test(table) ? undefined : 'Must be a table name'),
    }),
    database: customSetting(z.prefault(z.string('Must be text'), 'default'), { label: 'Database' }),
    changeField: changeField('version'),
    create: createSetting,
    gzip: flagSetting({ label: 'Gzip', help: 'Compress requests with gzip.' }),
    parameters: jsonSetting(
      {
        label: 'ClickHouse settings',
        help: 'JSON. Sent with every INSERT.',
        example: '{"input_format_skip_unknown_fields": "1"}',
      },
      z.record(z.string(), z.union([z.string(), z.number()]), {
        error: 'Must be an object of texts and numbers',
      }),
    ),
    username,
    password,
  })
  .check(oneTable);

/** The settings of the ClickHouse destination. */
type ClickhouseConfig = z.output<typeof config>;

/** Tables as ClickHouse has them. */
const DATABASE: TableDatabase = {
  dialect: 'clickhouse',
  missing: '60',
  existing: ['57'],
  versions: ['version', 'is_deleted'],
};

/** Opens a connection to ClickHouse's HTTP interface. */
function open(config: ClickhouseConfig, env: DestinationEnv): Connection {
  const insert = insertInto(config, env);
  return {
    send(batch, { signal }) {
      const table = routeOf(batch, config.table);
      return withTable(() => insert(batch, table, signal), {
        table: { ...config, path: [table], describeRows: env.describeRows },
        database: DATABASE,
        run: async (statement) => {
          const response = await env.http(request(config, {}, statement, {}, signal));
          if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
        },
      });
    },
    close: () => Promise.resolve(),
  };
}

/** Inserts a batch into a table. */
const insertInto =
  (config: ClickhouseConfig, env: DestinationEnv) =>
  async (batch: Batch, table: string, signal: AbortSignal): Promise<Receipt> => {
    const { changeField } = config;
    const statement = `INSERT INTO ${identifier(table)} FORMAT JSONEachRow`;
    const rows = changeField === undefined ? payload(batch) : versionsOf(changesIn(batch, changeField));
    // Tombstones alone change nothing, and ClickHouse rejects an empty INSERT.
    if (rows.byteLength === 0) return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: 0 };
    const body = config.gzip ? await compress(rows) : rows;
    const encoding = config.gzip ? { 'content-encoding': 'gzip' } : {};
    const response = await env.http(request(config, { query: statement }, body, encoding, signal));
    if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
    if (!isAcknowledgement(response))
      throw unconfirmedAnswer(response, {
        service: hostOf(config.url),
        rows: batch.count,
        hint: 'Check that the address is ClickHouse’s HTTP interface, not a proxy or another server.',
        secrets: [config.password ?? ''],
      });
    const { status } = response;
    return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: body.byteLength, status };
  };

const encoder = new TextEncoder();

/** A version of its row for each change, as ReplacingMergeTree merges them. https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree */
const versionsOf = (changes: readonly Change[]): Uint8Array =>
  encoder.encode(
    changes
      .map(({ row, sequence: version, isDelete }) =>
        JSON.stringify({ ...row, version, is_deleted: isDelete ? 1 : 0 }),
      )
      .join('\n'),
  );

/** Checks the table by reading its columns. */
async function check(
  config: ClickhouseConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    if (isFilled(config.table)) {
      const response = await env.http(request(config, {}, 'SELECT 1', {}, signal));
      if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
      return {
        ok: true,
        message: `${hostOf(config.url)} accepted the credentials. Nothing was written; events determine the tables.`,
      };
    }
    const statement = `DESCRIBE TABLE ${identifier(config.table)} FORMAT JSONEachRow`;
    const response = await env.http(request(config, {}, statement, {}, signal));
    if (!isSuccess(response) || isException(response)) throw errorOf(response, config, env.now());
    const columns = response.text.trim().split('\n').length;
    return {
      ok: true,
      message: `${hostOf(config.url)} has the table ${config.table} with ${columns} ${columns === 1 ? 'column' : 'columns'}. Nothing was written.`,
    };
  } catch (error) {
    return createdLater(error, DATABASE, config) ?? failedCheck(error);
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
  // Events have ISO 8601 times, which only the best_effort parser reads.
  const params: Readonly<Record<string, string | number>> = {
    database,
    date_time_input_format: 'best_effort',
    ...parameters,
    ...more,
  };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, String(value));
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

/** A quoted name. https://clickhouse.com/docs/sql-reference/syntax#identifiers */
const identifier = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;

/** An INSERT is confirmed by an empty body and a header of ClickHouse's own; which header depends on the version. */
const isAcknowledgement = (response: HttpResponse): boolean =>
  response.text.trim() === '' &&
  !isHtml(response) &&
  OWN_HEADERS.some((name) => response.header(name) !== undefined);

const OWN_HEADERS = ['x-clickhouse-server-display-name', 'x-clickhouse-query-id', 'x-clickhouse-summary'];

/** ClickHouse over HTTP. https://clickhouse.com/docs/interfaces/http */
export const clickhouse: Destination<ClickhouseConfig> = {
  name: 'ClickHouse',
  command: 'clickhouse',
  title: 'ClickHouse',
  summary: 'Insert events into a ClickHouse table.',
  acknowledgement:
    'A 2xx response from ClickHouse (with an `X-ClickHouse-…` header), with no exception and an empty body.',
  call: 'INSERT … FORMAT JSONEachRow',
  docs: 'https://clickhouse.com/docs/interfaces/formats/JSONEachRow',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  limits: () => ({
    // An INSERT of up to 1,048,576 rows is atomic; larger ones are stored in blocks.
    rows: 100_000,
    bytes: 10_000_000,
    oneRoute: true,
    source: 'https://clickhouse.com/docs/operations/settings/settings#max_insert_block_size',
  }),
  // Versions may come twice, and in any order.
  rowFields: envelopeField({
    added: ['version', 'is_deleted'],
    unfit: ['malformed', 'dropped', 'offline', 'drift'],
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => open(config, env),
  check,
};
