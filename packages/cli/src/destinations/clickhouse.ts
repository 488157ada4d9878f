import { flag, json, setting, text, type Destination } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username } from './broker.ts';

const config = z.object({
  url: brokerAddress(['http', 'https'], 'http://localhost:8123'),
  table: text(
    { label: 'Table', help: 'Each field of an event goes into the column of its name.', example: 'events' },
    z.regex(/^[^\0]+$/, 'Must be the name of a table'),
  ),
  database: setting(z.prefault(z.string('Must be text'), 'default'), { label: 'Database' }),
  gzip: flag({ label: 'Gzip', help: 'Pack the events on their way.' }),
  parameters: json(
    {
      label: 'Settings of ClickHouse',
      help: 'JSON. They go with every insertion.',
      example: '{"input_format_skip_unknown_fields": "1"}',
    },
    z.record(z.string(), z.union([z.string(), z.number()]), { error: 'Must be an object of settings' }),
  ),
  username,
  password,
});

/** The settings of the ClickHouse destination. */
export type ClickhouseConfig = z.output<typeof config>;

/** ClickHouse over HTTP. https://clickhouse.com/docs/interfaces/http */
export const clickhouse: Destination<ClickhouseConfig> = {
  name: 'ClickHouse',
  command: 'clickhouse',
  title: 'ClickHouse',
  summary: 'Inserts events into a ClickHouse table.',
  acknowledgement:
    'A 2xx answer from ClickHouse (with an `X-ClickHouse-…` header) without an exception and without a body.',
  call: 'INSERT … FORMAT JSONEachRow',
  docs: 'https://clickhouse.com/docs/interfaces/formats/JSONEachRow',
  config,
  limits: () => ({
    // An insertion of up to 1,048,576 rows is stored whole or not at all; larger ones are stored in parts.
    rows: 100_000,
    bytes: 10_000_000,
    source: 'https://clickhouse.com/docs/operations/settings/settings#max_insert_block_size',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./clickhouse-connection.ts')).open(config, env),
  check: async (config, env, signal) =>
    (await import('./clickhouse-connection.ts')).check(config, env, signal),
};
