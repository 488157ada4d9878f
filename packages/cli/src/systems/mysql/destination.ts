import { choiceSetting, optionalTextSetting, type Destination } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, username, hostOf, withoutCredentials } from '../address.ts';
import { changeField, oneTable, tableSetting, envelopeField } from '../table-changes.ts';
import { createSetting, encodeTable, tableFault } from '../database-tables.ts';

/** https://dev.mysql.com/doc/refman/8.4/en/identifier-length.html */
const NAME_CHARACTERS = 64;

/** Schema of the settings. */
const config = z
  .object({
    url: brokerAddress(['mysql', 'mariadb'], 'mysql://localhost:3306/shop?sslmode=require'),
    table: tableSetting({
      help: 'With or without its database. Each field of an event goes into the column of the same name. {{field}} stands for a value of the event.',
      example: 'events',
      fault: tableFault('shop', {
        isTooLong: (name) => Array.from(name).length > NAME_CHARACTERS,
        most: `${NAME_CHARACTERS} characters`,
      }),
      encode: encodeTable,
    }),
    column: optionalTextSetting({
      label: 'Column',
      help: 'Store the whole event in this column, of type json or text, and leave the others to their defaults.',
      example: 'event',
    }),
    changeField: changeField('table'),
    conflict: choiceSetting({
      label: 'Existing rows',
      help: 'What to do with an event whose unique key is already in the table. With skip or update, a retried event is stored once.',
      choices: { refuse: 'Refuse', skip: 'Skip', update: 'Update' },
    }),
    create: createSetting,
    username,
    password,
  })
  .check(oneTable);

/** The settings of the MySQL destination. */
export type MysqlConfig = z.output<typeof config>;

/** A table of MySQL or MariaDB. https://dev.mysql.com/doc/refman/8.4/en/insert.html */
export const mysql: Destination<MysqlConfig> = {
  name: 'MySQL',
  command: 'mysql',
  title: 'MySQL and MariaDB',
  kind: 'Databases',
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
  open: async (config, env) => (await import('./connection.ts')).open(config, env),
  check: async (config, _env, signal) => (await import('./connection.ts')).check(config, signal),
};
