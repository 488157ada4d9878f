import { choiceSetting, optionalTextSetting } from '@catbird/send';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';
import { changeField, oneTable, tableSetting } from './changes.ts';
import { createSetting, encodeTable, tableFault } from './sql-table.ts';

/** Longer names are cut without an error. https://www.postgresql.org/docs/current/limits.html */
const NAME_BYTES = 63;

/** Schema of the settings. */
export const config = z
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
