import type { Batch } from '@catbird/core';
import {
  checkAwsJson,
  openAwsJson,
  resultsInOrder,
  type AwsJsonCaller,
  type AwsJsonService,
} from '@catbird/core/internal/aws-json';
import {
  member,
  type CheckResult,
  type Connection,
  type DestinationEnv,
} from '@catbird/core/internal/destinations';
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

const callerOf = (address: string, config: KinesisConfig, env: DestinationEnv): AwsJsonCaller => ({
  service,
  address,
  credentials: config,
  env,
});

/** Opens a connection to Kinesis at `address`, which has no trailing slash. */
export const open = (address: string, config: KinesisConfig, env: DestinationEnv): Connection =>
  openAwsJson(callerOf(address, config, env), {
    operation: 'PutRecords',
    body: (batch, id) => ({ StreamName: config.streamName, Records: recordsOf(batch, config, id) }),
    // https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html
    results: resultsInOrder({ list: 'Records', id: 'SequenceNumber', failed: 'FailedRecordCount' }),
  });

/** Describes the stream. */
export const check = (
  address: string,
  config: KinesisConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> =>
  checkAwsJson(
    callerOf(address, config, env),
    {
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
    },
    signal,
  );

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
