import { addressCheck, json, optionalText, originFault, text, word } from '@catbird/core/destinations';
import * as z from 'zod/mini';

/** Characters of the longest partition key. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecordsRequestEntry.html */
export const KEY_LENGTH = 256;

/** Schema of the settings. */
export const config = z.object({
  region: text(
    { label: 'Region', help: 'The region of the stream.', example: 'us-east-1' },
    z.regex(/^[a-z0-9-]+$/, 'Must be a region such as us-east-1'),
  ),
  streamName: text(
    { label: 'Stream', help: 'Its name.', example: 'events' },
    z.regex(/^[a-zA-Z0-9_.-]{1,128}$/, 'Must have letters, digits, dots, hyphens and underscores only'),
  ),
  accessKeyId: text(
    {
      label: 'Access Key',
      help: 'The id of an access key that may put records.',
      example: 'AKIAIOSFODNN7EXAMPLE',
    },
    word,
  ),
  secretAccessKey: text({ label: 'Secret Key', help: 'The secret of that access key.', secret: true }),
  sessionToken: optionalText(
    { label: 'Session Token', help: 'Only for temporary credentials.', secret: true },
    word,
  ),
  partitionKey: optionalText(
    {
      label: 'Partition key',
      help: 'The same for all events, which then go to one shard. By default each event has its own, and they spread over all shards.',
    },
    z.maxLength(KEY_LENGTH, `Must have at most ${KEY_LENGTH} characters`),
  ),
  partitionKeyField: optionalText({
    label: 'Partition key field',
    help: 'The field that is an event’s partition key, hidden ones too; user.id is a field within another. An event without it has its own.',
    example: 'user_id',
  }),
  kinesisOptions: json(
    {
      label: 'Kinesis options',
      help: 'JSON. `endpoint` sends to another address, an emulator on this machine, say.',
      example: '{"endpoint": "http://localhost:4567"}',
    },
    z.strictObject(
      { endpoint: z.optional(z.string('endpoint must be text').check(addressCheck(originFault))) },
      'Must be an object with nothing but an endpoint',
    ),
  ),
});

/** The settings of the Kinesis destination. */
export type KinesisConfig = z.output<typeof config>;
