import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  startAwsEventBridge,
  type AwsEventBridgeService,
} from '../../../../test/services/aws-eventbridge.ts';
import { awsJsonAnswer, awsJsonError } from '../../../../test/services/aws-json.ts';
import { cases } from '../../../../test/long.ts';
import { ourRequest, randomBatches, sdkClient } from '../../../core/test/destinations/aws-peer.ts';
import { batchOf, batchWith } from '../../../core/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../core/test/destinations/contract.ts';
import { awsEventBridge } from './aws-eventbridge.ts';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const SESSION = 'FwoGZXIvYXdzEPT//session/token==';
const CODES: Readonly<Record<number, string>> = {
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  413: 'RequestEntityTooLarge',
  429: 'ThrottlingException',
  500: 'InternalException',
};

const settings = (url: string) => ({
  region: 'us-east-1',
  source: 'com.example.orders',
  detailType: 'order',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: SECRET,
  endpoint: url,
});

for (const more of [{}, { eventBus: 'orders', detailType: '{{n}} ü', sessionToken: SESSION }])
  contractSuite({
    destination: awsEventBridge,
    start: () =>
      startAwsEventBridge({
        secretAccessKey: SECRET,
        sessionToken: more.sessionToken,
        eventBus: more.eventBus ?? 'default',
      }),
    settings: (url) => ({ ...settings(url), ...more }),
    wrongCredentials: { secretAccessKey: 'another/secret' },
    secrets: [SECRET, ...(more.sessionToken === undefined ? [] : [more.sessionToken])],
    refusal: (status, words) => awsJsonError(status, CODES[status] ?? '', words),
    success: (words) => awsJsonAnswer(200, { FailedEntryCount: 0, Entries: [{ EventId: words }] }),
  });

describe('AWS EventBridge', () => {
  let service: AwsEventBridgeService;
  const failing = new Map<number, string>();
  beforeEach(async () => {
    failing.clear();
    service = await startAwsEventBridge({
      secretAccessKey: SECRET,
      refuses: (row) => failing.get((row as { n: number }).n),
    });
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    awsEventBridge.open(configOf(awsEventBridge, { ...settings(service.url), ...more }), testEnv());

  test('each entry has its own result: accepted, to retry, or rejected', async () => {
    failing.set(1, 'ThrottlingException').set(3, 'MalformedDetail').set(4, 'InternalFailure');
    expect(await (await open()).send(batchOf(rows(6)), sendOptions())).toMatchObject({
      accepted: 3,
      rejected: 1,
      refusal: { kind: 'rejected', code: 'MalformedDetail' },
      retryable: { rows: [1, 4], error: { kind: 'rate-limited', uncertain: true } },
    });
    expect(service.rows).toHaveLength(3);
  });

  test('detail types and times follow from the event', async () => {
    const connection = await open({ detailType: 'order {{status}}' });
    const batch = batchWith([
      [{ n: 1 }, { route: 'order paid', ms: 1_767_225_600_500 }],
      [{ n: 2 }, { route: 'order sent' }],
    ]);
    await connection.send(batch, sendOptions());
    const Source = 'com.example.orders';
    expect(service.entries).toEqual([
      { Source, DetailType: 'order paid', Detail: '{"n":1}', Time: 1_767_225_600.5 },
      { Source, DetailType: 'order sent', Detail: '{"n":2}' },
    ]);
  });

  test.each([
    ['fewer results', { Entries: [{ EventId: 'a' }] }],
    ['no ids', { FailedEntryCount: 0, Entries: [{}, {}] }],
    [
      'one failure that no result has',
      { FailedEntryCount: 1, Entries: [{ EventId: 'a' }, { EventId: 'b' }] },
    ],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(awsJsonAnswer(200, body));
    const error = await deliveryError((await open()).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('events beyond the maximum size are too large', async () => {
    const long = batchOf([{ text: 'x'.repeat(262_144) }]);
    expect(await deliveryError((await open()).send(long, sendOptions()))).toMatchObject({
      kind: 'too-large',
    });
  });

  test('the connection test reports a missing event bus', async () => {
    const config = configOf(awsEventBridge, { ...settings(service.url), eventBus: 'others' });
    const { ok, message } = await awsEventBridge.check(config, testEnv(), new AbortController().signal);
    expect(ok).toBe(false);
    expect(message).toContain('Event bus does not exist');
  });
});

test('random rows become the request that the AWS SDK sends', async () => {
  const { options, requestOf } = sdkClient();
  const peer = new EventBridgeClient(options);
  const more = { source: 'com.example.orders', eventBus: 'orders', detailType: '{{type}}' };
  for (const rows of randomBatches(cases(60))) {
    const sides = rows.map((_, n) => ({ route: `type ${n}`, ms: 1_767_225_600_000 + n }));
    const Entries = rows.map((row, n) => ({
      Source: more.source,
      DetailType: sides[n]?.route,
      Detail: JSON.stringify(row),
      EventBusName: more.eventBus,
      Time: new Date(sides[n]?.ms ?? 0),
    }));
    const theirs = await requestOf(peer.send(new PutEventsCommand({ Entries })));
    expect(await ourRequest(awsEventBridge, more, { ...batchOf(rows), sides })).toEqual(theirs);
  }
  peer.destroy();
});
