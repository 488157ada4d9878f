import { awsJson, resultsInOrder, type AwsJsonService } from '@catbird/core/internal/aws-json';
import { member } from '@catbird/core/internal/destinations';
import { base64Lines, hash } from './aws-body.ts';
import type { FirehoseConfig } from './aws-firehose-config.ts';

const SLOWER = 'The rate exceeds the quota of the stream. Lower the rate, or request a higher quota.';

const service: AwsJsonService = {
  title: 'AWS Firehose',
  signingName: 'firehose',
  version: '1.1',
  target: 'Firehose_20150804',
  hash,
  permission: 'firehose:PutRecordBatch',
  slower: SLOWER,
  missing: 'Check the name and the region of the stream.',
  invalid: 'Firehose rejected a setting or an event: check the stream, whose source must be Direct PUT.',
  address: 'the region, and the endpoint if you set one',
  tooLarge: /less than or equal to (1024000|4194304)|too large|exceeds/i,
  codes: {
    // Firehose says so when the stream is throttled. https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html#API_PutRecordBatch_Errors
    ServiceUnavailable: ['unavailable', SLOWER],
    InvalidKMSResource: ['rejected', 'Check the encryption key in the KMS console of the region.'],
    InvalidSource: ['rejected', 'The source of the stream must be Direct PUT.'],
  },
};

/** Connections to the service, and their tests. */
export const { open, check } = awsJson<FirehoseConfig>(service, {
  write: (config) => ({
    operation: 'PutRecordBatch',
    body: (batch) => ({
      DeliveryStreamName: config.streamName,
      Records: base64Lines(batch).map((Data) => ({ Data })),
    }),
    results: resultsInOrder({ list: 'RequestResponses', id: 'RecordId', failed: 'FailedPutCount' }),
  }),
  describe: (config) => ({
    operation: 'DescribeDeliveryStream',
    body: { DeliveryStreamName: config.streamName },
    noun: 'stream',
    judge(answer) {
      const state = member(answer, 'DeliveryStreamDescription', 'DeliveryStreamStatus');
      return typeof state === 'string'
        ? { ok: state === 'ACTIVE', about: `the stream ${config.streamName} is ${state}` }
        : undefined;
    },
  }),
});
