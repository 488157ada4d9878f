import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { awsJsonAnswer, awsJsonError } from '../../../../test/services/aws-json.ts';
import { startAwsSqs, type AwsSqsService } from '../../../../test/services/aws-sqs.ts';
import { batchOf } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { slice } from '../../../engine/src/rows/batch.ts';
import { awsSqs } from './aws-sqs.ts';
import { parseConfig } from './parse-config.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SESSION = 'FwoGZXIvYXdzEPT//session/token==';
const QUEUE = '/123456789012/events';
const CODES: Readonly<Record<number, string>> = {
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'com.amazonaws.sqs#QueueDoesNotExist',
  408: 'ServiceUnavailable',
  413: 'com.amazonaws.sqs#BatchRequestTooLong',
  429: 'com.amazonaws.sqs#RequestThrottled',
};

const settings = (url: string, queue = QUEUE) => ({
  queueUrl: `${url}${queue}`,
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: SECRET,
});
const refusal = (status: number, words: string) => awsJsonError(status, CODES[status] ?? '', words);
const success = (words: string) => awsJsonAnswer(200, { Successful: [{ Id: '0', MessageId: words }] });

contractSuite({
  destination: awsSqs,
  start: () => startAwsSqs({ secretAccessKey: SECRET }),
  settings,
  wrongCredentials: { secretAccessKey: 'another/secret' },
  secrets: [SECRET],
  refusal,
  success,
});

contractSuite({
  destination: awsSqs,
  start: () => startAwsSqs({ secretAccessKey: SECRET, sessionToken: SESSION, queue: `${QUEUE}.fifo` }),
  settings: (url) => ({ ...settings(url, `${QUEUE}.fifo`), sessionToken: SESSION }),
  wrongCredentials: { accessKeyId: 'AKIAOTHER' },
  secrets: [SECRET, SESSION],
  refusal,
  success,
});

