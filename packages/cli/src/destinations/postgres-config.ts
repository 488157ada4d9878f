import { choiceSetting, optionalTextSetting, textSetting } from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';
import { changeField } from './changes.ts';

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['postgres', 'postgresql'], 'postgres://localhost:5432/shop?sslmode=require'),
  table: textSetting(
    {
      label: 'Table',
      help: 'With or without its schema. Each field of an event goes into the column of the same name.',
      example: 'public.events',
    },
    z.regex(/^[^.\0"]+(\.[^.\0"]+)?$/, 'Must be a table name, such as events or public.events'),
  ),
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
  username,
  password,
});

/** The settings of the Postgres destination. */
export type PostgresConfig = z.output<typeof config>;
