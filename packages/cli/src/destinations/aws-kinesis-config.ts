import {
  addressCheck,
  awsKeySettings,
  jsonSetting,
  keyFieldSetting,
  optionalTextSetting,
  originFault,
  regionSetting,
  textSetting,
} from '@catbird/core/internal/destinations';
import * as z from 'zod/mini';

/** Characters of the longest partition key. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecordsRequestEntry.html */
export const KEY_LENGTH = 256;

/** Schema of the settings. */
export const config = z.object({
  region: regionSetting('stream'),
  streamName: textSetting(
    { label: 'Stream', help: 'Name of the stream.', example: 'events' },
    z.regex(/^[a-zA-Z0-9_.-]{1,128}$/, 'Must be 1–128 letters, digits, dots, hyphens or underscores'),
  ),
  ...awsKeySettings('put records'),
  partitionKey: optionalTextSetting(
    {
      label: 'Partition key',
      help: 'One key for all events, which sends them to one shard. By default, each event gets its own key and events spread over all shards.',
    },
    z.maxLength(KEY_LENGTH, `Must have at most ${KEY_LENGTH} characters`),
  ),
  partitionKeyField: keyFieldSetting({
    label: 'Partition key field',
    help: 'Field to use as partition key. May be hidden; user.id reads a nested field. Events without the field get their own key.',
    example: 'user_id',
  }),
  kinesisOptions: jsonSetting(
    {
      label: 'Kinesis options',
      help: 'JSON. `endpoint` sends to another address, such as a local emulator.',
      example: '{"endpoint": "http://localhost:4567"}',
    },
    z.strictObject(
      { endpoint: z.optional(z.string('endpoint must be text').check(addressCheck(originFault))) },
      'Must be an object with only the key endpoint',
    ),
  ),
});

/** The settings of the Kinesis destination. */
export type KinesisConfig = z.output<typeof config>;
