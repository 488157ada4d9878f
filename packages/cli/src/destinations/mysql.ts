import type { Destination } from '@catbird/send';
import { hostOf, withoutCredentials } from './broker.ts';
import { envelopeField } from './changes.ts';
import { config, type MysqlConfig } from './mysql-config.ts';

/** A table of MySQL or MariaDB. https://dev.mysql.com/doc/refman/8.4/en/insert.html */
export const mysql: Destination<MysqlConfig> = {
  name: 'MySQL',
  command: 'mysql',
  title: 'MySQL and MariaDB',
  summary: 'Insert events into a table of MySQL or MariaDB, by field or as one JSON value each.',
  acknowledgement:
    'A committed statement that counts it among its affected rows. With `--conflict skip`, existing rows count too.',
  call: 'INSERT',
  docs: 'https://dev.mysql.com/doc/refman/8.4/en/insert.html',
  config,
  normalise: (input) => withoutCredentials(input, 'url'),
  limits: () => ({
    // The least that servers take by default is 4 MB, that of MySQL 5.7. Statements are about as long as the rows.
    rows: 10_000,
    bytes: 4_000_000,
    oneRoute: true,
    source: 'https://dev.mysql.com/doc/refman/8.4/en/packet-too-large.html',
  }),
  rowFields: envelopeField({
    unfit: ['duplicates', 'reordering', 'malformed', 'dropped', 'offline', 'drift'],
  }),
  host: ({ url }) => hostOf(url),
  open: async (config, env) => (await import('./mysql-connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./mysql-connection.ts')).check(config, signal),
};
