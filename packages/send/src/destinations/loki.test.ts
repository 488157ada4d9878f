import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lokiError, startLoki, type LokiService } from '../../../../test/services/loki.ts';
import { batchOf, batchWith } from '../../test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../test/destinations/contract.ts';
import { settingErrors } from '../../test/setting-errors.ts';
import { slice } from '../../../engine/src/rows/batch.ts';
import { parseConfig } from './parse-config.ts';
import { loki } from './loki.ts';

const PASSWORD = 'glc_a+secret/&é';
const TOKEN = 'a-bearer.token==';
const basic = `Basic ${Buffer.from(`1234:${PASSWORD}`).toString('base64')}`;
const success = () => ({ status: 204 });

contractSuite({
  destination: loki,
  start: () => startLoki({ authorization: basic, tenant: 'team-a' }),
  settings: (url) => ({ url, username: '1234', password: PASSWORD, tenant: 'team-a' }),
  wrongCredentials: { password: 'other-secret' },
  secrets: [PASSWORD, `1234:${PASSWORD}`],
  refusal: lokiError,
  success,
  isSilent: true,
});

contractSuite({
  destination: loki,
  start: () => startLoki({ authorization: `Bearer ${TOKEN}` }),
  settings: (url) => ({ url: `${url}/`, bearerToken: TOKEN, labels: '{"app":"shop"}' }),
  wrongCredentials: { bearerToken: 'another-token' },
  secrets: [TOKEN],
  refusal: lokiError,
  success,
  isSilent: true,
});

describe('Loki', () => {
  let service: LokiService;
  beforeEach(async () => {
    service = await startLoki({ refuses: (row) => (row as { old?: boolean }).old === true });
  });
  afterEach(() => service.close());

  const NOW = 1_767_225_600_000;
  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    loki.open(configOf(loki, { url: service.url, ...more }), { ...testEnv(), now: () => NOW });

  test('the request matches the specification byte for byte', async () => {
    const batch = slice(batchOf([{}, { a: '"\\\n' }, { b: 2 }]), 1, 3);
    await (await open({ labels: '{"app":"shop"}' })).send(batch, sendOptions());
    expect(service.requests[0]?.target).toBe('/loki/api/v1/push');
    expect(service.requests[0]?.body.toString()).toBe(
      String.raw`{"streams":[{"stream":{"app":"shop"},"values":[["1767225600000000001","{\"a\":\"\\\"\\\\\\n\"}"],["1767225600000000002","{\"b\":2}"]]}]}`,
    );
    expect(service.faults).toEqual([]);
  });

  test('rows are in the stream of their labels, in order, with their event times', async () => {
    const batch = batchWith([
      [{ n: 0 }, { headers: { level: 'info' }, ms: NOW - 1000 }],
      [{ n: 1 }, { headers: { level: 'échec "x"' }, ms: NOW - 999.5 }],
      [{ n: 2 }, { headers: { level: 'info' } }],
      [{ n: 3 }, { headers: {} }],
    ]);
    const labels = '{"level":"{{level}}"}';
    expect(await (await open({ labels })).send(batch, sendOptions())).toMatchObject({ accepted: 4 });
    expect(service.lines).toEqual([
      { labels: { level: 'info' }, ns: BigInt(NOW - 1000) * 1_000_000n, line: '{"n":0}' },
      { labels: { level: 'info' }, ns: BigInt(NOW) * 1_000_000n + 2n, line: '{"n":2}' },
      { labels: { level: 'échec "x"' }, ns: BigInt(NOW - 1000) * 1_000_000n + 1n, line: '{"n":1}' },
      { labels: { source: 'catbird' }, ns: BigInt(NOW) * 1_000_000n + 3n, line: '{"n":3}' },
    ]);
    expect(service.faults).toEqual([]);
  });

  test('equal rows have different times, so that Loki keeps them all', async () => {
    await (await open()).send(batchOf(Array.from({ length: 100 }, () => ({}))), sendOptions());
    expect(new Set(service.lines.map(({ ns }) => ns)).size).toBe(100);
  });

  test('several lines that are refused together may be stored; one is rejected', async () => {
    const send = async (rows: readonly unknown[]) =>
      deliveryError((await open()).send(batchOf(rows), sendOptions()));
    expect(await send([{ n: 1 }, { old: true }])).toMatchObject({ kind: 'rejected', uncertain: true });
    expect(service.rows).toEqual([{ n: 1 }]);
    const error = await send([{ old: true }]);
    expect(error).toMatchObject({ kind: 'rejected', uncertain: false, status: 400 });
    expect(error.message).toContain('timestamp too old');
  });

  test('a limit of some streams is uncertain, and one of the tenant is not', async () => {
    const send = async (text: string) => {
      service.answerWith(lokiError(429, text));
      return deliveryError((await open()).send(batchOf([{}, {}]), sendOptions()));
    };
    expect(await send('Ingestion rate limit exceeded for user fake')).toMatchObject({
      kind: 'rate-limited',
      uncertain: false,
    });
    expect(await send('Per stream rate limit exceeded for stream {a="b"}')).toMatchObject({
      kind: 'rate-limited',
      uncertain: true,
    });
  });

  test('a 200 response confirms nothing', async () => {
    service.answerWith({ status: 200 });
    expect(await deliveryError((await open()).send(batchOf([{}]), sendOptions()))).toMatchObject({
      kind: 'unconfirmed',
    });
  });
});

describe('Loki’s settings', () => {
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`l${i}`, 'x']));
  test.each([
    [{ labels: '{"a-b":"x"}' }, { labels: ['Must be a label name such as level'] }],
    [{ labels: '{"__a":"x"}' }, { labels: ['Must be a label name such as level'] }],
    [{ labels: { a: 'x'.repeat(2049) } }, { labels: ['Must have at most 2048 characters'] }],
    [{ labels: many }, { labels: ['Must have at most 15 labels'] }],
    [{ labels: '{"level":"{{level}}"}' }, {}],
    [{ username: '1' }, { password: ['Required'] }],
  ])('%j: %j', (more, errors) => {
    expect(settingErrors(parseConfig(loki, { url: 'https://loki.example', ...more }))).toEqual(errors);
  });
});
