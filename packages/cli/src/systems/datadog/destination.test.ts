import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { datadogError, startDatadog, type DatadogService } from '../../../../../test/services/datadog.ts';
import { jsonAnswer } from '../../../../../test/services/service.ts';
import { batchOf, batchWith } from '../../../../send/test/destinations/batch.ts';
import {
  configOf,
  contractSuite,
  deliveryError,
  sendOptions,
  testEnv,
} from '../../../../send/test/destinations/contract.ts';
import { datadog } from './destination.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const settings = (endpoint: string) => ({ endpoint, apiKey: KEY });
const success = (note: string) => jsonAnswer(202, { note });

contractSuite({
  destination: datadog,
  start: () => startDatadog({ apiKey: KEY }),
  settings,
  wrongCredentials: { apiKey: 'another-key' },
  secrets: [KEY],
  refusal: datadogError,
  success,
});

contractSuite({
  destination: datadog,
  start: () => startDatadog({ apiKey: KEY }),
  settings: (url) => ({ ...settings(`${url}/`), service: 'a "b"', source: 'ü', tags: 'env:test,a:b' }),
  wrongCredentials: { apiKey: 'another-key' },
  secrets: [KEY],
  refusal: datadogError,
  success,
});

describe('Datadog', () => {
  let service: DatadogService;
  beforeEach(async () => {
    service = await startDatadog({ apiKey: KEY });
  });
  afterEach(() => service.close());

  const open = (more: Readonly<Record<string, unknown>> = {}) =>
    datadog.open(configOf(datadog, { ...settings(service.url), ...more }), testEnv());

  test('the request matches the specification byte for byte', async () => {
    const batch = batchWith([
      [{ a: '"' }, { ms: 1_767_225_600_007.5 }],
      [{}, {}],
    ]);
    await (await open({ service: 'shop', tags: 'env:test' })).send(batch, sendOptions());
    expect(service.requests[0]?.body.toString()).toBe(
      String.raw`[{"service":"shop","ddtags":"env:test","timestamp":1767225600007,"message":"{\"a\":\"\\\"\"}"},{"service":"shop","ddtags":"env:test","message":"{}"}]`,
    );
    expect(service.faults).toEqual([]);
  });

  test('an event that Datadog would cut is not sent, alone or with others', async () => {
    // Its quotes take two bytes each.
    const long = { text: '"'.repeat(300_000) };
    for (const rows of [[long], [{}, long]]) {
      const error = await deliveryError((await open()).send(batchOf(rows), sendOptions()));
      expect(error).toMatchObject({ kind: 'too-large', uncertain: false });
    }
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['200', jsonAnswer(200, {})],
    ['errors', jsonAnswer(202, { errors: ['no'] })],
  ])('a 2xx response with %s confirms nothing', async (_, answer) => {
    service.answerWith(answer);
    expect(await deliveryError((await open()).send(batchOf([{}]), sendOptions()))).toMatchObject({
      kind: 'unconfirmed',
    });
  });

  test('texts in place of errors are read, too', async () => {
    service.answerWith(jsonAnswer(403, { errors: ['Forbidden', { title: 'Bad key' }] }));
    const error = await deliveryError((await open()).send(batchOf([{}]), sendOptions()));
    expect(error.detail).toBe('Forbidden. Bad key');
  });

  test.each([
    [{}, 'http-intake.logs.datadoghq.com'],
    [{ site: 'datadoghq.eu' }, 'http-intake.logs.datadoghq.eu'],
    [{ endpoint: 'https://proxy.example' }, 'proxy.example'],
  ])('the host of %j is %s', (more, host) => {
    expect(datadog.host(configOf(datadog, { apiKey: KEY, ...more }))).toBe(host);
  });
});
