import { awsEndpointSetting, awsKeySettings, member, regionSetting, textSetting } from '@catbird/send';
import * as z from 'zod/mini';
import { awsDestination, base64Lines } from './service.ts';

const config = z.object({
  region: regionSetting('stream'),
  streamName: textSetting(
    {
      label: 'Stream',
      help: 'Name of the Firehose stream, whose source must be Direct PUT.',
      example: 'events',
    },
    z.regex(/^[a-zA-Z0-9_.-]{1,64}$/, 'Must be 1–64 letters, digits, dots, hyphens or underscores'),
  ),
  ...awsKeySettings('put records'),
  endpoint: awsEndpointSetting(),
});

const SLOWER = 'The rate exceeds the quota of the stream. Lower the rate, or request a higher quota.';

/** Amazon Data Firehose. https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html */
export const awsFirehose = awsDestination<z.output<typeof config>>({
  name: 'AWSFirehose',
  command: 'aws-firehose',
  title: 'AWS Firehose',
  kind: 'Queues and streams',
  summary: 'Put each event into a Firehose stream as a line of JSON.',
  acknowledgement:
    'A 2xx response with one result per event, in which this one has a `RecordId` and no `ErrorCode`. `FailedPutCount` must agree.',
  docs: 'https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html',
  config,
  formats: ['lines', 'records'],
  limits: () => ({
    rows: 500,
    // Of the largest record, before base64. A request may have four times as much, but 500 typical events do not reach that limit.
    bytes: 1_024_000,
    source: 'https://docs.aws.amazon.com/firehose/latest/dev/limits.html',
  }),
  signingName: 'firehose',
  target: 'Firehose_20150804',
  operation: 'PutRecordBatch',
  body: (batch, { streamName }) => ({
    DeliveryStreamName: streamName,
    Records: base64Lines(batch).map((Data) => ({ Data })),
  }),
  results: { list: 'RequestResponses', id: 'RecordId', failed: 'FailedPutCount' },
  describe: ({ streamName }) => ({
    operation: 'DescribeDeliveryStream',
    body: { DeliveryStreamName: streamName },
    noun: 'stream',
    judge(answer) {
      const state = member(answer, 'DeliveryStreamDescription', 'DeliveryStreamStatus');
      return typeof state === 'string'
        ? { ok: state === 'ACTIVE', about: `the stream ${streamName} is ${state}` }
        : undefined;
    },
  }),
  words: {
    slower: SLOWER,
    missing: 'Check the name and the region of the stream.',
    invalid: 'Firehose rejected a setting or an event: check the stream, whose source must be Direct PUT.',
    tooLarge: /less than or equal to (1024000|4194304)|too large|exceeds/i,
    codes: {
      // Firehose says so when the stream is throttled. https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html#API_PutRecordBatch_Errors
      ServiceUnavailable: ['unavailable', SLOWER],
      InvalidKMSResource: ['rejected', 'Check the encryption key in the KMS console of the region.'],
      InvalidSource: ['rejected', 'The source of the stream must be Direct PUT.'],
    },
  },
});
