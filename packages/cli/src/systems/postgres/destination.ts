import { choiceSetting, optionalTextSetting, type Destination } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, username, hostOf, withoutCredentials } from '../address.ts';
import { changeField, oneTable, tableSetting, envelopeField } from '../table-changes.ts';
import { createSetting, encodeTable, tableFault } from '../database-tables.ts';

/** Longer names are cut without an error. https://www.postgresql.org/docs/current/limits.html */
const NAME_BYTES = 63;

/** Schema of the settings. */
const config = z
  .object({
    url: brokerAddress(['postgres', 'postgresql'], 'postgres://localhost:5432/shop?sslmode=require'),
    table: tableSetting({
      help: 'With or without its schema. Each field of an event goes into the column of the same name. {{field}} stands for a value of the event.',
      example: 'public.events',
      fault: tableFault('public', {
        isTooLong: (name) => Buffer.byteLength(name) > NAME_BYTES,
        most: `${NAME_BYTES} bytes`,
      }),
      encode: encodeTable,
    }),
    column: optionalTextSetting({
      label: 'Column',
      help: 'Store the whole event in this column, of type jsonb, json or text, and leave the others empty.',
      example: 'event',
    }),
    changeField: changeField('table'),
    conflict: choiceSetting({
      label: 'Existing rows',
      help: 'What to do with an event whose unique key is already in the table. With skip, a retried event is stored once.',
      choices: { refuse: 'Refuse', skip: 'Skip' },
    }),
    create: createSetting,
    username,
    password,
  })
  .check(oneTable);

/** The settings of the Postgres destination. */
export type PostgresConfig = z.output<typeof config>;

/** A Postgres table. https://www.postgresql.org/docs/current/sql-insert.html */
export const postgres: Destination<PostgresConfig> = {
  name: 'Postgres',
  command: 'postgres',
  title: 'Postgres',
  kind: 'Databases',
  summary: 'Insert events into a table, by field or as one JSON value each.',
  acknowledgement:
    'A committed statement that counts it as inserted (`INSERT 0 n`). With `--conflict skip`, existing rows count too.',
  call: 'INSERT',
  docs: 'https://www.postgresql.org/docs/current/sql-insert.html',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  limits: () => ({
    // Postgres only limits a value to 1 GB; larger statements would not be faster.
    rows: 10_000,
    bytes: 8_000_000,
    oneRoute: true,
    source: 'https://www.postgresql.org/docs/current/limits.html',
  }),
  rowFields: envelopeField({
    unfit: ['duplicates', 'reordering', 'malformed', 'dropped', 'offline', 'drift'],
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
