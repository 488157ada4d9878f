import { parseConfig } from '@catbird/core/destinations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { awsJsonError } from '../../../../test/services/aws-json.ts';
import { startAwsKinesis, type AwsKinesisService } from '../../../../test/services/aws-kinesis.ts';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../core/test/destinations/contract.ts';
import { awsKinesis } from './aws-kinesis.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SESSION = 'FwoGZXIvYXdzEPT//session/token==';
const CODES: Readonly<Record<number, string>> = {
  400: 'InvalidArgumentException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ServiceUnavailable',
  413: 'RequestEntityTooLarge',
  429: 'ThrottlingException',
  500: 'InternalFailure',
  501: 'ValidationException',
  502: 'InternalFailure',
  503: 'ServiceUnavailable',
  504: 'InternalFailure',
};

const settings = (url: string) => ({
  region: 'us-east-1',
  streamName: 'events',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: SECRET,
  kinesisOptions: JSON.stringify({ endpoint: url }),
});
const refusal = (status: number, words: string) => awsJsonError(status, CODES[status] ?? '', words);
const success = (words: string) => jsonAnswer(200, { Records: [{ SequenceNumber: words, ShardId: words }] });

contractSuite({
  destination: awsKinesis,
  start: () => startAwsKinesis({ secretAccessKey: SECRET }),
  settings,
  wrongCredentials: { secretAccessKey: 'another/secret' },
  secrets: [SECRET],
  refusal,
  success,
});

contractSuite({
  destination: awsKinesis,
  start: () => startAwsKinesis({ secretAccessKey: SECRET, sessionToken: SESSION }),
  settings: (url) => ({ ...settings(url), sessionToken: SESSION, partitionKey: 'ü'.repeat(200) }),
  wrongCredentials: { accessKeyId: 'AKIAOTHER' },
  secrets: [SECRET, SESSION],
  refusal,
  success,
});

