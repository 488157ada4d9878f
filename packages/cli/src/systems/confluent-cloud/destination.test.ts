import type { Connection } from '@catbird/core/destinations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  confluentError,
  startConfluent,
  type ConfluentService,
} from '../../../../../test/services/confluent.ts';
import { batchOf, batchWith } from '../../../../send/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../../send/test/destinations/contract.ts';
import { newTransport } from '../../transport/http.ts';
import { confluentCloudKafka } from './destination.ts';

const SECRET = 'a+secret/of:confluent';

const settings = (url: string) => ({
  restEndpoint: url,
  clusterId: 'lkc-vo9pz',
  topic: 'events',
  apiKey: 'ABCDEFGHIJKLMNOP',
  apiSecret: SECRET,
});
const refusal = (status: number, words: string) => confluentError(status, status, words);
const success = (words: string) => ({
  status: 200,
  body: JSON.stringify({ error_code: 200, topic_name: words }),
});

contractSuite({
  destination: confluentCloudKafka,
  start: () => startConfluent({ apiSecret: SECRET }),
  settings,
  wrongCredentials: { apiSecret: 'another-secret' },
  secrets: [SECRET, `ABCDEFGHIJKLMNOP:${SECRET}`],
  refusal,
  success,
});

contractSuite({
  destination: confluentCloudKafka,
  start: () => startConfluent({ apiSecret: SECRET }),
  settings: (url) => ({
    ...settings(`${url}/`),
    headers: '[{"name":"source","value":"Y2F0YmlyZA=="}]',
    key: '{"type":"JSON","data":{"a":"ü"}}',
  }),
  wrongCredentials: { apiKey: 'OTHER' },
  secrets: [SECRET],
  refusal,
  success,
});