describe('AWS SQS', () => {
  let service: AwsSqsService;
  const failing = new Map<number, { code: string; senderFault: boolean }>();
  const start = async (queue: string) => {
    service = await startAwsSqs({
      secretAccessKey: SECRET,
      queue,
      refuses: (row) => failing.get((row as { n: number }).n),
    });
  };
  beforeEach(() => {
    failing.clear();
    return start(QUEUE);
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, user: `u${n % 3}` }));
  const open = (more: Readonly<Record<string, unknown>> = {}, env = testEnv()) =>
    awsSqs.open(configOf(awsSqs, { ...settings(service.url), ...more }), env);

  test('each message has its own result: accepted, to retry, or rejected', async () => {
    failing.set(1, { code: 'RequestThrottled', senderFault: true });
    failing.set(3, { code: 'InvalidParameterValue', senderFault: true });
    failing.set(5, { code: 'SomethingNew', senderFault: false });
    const receipt = await (await open()).send(batchOf(rows(7)), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 4,
      rejected: 1,
      rejectedPlaces: [3],
      refusal: { code: 'InvalidParameterValue' },
      // SQS does not say whether it stored the last one.
      retryable: { rows: [1, 5], error: { kind: 'rate-limited', uncertain: true } },
      answer: '4 of 7 stored',
    });
    expect(service.rows).toHaveLength(4);
  });

  const taken = (Id: string) => ({ Id, MessageId: 'm' });
  test.each([
    ['no results', {}],
    ['results without ids', { Successful: [{ MessageId: 'm' }, { MessageId: 'n' }] }],
    ['ids of other entries', { Successful: [taken('2'), taken('3')] }],
    ['numbers in place of ids', { Successful: [{ Id: 0, MessageId: 'm' }] }],
    ['no message ids', { Successful: [{ Id: '0' }, { Id: '1', MessageId: '' }] }],
    [
      'entries in both lists',
      {
        Successful: [taken('0'), taken('1')],
        Failed: ['0', '1'].map((Id) => ({ Id, Code: 'InternalError', SenderFault: false })),
      },
    ],
    [
      'failures without codes',
      {
        Failed: [
          { Id: '0', SenderFault: true },
          { Id: '1', Code: 7 },
        ],
      },
    ],
    ['a text for a list', { Successful: 'all' }],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(awsJsonAnswer(200, body));
    const error = await deliveryError((await open()).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('a message that the response does not list is uncertain', async () => {
    service.answerWith(awsJsonAnswer(200, { Successful: [taken('2'), taken('0')] }));
    expect(await (await open()).send(batchOf(rows(3)), sendOptions())).toMatchObject({
      accepted: 2,
      unconfirmed: { rows: 1, places: [1] },
    });
  });

  test('a FIFO queue gets a group by a field, and ids that stay the same when the stream is resumed', async () => {
    await service.close();
    await start(`${QUEUE}.fifo`);
    const more = { ...settings(service.url, `${QUEUE}.fifo`), messageGroupField: 'user' };
    const stream = { id: 'Ab9', rowNumber: (index: number) => index + 100 };
    const connection = await open(more, { ...testEnv(), stream });
    const batch = batchOf([{ user: 'ada' }, { user: 7 }, {}, { user: '' }], 'user');
    await connection.send(batch, sendOptions());
    expect(service.entries.map((entry) => [entry.MessageGroupId, entry.MessageDeduplicationId])).toEqual([
      ['ada', 'Ab9-100'],
      ['7', 'Ab9-101'],
      ['catbird', 'Ab9-102'],
      ['catbird', 'Ab9-103'],
    ]);
    // The rows of another request with other ids of requests are the same messages, so the queue drops them.
    const again = await connection.send(slice(batch, 1, 4), sendOptions({ id: 'other-id-123' }));
    expect(again).toMatchObject({ accepted: 3 });
    expect(service.rows).toHaveLength(4);
    expect(service.faults).toEqual([]);
  });

  test('other queues get groups of events only if a field is set, and no ids', async () => {
    await (await open()).send(batchOf([{ n: 1 }]), sendOptions());
    await (
      await open({ messageGroupField: 'user' })
    ).send(batchOf([{ user: 'a' }, {}], 'user'), sendOptions());
    expect(service.entries).toEqual([
      { Id: '0', MessageBody: '{"n":1}' },
      { Id: '0', MessageBody: '{"user":"a"}', MessageGroupId: 'a' },
      { Id: '1', MessageBody: '{}' },
    ]);
  });

  test('only a FIFO queue gets one request at a time', () => {
    const inFlight = (queue: string) =>
      awsSqs.limits(configOf(awsSqs, settings('https://sqs.us-east-1.amazonaws.com', queue))).inFlight;
    expect([inFlight(QUEUE), inFlight(`${QUEUE}.fifo`)]).toEqual([16, 1]);
  });

  test('a character that SQS does not accept is reported as such', async () => {
    const error = await deliveryError((await open()).send(batchOf([{ text: '\uffff' }]), sendOptions()));
    expect(error).toMatchObject({ kind: 'rejected', hint: expect.stringContaining('U+FFFF') });
  });

  test('messages beyond the maximum size are too large', async () => {
    const error = await deliveryError(
      (await open()).send(batchOf([{ text: 'x'.repeat(1_048_577) }]), sendOptions()),
    );
    expect(error).toMatchObject({ kind: 'too-large' });
  });

  test('an access key that may only send passes the connection test', async () => {
    service.answerWith(
      awsJsonError(403, 'AccessDeniedException', 'not authorized to perform: sqs:GetQueueAttributes'),
    );
    const config = configOf(awsSqs, settings(service.url));
    expect(await awsSqs.check(config, testEnv(), new AbortController().signal)).toMatchObject({
      ok: true,
      message: expect.stringContaining('not allowed to describe the queue'),
    });
  });

  test('the connection test reports a missing queue', async () => {
    const config = configOf(awsSqs, settings(service.url, '/123456789012/others'));
    const { ok, message } = await awsSqs.check(config, testEnv(), new AbortController().signal);
    expect(ok).toBe(false);
    expect(message).toContain('The queue does not exist');
  });

  test.each([
    ['https://sqs.eu-west-1.amazonaws.com/1/q', {}],
    ['https://eu-central-1.queue.amazonaws.com/1/q', {}],
    ['https://vpce-1a-2b.sqs.us-gov-east-1.vpce.amazonaws.com/1/q', {}],
    ['http://sqs.us-east-1.localhost.localstack.cloud:4566/1/q', { clearText: true }],
    [
      'https://sqs.us-east-1.amazonaws.com/',
      { queueUrl: ['Must contain the account and the name of the queue'] },
    ],
    ['http://localhost:4566/1/q', { region: ['Required, as the address of the queue does not contain it'] }],
    [
      'http://sqs.us-east-1.amazonaws.com/1/q',
      { queueUrl: ['Must start with https://, or with http:// on localhost'] },
    ],
  ])('the region is in the address %s, or is required', (queueUrl, expected) => {
    const { clearText, ...errors } = expected as { clearText?: true };
    const { region: _, ...rest } = settings('http://localhost');
    expect(
      settingErrors(parseConfig(awsSqs, { ...rest, queueUrl }, { clearText: clearText ?? false })),
    ).toEqual(errors);
  });
});
