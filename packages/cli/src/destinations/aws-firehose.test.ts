import { FirehoseClient, PutRecordBatchCommand } from '@aws-sdk/client-firehose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAwsFirehose, type AwsFirehoseService } from '../../../../test/services/aws-firehose.ts';
import { awsJsonAnswer, awsJsonError } from '../../../../test/services/aws-json.ts';
import { cases } from '../../../../test/long.ts';
import { ourRequest, randomBatches, sdkClient } from '../../../core/test/destinations/aws-peer.ts';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../core/test/destinations/contract.ts';
import { awsFirehose } from './aws-firehose.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const CODES: Readonly<Record<number, string>> = {
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  413: 'RequestEntityTooLarge',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
};

const settings = (url: string) => ({
  region: 'us-east-1',
  streamName: 'events',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: SECRET,
  endpoint: url,
});

contractSuite({
  destination: awsFirehose,
  start: () => startAwsFirehose({ secretAccessKey: SECRET }),
  settings,
  wrongCredentials: { secretAccessKey: 'another/secret' },
  secrets: [SECRET],
  refusal: (status, words) => awsJsonError(status, CODES[status] ?? '', words),
  success: (words) => awsJsonAnswer(200, { FailedPutCount: 0, RequestResponses: [{ RecordId: words }] }),
});

describe('AWS Firehose', () => {
  let service: AwsFirehoseService;
  const failing = new Map<number, string>();
  beforeEach(async () => {
    failing.clear();
    service = await startAwsFirehose({
      secretAccessKey: SECRET,
      refuses: (row) => failing.get((row as { n: number }).n),
    });
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const open = () => awsFirehose.open(configOf(awsFirehose, settings(service.url)), testEnv());

  test('delivered events stay apart, each on a line', async () => {
    await (await open()).send(batchOf(rows(3)), sendOptions());
    expect(service.delivered().toString()).toBe('{"n":0}\n{"n":1}\n{"n":2}\n');
  });

  test('records of a binary format get no newline', async () => {
    const batch = { ...batchOf([]), count: 2, bytes: Uint8Array.of(0, 255, 10), ends: Uint32Array.of(2, 3) };
    await (await open()).send({ ...batch, isBinary: true }, sendOptions());
    expect([...service.delivered()]).toEqual([0, 255, 10]);
  });

  test('throttled records are retried, the others count', async () => {
    failing.set(2, 'ServiceUnavailableException').set(5, 'InternalFailure');
    const receipt = await (await open()).send(batchOf(rows(8)), sendOptions());
    expect(receipt).toMatchObject({ accepted: 6, rejected: 0, retryable: { rows: [2, 5] } });
    // Firehose does not know whether it stored the second one.
    expect(receipt.retryable?.error).toMatchObject({ kind: 'unavailable', uncertain: true });
    expect(service.rows).toHaveLength(6);
  });

  test.each([
    ['fewer results', { RequestResponses: [{ RecordId: 'a' }] }],
    ['no ids', { FailedPutCount: 0, RequestResponses: [{}, {}] }],
    [
      'one failure that no result has',
      { FailedPutCount: 1, RequestResponses: [{ RecordId: 'a' }, { RecordId: 'b' }] },
    ],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(awsJsonAnswer(200, body));
    const error = await deliveryError((await open()).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('500 results are read, and an oversized record is too large', async () => {
    expect(await (await open()).send(batchOf(rows(500)), sendOptions())).toMatchObject({ accepted: 500 });
    const long = batchOf([{ text: 'x'.repeat(1_024_000) }]);
    expect(await deliveryError((await open()).send(long, sendOptions()))).toMatchObject({
      kind: 'too-large',
    });
  });

  test('the connection test reports a missing stream', async () => {
    const config = configOf(awsFirehose, { ...settings(service.url), streamName: 'others' });
    const { ok, message } = await awsFirehose.check(config, testEnv(), new AbortController().signal);
    expect(ok).toBe(false);
    expect(message).toContain('Firehose others under account');
  });
});

test('random rows become the request that the AWS SDK sends', async () => {
  const { options, requestOf } = sdkClient();
  const peer = new FirehoseClient(options);
  for (const rows of randomBatches(cases(60))) {
    const Records = rows.map((row) => ({ Data: Buffer.from(`${JSON.stringify(row)}\n`) }));
    const command = new PutRecordBatchCommand({ DeliveryStreamName: 'events', Records });
    const theirs = await requestOf(peer.send(command));
    expect(await ourRequest(awsFirehose, { streamName: 'events' }, batchOf(rows))).toEqual(theirs);
  }
  peer.destroy();
});
