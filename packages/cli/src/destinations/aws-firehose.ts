import { awsAddress, type Destination } from '@catbird/core/internal/destinations';
import { config, type FirehoseConfig } from './aws-firehose-config.ts';

/** Records of one PutRecordBatch. */
const RECORDS = 500;

/** Bytes of the largest record, before base64. A request may have four times as much, but 500 typical events do not reach that limit. */
const RECORD_BYTES = 1_024_000;

const addressOf = ({ region, endpoint }: FirehoseConfig): string => awsAddress('firehose', region, endpoint);

/** Amazon Data Firehose. https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html */
export const awsFirehose: Destination<FirehoseConfig> = {
  name: 'AWSFirehose',
  command: 'aws-firehose',
  title: 'AWS Firehose',
  summary: 'Put each event into a Firehose stream as a line of JSON.',
  acknowledgement:
    'A 2xx response with one result per event, in which this one has a `RecordId` and no `ErrorCode`. `FailedPutCount` must agree.',
  call: 'PutRecordBatch',
  docs: 'https://docs.aws.amazon.com/firehose/latest/APIReference/API_PutRecordBatch.html',
  config,
  formats: ['lines', 'records'],
  limits: () => ({
    rows: RECORDS,
    bytes: RECORD_BYTES,
    source: 'https://docs.aws.amazon.com/firehose/latest/dev/limits.html',
  }),
  customEndpoint: ({ endpoint }) =>
    endpoint === undefined ? undefined : { setting: 'endpoint', address: endpoint },
  host: (settings) => new URL(addressOf(settings)).host,
  open: async (settings, env) =>
    (await import('./aws-firehose-connection.ts')).open(addressOf(settings), settings, env),
  check: async (settings, env, signal) =>
    (await import('./aws-firehose-connection.ts')).check(addressOf(settings), settings, env, signal),
};
