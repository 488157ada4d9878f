import { flagSetting, jsonSetting, customSetting, textSetting } from '@catbird/core/destinations';
import * as z from 'zod/mini';
import { brokerAddress, password, username } from './broker.ts';
import { changeField } from './changes.ts';

/** Schema of the settings. */
export const config = z.object({
  url: brokerAddress(['http', 'https'], 'http://localhost:8123'),
  table: textSetting(
    {
      label: 'Table',
      help: 'Each field of an event goes into the column of the same name.',
      example: 'events',
    },
    z.regex(/^[^\0]+$/, 'Must be a table name'),
  ),
  database: customSetting(z.prefault(z.string('Must be text'), 'default'), { label: 'Database' }),
  changeField: changeField('version'),
  gzip: flagSetting({ label: 'Gzip', help: 'Compress requests with gzip.' }),
  parameters: jsonSetting(
    {
      label: 'ClickHouse settings',
      help: 'JSON. Sent with every INSERT.',
      example: '{"input_format_skip_unknown_fields": "1"}',
    },
    z.record(z.string(), z.union([z.string(), z.number()]), {
      error: 'Must be an object of texts and numbers',
    }),
  ),
  username,
  password,
});

/** The settings of the ClickHouse destination. */
export type ClickhouseConfig = z.output<typeof config>;
