import { customSetting, flagSetting, jsonSetting, type Destination } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username, withoutCredentials } from '../address.ts';
import { changeField, envelopeField, oneTable, tableSetting } from '../table-changes.ts';
import { createSetting } from '../database-tables.ts';

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
export type ClickhouseConfig = z.output<typeof config>;

/** ClickHouse over HTTP. https://clickhouse.com/docs/interfaces/http */
export const clickhouse: Destination<ClickhouseConfig> = {
  name: 'ClickHouse',
  command: 'clickhouse',
  title: 'ClickHouse',
  kind: 'Databases',
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
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, env, signal) => (await import('./connection.ts')).check(config, env, signal),
};
