import {
  addressCheck,
  jsonSetting,
  keyFieldSetting,
  originFault,
  recordTimeSetting,
  routeSetting,
  textSetting,
  topicFault,
  valueField,
} from '@catbird/send';
import * as z from 'zod/mini';

const formats = ['BINARY', 'JSON', 'STRING'] as const;

/** Schema of the settings. */
export const config = z.object({
  restEndpoint: textSetting(
    {
      label: 'REST endpoint',
      help: 'Shown in the settings of the cluster.',
      example: 'https://pkc-abcde.us-west4.gcp.confluent.cloud:443',
    },
    addressCheck(originFault),
  ),
  clusterId: textSetting({ label: 'Cluster ID', example: 'lkc-vo9pz' }),
  topic: routeSetting({
    label: 'Topic',
    help: 'Must exist. {{field}} stands for a value of the event.',
    example: 'events',
    fault: topicFault,
  }),
  apiKey: textSetting(
    { label: 'API Key', help: 'An API key of the cluster, not of the account.', example: 'ABCDEFGHIJKLMNOP' },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  apiSecret: textSetting({ label: 'API Secret', help: 'Secret of that key.', secret: true }),
  headers: jsonSetting(
    {
      label: 'Headers',
      help: 'JSON. Sent with every event; values are base64.',
      example: '[{"name": "source", "value": "Y2F0YmlyZA=="}]',
    },
    z.array(z.record(z.string(), z.string()), 'Must be a list of headers, each with a name and a value'),
  ),
  key: jsonSetting(
    {
      label: 'Key',
      help: 'JSON. One key for all events.',
      example: '{"type": "STRING", "data": "events"}',
    },
    z.strictObject(
      { type: z.enum(formats, `type must be one of: ${formats.join(', ')}`), data: z.unknown() },
      'Must be an object with the keys type and data',
    ),
  ),
  keyField: keyFieldSetting({
    label: 'Key field',
    help: 'Field to use as key. May be hidden; user.id reads a nested field. Takes precedence over --key.',
    example: 'user_id',
  }),
  valueField,
  recordTime: recordTimeSetting('record'),
});

/** The settings of the Confluent Cloud destination. */
export type ConfluentConfig = z.output<typeof config>;