describe('Confluent Cloud', () => {
  let service: ConfluentService;
  const failing = new Map<number, number>();
  beforeEach(async () => {
    failing.clear();
    service = await startConfluent({
      apiSecret: SECRET,
      refuses: (row) => failing.get((row as { n: number } | null)?.n ?? NaN),
    });
  });
  afterEach(() => service.close());

  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, user: `u${n % 3}` }));
  const send = async (values: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => {
    const config = configOf(confluentCloudKafka, { ...settings(service.url), ...more });
    return (await confluentCloudKafka.open(config, testEnv())).send(
      batchOf(values, config.keyField),
      sendOptions(),
    );
  };

  test('each record has its own report: accepted, to retry, or rejected', async () => {
    failing.set(1, 429).set(3, 42206).set(4, 50003);
    const receipt = await send(rows(6));
    expect(receipt).toMatchObject({ accepted: 3, rejected: 1, retryable: { rows: [1, 4] } });
    expect(receipt.retryable?.error).toMatchObject({ kind: 'rate-limited', code: '429' });
    expect(receipt.refusal).toMatchObject({ kind: 'rejected', code: '42206' });
    expect(service.rows).toHaveLength(3);
  });

  test('1,000 reports are read', async () => {
    expect(await send(rows(1000))).toMatchObject({ accepted: 1000, rejected: 0 });
  });

  test('records missing from a truncated response are not counted', async () => {
    const report = JSON.stringify({ error_code: 200, topic_name: 'events' });
    service.answerWith({ status: 200, body: `${report}\n${report}\n${report.slice(0, 20)}` });
    const receipt = await send(rows(4));
    expect(receipt).toMatchObject({ accepted: 2, unconfirmed: { rows: 2, error: { kind: 'unconfirmed' } } });
    expect(receipt.retryable).toBeUndefined();
  });

  test.each([
    '{"error_code":"200"}{"error_code":200.5}',
    '{"error_code":0}{"error_code":-1}',
    '{"error_code":201}',
    '{"error_code":200}{"error_code":200}{"error_code":200}',
    '{"results":[{"error_code":200},{"error_code":200}]}',
  ])('a 200 response with "%s" confirms nothing', async (body) => {
    service.answerWith({ status: 200, body });
    expect(await deliveryError(send(rows(2)))).toMatchObject({
      kind: 'unconfirmed',
      status: 200,
      uncertain: true,
      detail: body,
    });
  });

  test('a missing topic ends the run', async () => {
    expect(await deliveryError(send(rows(1), { topic: 'others' }))).toMatchObject({
      kind: 'not-found',
      code: '40403',
    });
  });

  test('headers, a fixed key and a key per event arrive', async () => {
    const headers = [{ name: 'source', value: 'Y2F0YmlyZA==' }];
    const key = { type: 'STRING', data: 'cat' };
    await send([{ user: 'ada "x"' }, { user: 7 }, {}], { headers, key, keyField: 'user' });
    expect(service.records.map((record) => record.key)).toEqual([
      { type: 'BINARY', data: 'ada "x"' },
      { type: 'BINARY', data: '7' },
      key,
    ]);
    expect(service.records.map((record) => record.headers)).toEqual([headers, headers, headers]);
    expect(service.faults).toEqual([]);
  });

  test('records go to the topic of their route, with their times', async () => {
    const config = configOf(confluentCloudKafka, { ...settings(service.url), topic: '{{topic}}' });
    const connection = await confluentCloudKafka.open(config, testEnv());
    const batchTo = (route: string) =>
      batchWith([
        [{ n: 1 }, { route, ms: Date.UTC(2026, 0, 1) }],
        [{ n: 2 }, { route }],
      ]);
    expect(await connection.send(batchTo('events'), sendOptions())).toMatchObject({ accepted: 2 });
    expect(service.records.map(({ timestamp }) => timestamp)).toEqual([
      '2026-01-01T00:00:00.000Z',
      undefined,
    ]);
    const error = await deliveryError(connection.send(batchTo('a/b'), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found' });
    expect(service.requests.at(-1)?.path).toContain(`/topics/${encodeURIComponent('a/b')}/records`);
    const both = { ...batchTo('events'), sides: [{ route: 'events' }, { route: 'others' }] };
    await expect(connection.send(both, sendOptions())).rejects.toThrow('several routes');
    expect(service.faults).toEqual([]);
  });

  test('a field becomes the value, and null a tombstone under the key', async () => {
    const moved = { city: 'Oslo', big: [1, { x: 'ü' }] };
    const rows = [
      { id: 1, change: moved },
      { id: 1, change: null },
    ];
    await send(rows, { keyField: 'id', valueField: 'change' });
    expect(service.records).toEqual(
      [moved, null].map((data) => ({ key: { type: 'BINARY', data: '1' }, value: { type: 'BINARY', data } })),
    );
    expect(service.faults).toEqual([]);
  });

  test('records of a format arrive byte for byte', async () => {
    const row = { user: 'ada "x"', bytes: '\u0000ü' };
    const config = configOf(confluentCloudKafka, { ...settings(service.url), keyField: 'user' });
    const key = { type: 'BINARY', data: row.user };
    const none = { bytes: new Uint8Array(0) };
    const format = { contentType: '', extension: '', body: () => none.bytes, blocks: { block: () => none } };
    const batch = batchOf([row], 'user');
    const open = (isText: boolean): Promise<Connection> =>
      confluentCloudKafka.open(config, { ...testEnv(), format: { ...format, isText } });
    await (await open(true)).send(batch, sendOptions());
    const bytes = Uint8Array.of(0, 255, 10, 34);
    const binary = { ...batch, bytes, ends: Uint32Array.of(4), isBinary: true };
    await (await open(false)).send(binary, sendOptions());
    expect(service.records).toEqual([
      { key, value: { type: 'BINARY', data: row } },
      { key, value: { type: 'BINARY', data: Buffer.from(bytes).toString('base64') } },
    ]);
    expect(service.faults).toEqual([]);
  });

  test('with the command line’s own HTTP client, the body is chunked', async () => {
    const transport = newTransport();
    const config = configOf(confluentCloudKafka, settings(service.url));
    const connection = await confluentCloudKafka.open(config, { ...testEnv(), http: transport.http });
    expect(await connection.send(batchOf(rows(100)), sendOptions())).toMatchObject({ accepted: 100 });
    expect(service.requests[0]?.headers['transfer-encoding']).toBe('chunked');
    expect(service.requests[0]?.headers['content-length']).toBeUndefined();
    await transport.close();
  });
});
