import { choice, optionalText, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

/** Schema of the settings. */
export const config = z.object({
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
