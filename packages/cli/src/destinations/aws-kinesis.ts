import {
  addressCheck,
  json,
  optionalText,
  originFault,
  text,
  trimSlashes,
  word,
  type Destination,
} from '@catbird/core/destinations';
import * as z from 'zod/mini';

/** Records of one PutRecords. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
const RECORDS = 500;

/**
 * Bytes of the largest record with its key, where a stream does not allow more. A request may have more, which 500 usual events do not.
 * https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html
 */
const RECORD_BYTES = 1_048_576;

const KEY_LENGTH = 256;

const config = z.object({
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

const addressOf = ({ region, kinesisOptions }: KinesisConfig): string =>
  trimSlashes(
    kinesisOptions?.endpoint ??
      `https://kinesis.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );

/** Amazon Kinesis Data Streams. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
export const awsKinesis: Destination<KinesisConfig> = {
  name: 'AWSKinesis',
  command: 'aws-kinesis',
  title: 'AWS Kinesis',
  summary: 'Puts each event as a record into a Kinesis data stream.',
  acknowledgement:
    'A 2xx answer with one record per event, in which this one has a `SequenceNumber` and no `ErrorCode`. `FailedRecordCount` must agree.',
  call: 'PutRecords',
  docs: 'https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html',
  config,
  limits: ({ partitionKey = '', partitionKeyField }) => ({
    rows: RECORDS,
    // The newline after each row is not sent, the key is.
    bytes:
      RECORD_BYTES +
      1 -
      (partitionKeyField === undefined ? Math.max(32, partitionKey.length * 3) : KEY_LENGTH * 3),
    source: 'https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html',
  }),
  keyField: ({ partitionKeyField }) =>
    partitionKeyField === undefined ? undefined : { setting: 'partitionKeyField', field: partitionKeyField },
  customEndpoint: ({ kinesisOptions: { endpoint } = {} }) =>
    endpoint === undefined ? undefined : { setting: 'kinesisOptions', address: endpoint },
  host: (config) => new URL(addressOf(config)).host,
  open: async (config, env) =>
    (await import('./aws-kinesis-connection.ts')).open(addressOf(config), config, env),
  check: async (config, env, signal) =>
    (await import('./aws-kinesis-connection.ts')).check(addressOf(config), config, env, signal),
};
