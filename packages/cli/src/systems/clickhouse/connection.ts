import { payload, routeOf, type Batch } from '@catbird/engine';
import {
  isHtml,
  isSuccess,
  unconfirmedAnswer,
  type CheckResult,
  type Connection,
  type DestinationEnv,
  type HttpResponse,
  type Receipt,
} from '@catbird/send';
import { compress } from '../../destinations/http-body.ts';
import { hostOf } from '../address.ts';
import { changesIn, type Change } from '../table-changes.ts';
import { checkTable, QUOTED, withTable, type TableDatabase } from '../database-tables.ts';
import { errorOf, isException, requestFor } from './client.ts';
import type { ClickhouseConfig } from './destination.ts';

/** Tables as ClickHouse has them. */
const DATABASE: TableDatabase = {
  dialect: 'clickhouse',
  missing: '60',
  existing: ['57'],
  versions: ['version', 'is_deleted'],
};

/** Opens a connection to ClickHouse's HTTP interface. */
export function open(config: ClickhouseConfig, env: DestinationEnv): Connection {
  const send = sender(config, env);
  return {
    send(batch, { signal }) {
      const table = routeOf(batch, config.table);
      return withTable(() => insert(batch, table, config, (...request) => send(signal, ...request)), {
        table: { ...config, path: [table], describeRows: env.describeRows },
        database: DATABASE,
        run: (statement) => send(signal, statement),
      });
    },
    close: () => Promise.resolve(),
  };
}

/** Sends a statement, or its rows. @throws DeliveryError for a response that is no success */
type Send = (
  body: Uint8Array | string,
  settings?: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>>,
) => Promise<HttpResponse>;

const sender =
  (config: ClickhouseConfig, { http, now }: DestinationEnv) =>
  async (signal: AbortSignal, ...[body, settings, headers]: Parameters<Send>): Promise<HttpResponse> => {
    const { database, parameters } = config;
    // Events have ISO 8601 times, which only the best_effort parser reads.
    const fixed = { database, date_time_input_format: 'best_effort' };
    const request = requestFor(config, { ...fixed, ...parameters, ...settings });
    const response = await http({ ...request, headers: { ...headers, ...request.headers }, body, signal });
    if (!isSuccess(response) || isException(response)) throw errorOf(response, config, now());
    return response;
  };

/** Inserts a batch into a table. */
async function insert(batch: Batch, table: string, config: ClickhouseConfig, send: Send): Promise<Receipt> {
  const { changeField, gzip } = config;
  const query = `INSERT INTO ${QUOTED.clickhouse(table)} FORMAT JSONEachRow`;
  const rows = changeField === undefined ? payload(batch) : versionsOf(changesIn(batch, changeField));
  // Tombstones alone change nothing, and ClickHouse rejects an empty INSERT.
  if (rows.byteLength === 0) return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: 0 };
  const body = gzip ? await compress(rows) : rows;
  const response = await send(body, { query }, gzip ? { 'content-encoding': 'gzip' } : {});
  if (!isAcknowledgement(response))
    throw unconfirmedAnswer(response, {
      service: hostOf(config.url),
      rows: batch.count,
      hint: 'Check that the address is ClickHouse’s HTTP interface, not a proxy or another server.',
      secrets: [config.password ?? ''],
    });
  const { status } = response;
  return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: body.byteLength, status };
}

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
export const check = (
  config: ClickhouseConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> =>
  checkTable(config, DATABASE, async (table) => {
    const send = sender(config, env);
    if (table === undefined) await send(signal, 'SELECT 1');
    else {
      const { text } = await send(signal, `DESCRIBE TABLE ${QUOTED.clickhouse(table)} FORMAT JSONEachRow`);
      const columns = text.trim().split('\n').length;
      return ` with ${columns} ${columns === 1 ? 'column' : 'columns'}`;
    }
    return '';
  });

/** An INSERT is confirmed by an empty body and a header of ClickHouse's own; which header depends on the version. */
const isAcknowledgement = (response: HttpResponse): boolean =>
  response.text.trim() === '' &&
  !isHtml(response) &&
  OWN_HEADERS.some((name) => response.header(name) !== undefined);

const OWN_HEADERS = ['x-clickhouse-server-display-name', 'x-clickhouse-query-id', 'x-clickhouse-summary'];
