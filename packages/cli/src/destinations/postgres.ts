import { choice, optionalText, text, type Destination } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, hostOf, password, username } from './broker.ts';

const config = z.object({
  url: brokerAddress(['postgres', 'postgresql'], 'postgres://localhost:5432/shop?sslmode=require'),
  table: text(
    {
      label: 'Table',
      help: 'With its schema or without. Each field of an event goes into the column of its name.',
      example: 'public.events',
    },
    z.regex(/^[^.\0"]+(\.[^.\0"]+)?$/, 'Must be the name of a table, as events or public.events'),
  ),
  column: optionalText({
    label: 'Column',
    help: 'One column that takes the whole event, of type jsonb, json or text; then no others are filled.',
    example: 'event',
  }),
  conflict: choice({
    label: 'Rows that are there',
    help: 'What happens to an event whose unique key is in the table. With skip an event that is sent again is stored once.',
    choices: { refuse: 'Refuse', skip: 'Skip' },
  }),
  username,
  password,
});

/** The settings of the Postgres destination. */
export type PostgresConfig = z.output<typeof config>;

/** A table of Postgres. https://www.postgresql.org/docs/current/sql-insert.html */
export const postgres: Destination<PostgresConfig> = {
  name: 'Postgres',
  command: 'postgres',
  title: 'Postgres',
  summary: 'Inserts events into a table, by their fields or each as one JSON value.',
  acknowledgement:
    'A committed statement that counts it as inserted (`INSERT 0 n`). With `--conflict skip`, existing rows count, too.',
  call: 'INSERT',
  docs: 'https://www.postgresql.org/docs/current/sql-insert.html',
  config,
  limits: () => ({
    // No limit is published but 1 GB for a value; a statement of this size fills the server’s time already.
    rows: 10_000,
    bytes: 8_000_000,
    source: 'https://www.postgresql.org/docs/current/limits.html',
  }),
  host: ({ url }) => hostOf(url),
  open: async (config) => (await import('./postgres-connection.ts')).open(config),
  check: async (config, _env, signal) => (await import('./postgres-connection.ts')).check(config, signal),
};
