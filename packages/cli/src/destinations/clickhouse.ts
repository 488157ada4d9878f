import type { Destination } from '@catbird/core/destinations';
import { hostOf } from './broker.ts';
import { envelopeField } from './changes.ts';
import { config, type ClickhouseConfig } from './clickhouse-config.ts';

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
  limits: () => ({
    // An INSERT of up to 1,048,576 rows is atomic; larger ones are stored in blocks.
    rows: 100_000,
    bytes: 10_000_000,
    source: 'https://clickhouse.com/docs/operations/settings/settings#max_insert_block_size',
  }),
  // Versions may come twice, and in any order.
  rowFields: envelopeField({ added: ['version', 'is_deleted'], unfit: ['malformed', 'dropped'] }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./clickhouse-connection.ts')).open(config, env),
  check: async (config, env, signal) =>
    (await import('./clickhouse-connection.ts')).check(config, env, signal),
};
