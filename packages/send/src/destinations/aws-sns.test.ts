import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { snsError, startAwsSns, type AwsSnsService } from '../../../../test/services/aws-sns.ts';
import {
  batchPublished,
  entry,
  published,
  refusal,
  SECRET,
  SESSION,
  settings,
  TOPIC,
} from '../../test/destinations/aws-sns.ts';
import { batchOf, batchOfLines } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { awsSns } from './aws-sns.ts';
import { parseConfig } from './parse-config.ts';
import { settingErrors } from '../../test/setting-errors.ts';

contractSuite({
  destination: awsSns,
  start: () => startAwsSns({ secretAccessKey: SECRET }),
  settings,
  wrongCredentials: { secretAccessKey: 'another/secret' },
  secrets: [SECRET],
  refusal,
  success: (words) => published(`<MessageId>${words}</MessageId>`),
});

contractSuite({
  destination: awsSns,
  start: () => startAwsSns({ secretAccessKey: SECRET, sessionToken: SESSION }),
  settings: (url) => ({ ...settings(url), batch: 'yes', sessionToken: SESSION, subject: 'ü'.repeat(100) }),
  wrongCredentials: { accessKeyId: 'AKIAOTHER' },
  secrets: [SECRET, SESSION],
  refusal,
  success: (words) => batchPublished([entry(0, words)]),
});

