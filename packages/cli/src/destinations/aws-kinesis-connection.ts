import type { Batch } from '@catbird/core';
import { awsJson, resultsInOrder, type AwsJsonService } from '@catbird/core/internal/aws-json';
import { member } from '@catbird/core/internal/destinations';
import { base64Rows, hash } from './aws-body.ts';
import { KEY_LENGTH, type KinesisConfig } from './aws-kinesis-config.ts';

const service: AwsJsonService = {
  title: 'AWS Kinesis',
  signingName: 'kinesis',
  version: '1.1',
  target: 'Kinesis_20131202',
  hash,
  permission: 'kinesis:PutRecords',
  slower:
    'A shard accepts 1,000 events and 1 MB per second: lower the rate or add shards. A fixed partition key uses only one shard.',
  missing: 'Check the name and the region of the stream.',
  invalid: 'Kinesis rejected a setting or an event: check the stream name and the partition key.',
  address: 'the region, and the endpoint in the Kinesis options if you set one',
  tooLarge: /less than or equal to (1048576|5242880|10485760)|too large|exceeds/i,
  codes: {
    ProvisionedThroughputExceeded: [
      'rate-limited',
      'A shard accepts 1,000 events and 1 MB per second: lower the rate or add shards. A fixed partition key uses only one shard.',
    ],
  },
};

/** Connections to the service, and their tests. */
export const { open, check } = awsJson<KinesisConfig>(service, {
  write: (config) => ({
    operation: 'PutRecords',
    body: (batch, id) => ({ StreamName: config.streamName, Records: recordsOf(batch, config, id) }),
    // https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html
    results: resultsInOrder({ list: 'Records', id: 'SequenceNumber', failed: 'FailedRecordCount' }),
  }),
  describe: (config) => ({
    operation: 'DescribeStreamSummary',
    body: { StreamName: config.streamName },
    noun: 'stream',
    judge(answer) {
      const state = member(answer, 'StreamDescriptionSummary', 'StreamStatus');
      return typeof state === 'string'
        ? {
            ok: state === 'ACTIVE' || state === 'UPDATING',
            about: `the stream ${config.streamName} is ${state}`,
          }
        : undefined;
    },
  }),
});

interface PutRecord {
  readonly Data: string;
  readonly PartitionKey: string;
}

const recordsOf = (batch: Batch, { partitionKey }: KinesisConfig, id: string): PutRecord[] =>
  base64Rows(batch).map((Data, place) => {
    const fromField = String(batch.sides?.[place]?.key ?? '').slice(0, KEY_LENGTH);
    // Repeatable, so that a retried event gets the same key.
    const key = [fromField, partitionKey ?? ''].find((each) => each !== '') ?? `${id}-${place}`;
    return { Data, PartitionKey: key };
  });
