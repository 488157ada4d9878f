import { addressCheck, json, optionalText, originFault, text } from '@catbird/core/destinations';
import * as z from 'zod/mini';

const formats = ['BINARY', 'JSON', 'STRING'] as const;

/** Schema of the settings. */
export const config = z.object({
  restEndpoint: text(
    {
      label: 'REST endpoint',
      help: 'As the cluster’s settings show it.',
      example: 'https://pkc-abcde.us-west4.gcp.confluent.cloud:443',
    },
    addressCheck(originFault),
  ),
  clusterId: text({ label: 'Cluster ID', example: 'lkc-vo9pz' }),
  topic: text({ label: 'Topic', help: 'It must be there.', example: 'events' }),
  apiKey: text(
    { label: 'API Key', help: 'Of the cluster, not of the account.', example: 'ABCDEFGHIJKLMNOP' },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  apiSecret: text({ label: 'API Secret', help: 'The secret of that key.', secret: true }),
  headers: json(
    {
      label: 'Headers',
      help: 'JSON. Sent with every event; the values are base64.',
      example: '[{"name": "source", "value": "Y2F0YmlyZA=="}]',
    },
    z.array(z.record(z.string(), z.string()), 'Must be a list of headers, each with name and value'),
  ),
  key: json(
    {
      label: 'Key',
      help: 'JSON. The same for all events.',
      example: '{"type": "STRING", "data": "events"}',
    },
    z.strictObject(
      { type: z.enum(formats, `type must be one of: ${formats.join(', ')}`), data: z.unknown() },
      'Must be an object with type and data',
    ),
  ),
  keyField: optionalText({
    label: 'Key field',
    help: 'The field that is an event’s key, as text, hidden ones too; user.id is a field within another. It goes before a key for all.',
    example: 'user_id',
  }),
});

/** The settings of the Confluent Cloud destination. */
export type ConfluentConfig = z.output<typeof config>;
