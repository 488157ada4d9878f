import {
  awsEndpointSetting,
  awsKeySettings,
  keyFieldSetting,
  member,
  optionalTextSetting,
  regionSetting,
  textSetting,
} from '@catbird/send';
import * as z from 'zod/mini';
import { awsDestination, base64Rows } from './service.ts';

/** Characters of the longest partition key. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecordsRequestEntry.html */
const KEY_LENGTH = 256;

const config = z.object({
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
  endpoint: awsEndpointSetting(),
});

const SLOWER =
  'A shard accepts 1,000 events and 1 MB per second: lower the rate or add shards. A fixed partition key uses only one shard.';

/** Amazon Kinesis Data Streams. https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
export const awsKinesis = awsDestination<z.output<typeof config>>({
  name: 'AWSKinesis',
  command: 'aws-kinesis',
  title: 'AWS Kinesis',
  kind: 'Queues and streams',
  summary: 'Put each event into a Kinesis data stream as a record.',
  acknowledgement:
    'A 2xx response with one record per event, in which this one has a `SequenceNumber` and no `ErrorCode`. `FailedRecordCount` must agree.',
  docs: 'https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html',
  config,
  formats: ['lines', 'records'],
  limits: ({ partitionKey = '', partitionKeyField }) => ({
    rows: 500,
    // Of the largest record with its key, by default. The key is sent, but the newline after each row is not.
    bytes:
      1_048_577 - (partitionKeyField === undefined ? Math.max(32, partitionKey.length * 3) : KEY_LENGTH * 3),
    source: 'https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html',
  }),
  signingName: 'kinesis',
  target: 'Kinesis_20131202',
  operation: 'PutRecords',
  body: (batch, { streamName, partitionKey }, id) => ({
    StreamName: streamName,
    Records: base64Rows(batch).map((Data, place) => {
      const fromField = String(batch.sides?.[place]?.key ?? '').slice(0, KEY_LENGTH);
      // Repeatable, so that a retried event gets the same key.
      const key = [fromField, partitionKey ?? ''].find((each) => each !== '') ?? `${id}-${place}`;
      return { Data, PartitionKey: key };
    }),
  }),
  results: { list: 'Records', id: 'SequenceNumber', within: 'ShardId', failed: 'FailedRecordCount' },
  describe: ({ streamName }) => ({
    operation: 'DescribeStreamSummary',
    body: { StreamName: streamName },
    noun: 'stream',
    judge(answer) {
      const state = member(answer, 'StreamDescriptionSummary', 'StreamStatus');
      return typeof state === 'string'
        ? { ok: state === 'ACTIVE' || state === 'UPDATING', about: `the stream ${streamName} is ${state}` }
        : undefined;
    },
  }),
  words: {
    slower: SLOWER,
    missing: 'Check the name and the region of the stream.',
    invalid: 'Kinesis rejected a setting or an event: check the stream name and the partition key.',
    tooLarge: /less than or equal to (1048576|5242880|10485760)|too large|exceeds/i,
    codes: { ProvisionedThroughputExceeded: ['rate-limited', SLOWER] },
  },
});
