import { awsAddress, type Destination } from '@catbird/core/internal/destinations';
import { config, KEY_LENGTH, type KinesisConfig } from './aws-kinesis-config.ts';

/** Records of one PutRecords. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
const RECORDS = 500;

/**
 * Bytes of the largest record with its key, by default. A request may be larger, but 500 typical events do not reach that limit.
 * https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html
 */
const RECORD_BYTES = 1_048_576;

const addressOf = ({ region, kinesisOptions }: KinesisConfig): string =>
  awsAddress('kinesis', region, kinesisOptions?.endpoint);

/** Amazon Kinesis Data Streams. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
export const awsKinesis: Destination<KinesisConfig> = {
  name: 'AWSKinesis',
  command: 'aws-kinesis',
  title: 'AWS Kinesis',
  summary: 'Put each event into a Kinesis data stream as a record.',
  acknowledgement:
    'A 2xx response with one record per event, in which this one has a `SequenceNumber` and no `ErrorCode`. `FailedRecordCount` must agree.',
  call: 'PutRecords',
  docs: 'https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html',
  config,
  formats: ['lines', 'records'],
  limits: ({ partitionKey = '', partitionKeyField }) => ({
    rows: RECORDS,
    // The key is sent, but the newline after each row is not.
    bytes:
      RECORD_BYTES +
      1 -
      (partitionKeyField === undefined ? Math.max(32, partitionKey.length * 3) : KEY_LENGTH * 3),
    source: 'https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html',
  }),
  customEndpoint: ({ kinesisOptions: { endpoint } = {} }) =>
    endpoint === undefined ? undefined : { setting: 'kinesisOptions', address: endpoint },
  host: (config) => new URL(addressOf(config)).host,
  open: async (config, env) =>
    (await import('./aws-kinesis-connection.ts')).open(addressOf(config), config, env),
  check: async (config, env, signal) =>
    (await import('./aws-kinesis-connection.ts')).check(addressOf(config), config, env, signal),
};
