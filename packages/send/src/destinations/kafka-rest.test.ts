import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  kafkaRestError,
  startKafkaRest,
  type KafkaRestOptions,
  type KafkaRestService,
} from '../../../../test/services/kafka-rest.ts';
import { jsonAnswer } from '../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { kafkaRest } from './kafka-rest.ts';

const PASSWORD = 'a+secret/of:kafka';
const TOKEN = 'a-bearer.token==';

const settings = (url: string) => ({ url, topic: 'events' });
const v3 = { api: 'v3', clusterId: 'cluster-1' };
const refusal = (status: number, words: string) => kafkaRestError(status, status, words);

contractSuite({
  destination: kafkaRest,
  start: () =>
    startKafkaRest({ authorization: `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}` }),
  settings: (url) => ({ ...settings(url), username: 'ada', password: PASSWORD }),
  wrongCredentials: { password: 'another-secret' },
  secrets: [PASSWORD, `ada:${PASSWORD}`],
  refusal,
  success: (words) => jsonAnswer(200, { offsets: [{ partition: 0, offset: 1, error: words.slice(0, 0) }] }),
});

contractSuite({
  destination: kafkaRest,
  start: () => startKafkaRest({ authorization: `Bearer ${TOKEN}` }),
  settings: (url) => ({ ...settings(`${url}/`), ...v3, bearerToken: TOKEN, keyField: 'n' }),
  wrongCredentials: { bearerToken: 'another-token' },
  secrets: [TOKEN],
  refusal,
  success: (words) => jsonAnswer(200, { error_code: 200, topic_name: words }),
});

describe('Kafka REST', () => {
  let service: KafkaRestService;
  const failing = new Map<number, number>();
  const restart = async (options: KafkaRestOptions = {}) => {
    await service.close();
    service = await startKafkaRest({ refuses: (row) => failing.get((row as { n: number }).n), ...options });
  };
  beforeEach(async () => {
    failing.clear();
    service = await startKafkaRest({
      refuses: (row) => failing.get((row as { n: number } | null)?.n ?? NaN),
    });
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, user: `u${n % 3}` }));
  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    kafkaRest.open(configOf(kafkaRest, { ...settings(service.url), ...more }), testEnv());

  test('v2: each record is accepted, to retry, or rejected, with the codes of Confluent and Kafka', async () => {
    failing.set(1, 1).set(2, 2).set(4, 10).set(5, 6).set(6, 99);
    const receipt = await (await open()).send(batchOf(rows(8)), sendOptions());
    expect(receipt).toMatchObject({
      accepted: 3,
      rejected: 3,
      rejectedPlaces: [1, 4, 6],
      refusal: { kind: 'rejected', code: '1' },
      retryable: { rows: [2, 5], error: { kind: 'unavailable', uncertain: true } },
    });
    expect(service.rows).toHaveLength(3);
  });

  test('v3: each record has a report of its own', async () => {
    failing.set(1, 429).set(3, 42206);
    expect(await (await open(v3)).send(batchOf(rows(5)), sendOptions())).toMatchObject({
      accepted: 3,
      rejected: 1,
      refusal: { kind: 'rejected', code: '42206' },
      retryable: { rows: [1], error: { kind: 'rate-limited' } },
    });
  });

  const stored = { partition: 0, offset: 1 };
  test.each([
    ['fewer results', { offsets: [stored] }],
    ['more results', { offsets: [stored, stored, stored] }],
    ['one offset for all', { offsets: [stored, stored] }],
    ['no offsets', { offsets: [{ partition: 0 }, { partition: 0, offset: -1 }] }],
    ['offsets that are texts', { offsets: [{ offset: '1' }, { offset: '2' }] }],
    [
      'offsets beside codes',
      {
        offsets: [
          { ...stored, error_code: 2 },
          { ...stored, error_code: '2' },
        ],
      },
    ],
  ])('v2: a 200 response with %s confirms nothing', async (_, body) => {
    service.answerWith(jsonAnswer(200, body));
    const error = await deliveryError((await open()).send(batchOf(rows(2)), sendOptions()));
    expect(error).toMatchObject({ kind: 'unconfirmed', status: 200, uncertain: true });
  });

  test('v2: members that are null may be missing, as in responses of Redpanda', async () => {
    await restart({ isTerse: true });
    expect(await (await open()).send(batchOf(rows(2)), sendOptions())).toMatchObject({ accepted: 2 });
  });

  test.each([[{}], [v3]])('keys, values and tombstones arrive byte for byte: %j', async (api) => {
    const batch = batchOf([{ id: 'ü "x"', change: { big: 1e300 } }, { id: 7, change: null }, {}], 'id');
    await (await open({ ...api, keyField: 'id', valueField: 'change' })).send(batch, sendOptions());
    expect(service.records).toEqual([
      { key: 'ü "x"', value: '{"big":1e+300}' },
      { key: '7', value: null },
      { value: null },
    ]);
    await (
      await open({ ...api, keyField: 'id' })
    ).send({ ...batchOf([{ n: 1 }]), sides: [{ key: Uint8Array.of(65, 66) }] }, sendOptions());
    expect(service.records.at(-1)).toEqual({ key: 'AB', value: '{"n":1}' });
    expect(service.faults).toEqual([]);
  });

  test('records go to the topic of their route, in v3 with their times', async () => {
    const batch = (route: string) => batchWith([[{ n: 1 }, { route, ms: Date.UTC(2026, 0, 1) }]]);
    const connection = await open({ ...v3, topic: '{{topic}}' });
    await connection.send(batch('events'), sendOptions());
    expect(service.records[0]?.timestamp).toBe('2026-01-01T00:00:00.000Z');
    const error = await deliveryError(connection.send(batch('a/b'), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found', code: '40403' });
    expect(service.requests.at(-1)?.path).toContain(`/topics/${encodeURIComponent('a/b')}/records`);
    await (await open({ topic: '{{topic}}' })).send(batch('events'), sendOptions());
    expect(service.records[1]).toEqual({ value: '{"n":1}' });
  });

  test('1,000 results are read', async () => {
    for (const more of [{}, v3])
      expect(await (await open(more)).send(batchOf(rows(1000)), sendOptions())).toMatchObject({
        accepted: 1000,
      });
  });

  test.each([[{}], [v3]])('the connection test shows whether the topic exists: %j', async (api) => {
    const check = (topic: string) =>
      kafkaRest.check(
        configOf(kafkaRest, { ...settings(service.url), ...api, topic }),
        testEnv(),
        new AbortController().signal,
      );
    expect(await check('events')).toMatchObject({
      ok: true,
      message: expect.stringContaining('events exists'),
    });
    expect(await check('others')).toMatchObject({
      ok: true,
      message: expect.stringContaining('others does not exist'),
    });
    expect(await check('{{topic}}')).toMatchObject({ ok: true });
  });
});
