import type { Destination } from '@catbird/core/destinations';
import { hostOf } from './broker.ts';
import { config, type PostgresConfig } from './postgres-config.ts';

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