describe('AWS SNS', () => {
  let service: AwsSnsService;
  beforeEach(async () => {
    service = await startAwsSns({
      secretAccessKey: SECRET,
      refuses: (message) => (message.includes('bad') ? 'InvalidParameter' : undefined),
    });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}, url = service.url) =>
    awsSns.open(configOf(awsSns, { ...settings(url), ...more }), testEnv());
  const checkWith = (more: Readonly<Record<string, unknown>> = {}) =>
    awsSns.check(
      configOf(awsSns, { ...settings(service.url), ...more }),
      testEnv(),
      new AbortController().signal,
    );

  test('the request matches the specification byte for byte', async () => {
    const receipt = await (await open()).send(batchOfLines(['{"a":"é +&=*~ü!\'()"}']), sendOptions());
    const [request] = service.requests;
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request?.body.toString()).toBe(
      'Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws%3Asns%3Aus-east-1%3A123456789012%3Aevents' +
        '&Message=%7B%22a%22%3A%22%C3%A9%20%2B%26%3D%2A~%C3%BC%21%27%28%29%22%7D',
    );
    expect(request?.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/sns\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(receipt.answer).toMatch(/^MessageId [0-9a-f-]{36}$/);
    expect(service.faults).toEqual([]);
  });

  test('sends one event per request by default, ten with batch', () => {
    expect(awsSns.limits(configOf(awsSns, settings('http://localhost'))).rows).toBe(1);
    expect(awsSns.limits(configOf(awsSns, { ...settings('http://localhost'), batch: true })).rows).toBe(10);
  });

  test('an accepted event still counts if a later one is rejected', async () => {
    const connection = await open();
    const accepted = (await connection.send(batchOf([{ a: 1 }]), sendOptions())).accepted;
    service.answerWith(snsError(403, 'KMSAccessDenied', 'no'), 1);
    const error = await deliveryError(connection.send(batchOf([{ a: 2 }]), sendOptions()));
    expect([accepted, error.kind, service.rows]).toEqual([1, 'auth', [{ a: 1 }]]);
  });

  test('sends the subject with each message, as well-formed text', async () => {
    await (await open({ subject: 'Mock & \ud800 event' })).send(batchOf([{}]), sendOptions());
    expect(service.messages[0]?.subject).toBe('Mock & \ufffd event');
    expect(service.faults).toEqual([]);
  });

  test('does not send an empty subject', async () => {
    await (await open({ subject: '' })).send(batchOf([{}]), sendOptions());
    expect(service.requests[0]?.body.toString()).not.toContain('Subject');
  });

  test.each([
    ['no id', published('')],
    ['an empty id', published('<MessageId> </MessageId>')],
    ['an unclosed id', published('<MessageId/>')],
    ['an id outside the result', { status: 200, body: '<MessageId>1</MessageId>' }],
    ['an error', { ...snsError(200, 'InternalError', 'no') }],
    ['a batch', batchPublished([entry(0)])],
  ])('%s does not confirm an event', async (_, answer) => {
    service.answerWith(answer);
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('a FIFO topic gets a group and an id that retries repeat, and returns a sequence number', async () => {
    const topicArn = `${TOPIC}.fifo`;
    const ordered = await startAwsSns({ secretAccessKey: SECRET, topicArn });
    const connection = await open({ topicArn }, ordered.url);
    const receipt = await connection.send(batchOf([{}]), sendOptions({ id: 'aaaaaaaaaaaa' }));
    expect(ordered.messages[0]).toMatchObject({ groupId: 'catbird', deduplicationId: 'aaaaaaaaaaaa' });
    expect(receipt.answer).toMatch(/^MessageId \S+, SequenceNumber \d+$/);
    const batched = await open({ topicArn, batch: true }, ordered.url);
    await batched.send(batchOf([{}, {}]), sendOptions({ id: 'bbbbbbbbbbbb' }));
    expect(ordered.messages.map(({ deduplicationId }) => deduplicationId)).toEqual([
      'aaaaaaaaaaaa',
      'bbbbbbbbbbbb-0',
      'bbbbbbbbbbbb-1',
    ]);
    await ordered.close();
  });

  test('signs an address with a path as it is sent', async () => {
    service.answerWith(({ target }) => snsError(400, 'InvalidParameter', target));
    const connection = await open({ snsOptions: { endpoint: `${service.url}/an/emulator//` } });
    expect((await deliveryError(connection.send(batchOf([{}]), sendOptions()))).detail).toBe('/an/emulator/');
  });

  test.each([
    ['throttling with status 400', 400, 'Throttling', 'rate-limited'],
    ['throttling with the suffix Exception', 400, 'ThrottlingException', 'rate-limited'],
    ['an unknown code with 400', 400, 'Nobody.Knows', 'rejected'],
    ['an unknown code with 500', 500, 'Nobody.Knows', 'unavailable'],
    ['an unknown code with 404', 404, 'Nobody.Knows', 'not-found'],
    ['a known code with 404', 404, 'InvalidParameter', 'not-found'],
  ] as const)('%s', async (_, status, code, kind) => {
    service.answerWith(snsError(status, code, 'words & <more>'));
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind, status, code, detail: 'words & <more>' });
    expect(error.hint).toMatch(/\.$/);
  });

  test('a message that is too long is "too-large"', async () => {
    const over = batchOf([{ text: 'x'.repeat(262_144) }]);
    expect(await deliveryError((await open()).send(over, sendOptions()))).toMatchObject({
      kind: 'too-large',
      code: 'InvalidParameter',
    });
  });

  test('a missing topic is "not-found"', async () => {
    const connection = await open({ topicArn: `${TOPIC}-other` });
    const error = await deliveryError(connection.send(batchOf([{}]), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found', status: 404, code: 'NotFound' });
  });

  test('the connection test reports a missing topic, and a test message that was published', async () => {
    expect(await checkWith({ topicArn: `${TOPIC}-other` })).toMatchObject({ ok: false });
    service.answerWith(published('<MessageId>1</MessageId>'));
    const lax = await checkWith();
    expect(lax).toMatchObject({ ok: true });
    expect(lax.message).toContain('it published the empty test message');
  });
});

describe('AWS SNS’s settings', () => {
  const given = settings('http://localhost:4566');

  test.each([
    ['us-east-1', 'sns.us-east-1.amazonaws.com'],
    ['eu-central-2', 'sns.eu-central-2.amazonaws.com'],
    ['us-gov-west-1', 'sns.us-gov-west-1.amazonaws.com'],
    ['cn-north-1', 'sns.cn-north-1.amazonaws.com.cn'],
  ])('the address in %s is %s', (region, host) => {
    expect(awsSns.host(configOf(awsSns, { ...given, region, snsOptions: '' }))).toBe(host);
    expect(awsSns.host(configOf(awsSns, { ...given, region, snsOptions: '{}' }))).toBe(host);
  });

  test('an endpoint in the SNS options points to an emulator', () => {
    expect(awsSns.host(configOf(awsSns, given))).toBe('localhost:4566');
  });

  test('reports all missing settings at once', () => {
    expect(settingErrors(parseConfig(awsSns, {}))).toEqual({
      region: ['Required'],
      topicArn: ['Required'],
      accessKeyId: ['Required'],
      secretAccessKey: ['Required'],
    });
  });

  test.each([
    ['region', 'us-east-1.evil.example/'],
    ['topicArn', 'events'],
    ['topicArn', 'arn:aws:sqs:us-east-1:123456789012:events'],
    ['accessKeyId', 'AKIA EXAMPLE'],
    ['sessionToken', 'a\nb'],
    ['subject', 'x'.repeat(101)],
    ['subject', 'two\nlines'],
    ['snsOptions', '{'],
    ['snsOptions', '[]'],
    ['snsOptions', '{"endpoint": 1}'],
    ['snsOptions', '{"endpoint": "http://example.com"}'],
    ['snsOptions', '{"endpont": "http://localhost:4566"}'],
  ])('%s %j is rejected at its field', (name, value) => {
    const result = parseConfig(awsSns, { ...given, [name]: value });
    expect(Object.keys(settingErrors(result))).toEqual([name]);
  });
});