describe('AWS Kinesis', () => {
  let service: AwsKinesisService;
  const failing = new Map<number, string>();
  beforeEach(async () => {
    failing.clear();
    service = await startAwsKinesis({
      secretAccessKey: SECRET,
      refuses: (row) => failing.get((row as { n: number }).n),
    });
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, user: `u${n % 3}` }));
  const send = async (values: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => {
    const config = configOf(awsKinesis, { ...settings(service.url), ...more });
    const connection = await awsKinesis.open(config, testEnv());
    return connection.send(batchOf(values, config.partitionKeyField), sendOptions());
  };

  test('records beyond a shard’s throughput are retried, the others count', async () => {
    failing.set(2, 'ProvisionedThroughputExceededException').set(5, 'InternalFailure');
    const receipt = await send(rows(8));
    expect(receipt).toMatchObject({ accepted: 6, rejected: 0, retryable: { rows: [2, 5] } });
    expect(receipt.retryable?.error).toMatchObject({
      kind: 'rate-limited',
      code: 'ProvisionedThroughputExceededException',
      // Kinesis does not know whether it stored the other one.
      uncertain: true,
    });
    expect(service.rows).toHaveLength(6);
  });

  test('if all records are throttled, so is the request', async () => {
    for (const { n } of rows(3)) failing.set(n, 'ProvisionedThroughputExceededException');
    expect(await deliveryError(send(rows(3)))).toMatchObject({ kind: 'rate-limited' });
  });

  test('permanently rejected records are counted and reported', async () => {
    failing.set(1, 'KMSDisabledException');
    const receipt = await send(rows(3));
    expect(receipt).toMatchObject({ accepted: 2, rejected: 1, refusal: { kind: 'rejected' } });
    expect(receipt.answer).toBe('2 of 3 stored');
  });

  const taken = { SequenceNumber: '4954', ShardId: 'shardId-000000000000' };
  test.each([
    ['fewer records', { Records: [taken] }],
    ['more records', { Records: [taken, taken, taken] }],
    ['no sequence numbers', { FailedRecordCount: 0, Records: [{}, {}] }],
    ['numbers in place of sequence numbers', { Records: [{ SequenceNumber: 1 }, { SequenceNumber: 2 }] }],
    ['failures that it does not name', { FailedRecordCount: 2, Records: [{}, {}] }],
    ['one failure that no record has', { FailedRecordCount: 1, Records: [taken, taken] }],
    ['a text for a count', { FailedRecordCount: '0', Records: [taken, taken] }],
    ['less than no failure', { FailedRecordCount: -1, Records: [taken, taken] }],
    [
      'codes beside sequence numbers',
      { Records: [{ ...taken, ErrorCode: 'InternalFailure' }, { ErrorCode: 7 }] },
    ],
    ['its own error', { __type: 'ResourceNotFoundException', message: 'Stream not found' }],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(jsonAnswer(200, body));
    expect(await deliveryError(send(rows(2)))).toMatchObject({
      kind: 'unconfirmed',
      status: 200,
      uncertain: true,
      detail: JSON.stringify(body),
    });
  });

  test.each([
    ['no count', {}],
    ['a count that is null, as some emulators write it', { FailedRecordCount: null }],
  ])('a response with %s is judged by its records', async (_, more) => {
    service.answerWith(jsonAnswer(200, { ...more, Records: [{ ...taken, ErrorCode: null }, taken] }));
    expect(await send(rows(2))).toMatchObject({ accepted: 2 });
  });

  test('confirmed records count, and the others are uncertain', async () => {
    service.answerWith(
      jsonAnswer(200, {
        FailedRecordCount: 1,
        Records: [taken, {}, { ErrorCode: 'ProvisionedThroughputExceededException' }, taken],
      }),
    );
    expect(await send(rows(4))).toMatchObject({
      accepted: 2,
      retryable: { rows: [2] },
      unconfirmed: { rows: 1, error: { message: expect.stringContaining('confirmed 3 of 4 events') } },
    });
  });

  test('500 results of maximum length are read', async () => {
    for (const { n } of rows(500))
      if (n > 0) failing.set(n, `ProvisionedThroughputExceededException${'x'.repeat(200)}`);
    expect(await send(rows(500))).toMatchObject({ accepted: 1, rejected: 499 });
  });

  test('an oversized event is reported as too large', async () => {
    expect(await deliveryError(send([{ text: 'x'.repeat(1_048_577) }]))).toMatchObject({ kind: 'too-large' });
  });

  test('the partition key is random, fixed, or a field', async () => {
    await send(rows(3));
    expect(service.keys).toEqual(['abcdefghij-_-0', 'abcdefghij-_-1', 'abcdefghij-_-2']);
    await send(rows(2), { partitionKey: 'all' });
    expect(service.keys.slice(3)).toEqual(['all', 'all']);
    await send([{ user: 'ada' }, { user: 7 }, { user: { a: 1 } }, {}, { user: '' }], {
      partitionKeyField: 'user',
    });
    expect(service.keys.slice(5)).toEqual(['ada', '7', '{"a":1}', 'abcdefghij-_-3', 'abcdefghij-_-4']);
    expect(service.faults).toEqual([]);
  });

  test('an access key that may only put records passes the connection test', async () => {
    service.answerWith(
      awsJsonError(400, 'AccessDeniedException', 'not authorized to perform: kinesis:DescribeStreamSummary'),
    );
    const config = configOf(awsKinesis, settings(service.url));
    const { ok, message } = await awsKinesis.check(config, testEnv(), new AbortController().signal);
    expect({ ok, message }).toMatchObject({
      ok: true,
      message: expect.stringContaining('not allowed to describe'),
    });
  });

  test('the connection test reports a missing stream', async () => {
    const config = configOf(awsKinesis, { ...settings(service.url), streamName: 'others' });
    const { ok, message } = await awsKinesis.check(config, testEnv(), new AbortController().signal);
    expect(ok).toBe(false);
    expect(message).toContain('Stream others under account');
  });

  test('unknown Kinesis options are rejected', () => {
    const result = parseConfig(awsKinesis, {
      ...settings('http://localhost:1'),
      kinesisOptions: '{"retries": 3}',
    });
    expect(result).toMatchObject({ ok: false, issues: [{ path: ['kinesisOptions'] }] });
  });

  test('each region maps to its host', () => {
    const hostOf = (region: string) =>
      awsKinesis.host(configOf(awsKinesis, { ...settings(''), region, kinesisOptions: undefined }));
    expect(hostOf('eu-west-1')).toBe('kinesis.eu-west-1.amazonaws.com');
    expect(hostOf('cn-north-1')).toBe('kinesis.cn-north-1.amazonaws.com.cn');
  });
});
