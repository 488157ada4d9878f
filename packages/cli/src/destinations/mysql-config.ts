import { choiceSetting, optionalTextSetting } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';
import { changeField, oneTable, tableSetting } from './changes.ts';
import { createSetting, encodeTable, tableFault } from './sql-table.ts';

/** https://dev.mysql.com/doc/refman/8.4/en/identifier-length.html */
const NAME_CHARACTERS = 64;

/** Schema of the settings. */
export const config = z
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
