import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pubSubError, startGcpPubSub, type GcpPubSubService } from '../../../../test/services/gcp-pubsub.ts';
import { HANG_UP, jsonAnswer } from '../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { parseConfig } from './parse-config.ts';
import { gcpPubSub } from './gcp-pubsub.ts';

const TOKEN = 'ya29.a0AfH6SM-secret_token';
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const settings = (url: string) => ({
  project: 'my-project',
  topic: 'events',
  accessToken: TOKEN,
  endpoint: url,
});
const refusal = (status: number, words: string) => pubSubError(status, STATUSES[status] ?? 'UNKNOWN', words);
const success = (words: string) => jsonAnswer(200, { messageIds: [words] });

for (const more of [{}, { orderingKey: 'ü', attributes: '{"source":"catbird","ü":"\\"x\\""}' }])
  contractSuite({
    destination: gcpPubSub,
    start: () => startGcpPubSub({ tokens: [TOKEN] }),
    settings: (url) => ({ ...settings(url), ...more }),
    wrongCredentials: { accessToken: 'ya29.another-token' },
    secrets: [TOKEN],
    refusal,
    success,
  });

describe('Google Cloud Pub/Sub', () => {
  let service: GcpPubSubService;
  beforeEach(async () => {
    service = await startGcpPubSub({ tokens: [TOKEN] });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}, env = testEnv()) =>
    gcpPubSub.open(configOf(gcpPubSub, { ...settings(service.url), ...more }), env);
  const ofAccount = () => ({ accessToken: undefined, serviceAccount: service.serviceAccount });
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const tokenRequests = () => service.requests.filter(({ path }) => path === '/token').length;

  test('1,000 messages are one request, and 1,001 are too large', async () => {
    expect(await (await open()).send(batchOf(rows(1000)), sendOptions())).toMatchObject({ accepted: 1000 });
    const error = await deliveryError((await open()).send(batchOf(rows(1001)), sendOptions()));
    expect(error).toMatchObject({ kind: 'too-large', uncertain: false });
    expect(service.rows).toHaveLength(1000);
  });

  test('attributes and ordering keys follow from the event', async () => {
    const connection = await open({ orderingKey: '{{user}}', attributes: '{"n":"{{n}}","a":"b"}' });
    const side = (n: string) => ({ route: 'ada', headers: { n, a: 'b' } });
    await connection.send(
      batchWith([
        [{ n: 1 }, side('1')],
        [{ n: 2 }, side('2')],
      ]),
      sendOptions(),
    );
    const attributes = service.messages.map((message) => [message.orderingKey, message.attributes]);
    expect(attributes).toEqual([
      ['ada', { n: '1', a: 'b' }],
      ['ada', { n: '2', a: 'b' }],
    ]);
    const both = batchWith([
      [{}, { route: 'ada' }],
      [{}, { route: 'ben' }],
    ]);
    await expect(connection.send(both, sendOptions())).rejects.toThrow('several routes');
    expect(service.faults).toEqual([]);
  });

  test('only with an ordering key, requests have one key and go out one after the other', () => {
    const limitsWith = (more: object) =>
      gcpPubSub.limits(configOf(gcpPubSub, { ...settings('https://localhost'), ...more }));
    expect(limitsWith({ orderingKey: '{{user}}' })).toMatchObject({ oneRoute: true, inFlight: 1 });
    expect(Object.keys(limitsWith({}))).not.toContain('oneRoute');
    expect(Object.keys(limitsWith({}))).not.toContain('inFlight');
  });

  test.each([
    ['fewer ids', { messageIds: ['1'] }],
    ['more ids', { messageIds: ['1', '2', '3'] }],
    ['one id for all', { messageIds: ['1', '1'] }],
    ['empty ids', { messageIds: ['', ''] }],
    ['numbers in place of ids', { messageIds: [1, 2] }],
  ])('a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(jsonAnswer(200, body));
    const error = await deliveryError((await open()).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test.each([
    [409, 'ABORTED', false],
    [499, 'CANCELLED', true],
  ])('%i is retried', async (status, code, uncertain) => {
    service.answerWith(pubSubError(status, code, 'again'));
    const error = await deliveryError((await open()).send(batchOf(rows(1)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unavailable', code, uncertain });
  });

  test('a service account gets a token once, and another before it ends', async () => {
    let now = Date.now();
    const connection = await open(ofAccount(), { ...testEnv(), now: () => now });
    for (const minutes of [0, 0, 57]) {
      now += minutes * 60_000;
      expect(await connection.send(batchOf(rows(2)), sendOptions())).toMatchObject({ accepted: 2 });
    }
    expect(service.issued).toHaveLength(1);
    now += 60_000 + 1;
    await connection.send(batchOf(rows(2)), sendOptions());
    expect(service.issued).toHaveLength(2);
    expect(service.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${service.issued[1]}`);
    expect(service.rows).toHaveLength(8);
  });

  test('if there is no token, events were certainly not sent', async () => {
    const connection = await open(ofAccount());
    for (const [answer, expected] of [
      [
        jsonAnswer(400, { error: 'invalid_grant', error_description: 'No account' }),
        { kind: 'auth', code: 'invalid_grant' },
      ],
      [jsonAnswer(500, {}), { kind: 'unavailable' }],
      [jsonAnswer(200, { access_token: '', expires_in: 3600 }), { status: 200 }],
      [HANG_UP, { kind: 'network' }],
    ] as const) {
      service.answerWith(answer);
      const error = await deliveryError(connection.send(batchOf(rows(1)), sendOptions()));
      expect(error).toMatchObject({ ...expected, uncertain: false });
    }
    expect(tokenRequests()).toBe(service.requests.length);
  });

  test('errors contain neither the key nor the token of a service account', async () => {
    const { private_key: key } = JSON.parse(service.serviceAccount) as { private_key: string };
    const connection = await open(ofAccount());
    service.answerWith(({ body }) =>
      jsonAnswer(400, { error: 'e', error_description: `${key} ${body.toString()}` }),
    );
    const assertion = await deliveryError(connection.send(batchOf(rows(1)), sendOptions()));
    const [request] = service.requests;
    const sent = new URLSearchParams(request?.body.toString()).get('assertion') ?? 'none';
    expect(assertion.message).not.toContain(sent.slice(0, 40));
    expect(assertion.message).not.toContain(key.slice(30, 60));
    service.answerWith(undefined);
    await connection.send(batchOf(rows(1)), sendOptions());
    service.answerWith(({ headers }) =>
      pubSubError(403, 'PERMISSION_DENIED', headers['authorization'] ?? ''),
    );
    const refused = await deliveryError(connection.send(batchOf(rows(1)), sendOptions()));
    expect(refused.message).not.toContain(service.issued[0]);
  });

  test('a private key that is none is reported before anything is sent', async () => {
    const account = { ...(JSON.parse(service.serviceAccount) as object), private_key: 'nothing' };
    const connection = await open({ accessToken: undefined, serviceAccount: JSON.stringify(account) });
    const error = await deliveryError(connection.send(batchOf(rows(1)), sendOptions()));
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringContaining('private key') });
    expect(service.requests).toEqual([]);
  });

  test.each([
    [{ permissions: ['pubsub.topics.publish'] }, true],
    [{}, false],
  ])('the connection test asks whether the credentials may publish: %j', async (answer, ok) => {
    service.answerWith(jsonAnswer(200, answer));
    const config = configOf(gcpPubSub, settings(service.url));
    expect(await gcpPubSub.check(config, testEnv(), new AbortController().signal)).toMatchObject({ ok });
  });

  test('an emulator needs no credentials', async () => {
    await service.close();
    service = await startGcpPubSub();
    const more = { ...settings(service.url), accessToken: undefined, auth: 'none' };
    expect(await (await open(more)).send(batchOf(rows(2)), sendOptions())).toMatchObject({ accepted: 2 });
    const check = (topic: string) =>
      gcpPubSub.check(configOf(gcpPubSub, { ...more, topic }), testEnv(), new AbortController().signal);
    expect(await check('events')).toMatchObject({ ok: true });
    expect(await check('others')).toMatchObject({ ok: false, kind: 'not-found' });
  });
});

const KEY = { client_email: 'a@b.c', private_key: 'k' };
test.each([
  [
    { serviceAccount: '{}' },
    { serviceAccount: ['Must be the JSON of a key, with client_email and private_key'] },
  ],
  [
    { serviceAccount: JSON.stringify({ ...KEY, token_uri: 'http://example.com/token' }) },
    { serviceAccount: ['Must be the JSON of a key, with client_email and private_key'] },
  ],
  [{ serviceAccount: JSON.stringify(KEY) }, {}],
  [{}, { accessToken: ['Required'] }],
  [{ accessToken: 't', topic: 'goog-events' }, { topic: [expect.stringContaining('ID of a topic')] }],
  [{ accessToken: 't', attributes: '{"google":"b"}' }, { attributes: [expect.stringContaining('goog')] }],
])('settings %j', (given, errors) => {
  const all = { project: 'my-project', topic: 'events', ...given };
  expect(settingErrors(parseConfig(gcpPubSub, all))).toEqual(errors);
});
