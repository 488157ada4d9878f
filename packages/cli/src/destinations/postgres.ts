import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { envelopeField } from './changes.ts';
import { config, type PostgresConfig } from './postgres-config.ts';

/** A Postgres table. https://www.postgresql.org/docs/current/sql-insert.html */
export const postgres: Destination<PostgresConfig> = {
  name: 'Postgres',
  command: 'postgres',
  title: 'Postgres',
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
  open: async (config, env) => (await import('./postgres-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./postgres-connection.ts')).check(config, signal),
};
