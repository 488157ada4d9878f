import { flag, json, setting, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['http', 'https'], 'http://localhost:8123'),
  table: text(
    { label: 'Table', help: 'Each field of an event goes into the column of its name.', example: 'events' },
    z.regex(/^[^\0]+$/, 'Must be the name of a table'),
  ),
  database: setting(z.prefault(z.string('Must be text'), 'default'), { label: 'Database' }),
  gzip: flag({ label: 'Gzip', help: 'Pack the events on their way.' }),
  parameters: json(
    {
      label: 'Settings of ClickHouse',
      help: 'JSON. They go with every insertion.',
      example: '{"input_format_skip_unknown_fields": "1"}',
    },
    z.record(z.string(), z.union([z.string(), z.number()]), { error: 'Must be an object of settings' }),
  ),
  username,
  password,
});

/** The settings of the ClickHouse destination. */
export type ClickhouseConfig = z.output<typeof config>;
