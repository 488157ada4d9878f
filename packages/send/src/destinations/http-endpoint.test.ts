import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttp, type HttpOptions } from '../../../../test/services/http.ts';
import { jsonAnswer, type Service } from '../../../../test/services/service.ts';
import { batchOf, batchOfLines } from '../../test/destinations/batch.ts';
import { configOf, contractSuite, sendOptions, testEnv } from '../../test/destinations/contract.ts';
import { parseConfig } from './parse-config.ts';
import { httpEndpoint } from './http-endpoint.ts';
import { settingErrors } from '../../test/setting-errors.ts';

const PASSWORD = 'a/pass:word & more';
const BASIC = Buffer.from(`me:${PASSWORD}`).toString('base64');
const refusal = (status: number, words: string) => jsonAnswer(status, { error: words });
const success = (words: string) => jsonAnswer(200, { taken: words });

contractSuite({
  destination: httpEndpoint,
  start: () => startHttp({ headers: { authorization: `Basic ${BASIC}` } }),
  settings: (url) => ({ url: `${url}/events`, auth: 'basic', username: 'me', password: PASSWORD }),
  wrongCredentials: { password: 'another-password' },
  secrets: [PASSWORD, `me:${PASSWORD}`],
  refusal,
  success,
  readsAnswers: false,
});

contractSuite({
  destination: httpEndpoint,
  start: () => startHttp({ method: 'PUT', headers: { 'x-api-key': 'key-of-tests' } }),
  settings: (url) => ({
    url: `${url}/events`,
    method: 'PUT',
    format: 'array',
    auth: 'header',
    headerName: 'X-API-Key',
    headerValue: 'key-of-tests',
  }),
  wrongCredentials: { headerValue: 'another-key' },
  secrets: ['key-of-tests'],
  refusal,
  success,
  readsAnswers: false,
});

contractSuite({
  destination: httpEndpoint,
  start: () => startHttp({ headers: { authorization: 'Bearer token+of/tests' } }),
  settings: (url) => ({
    url: `${url}/events`,
    format: 'single',
    auth: 'bearer',
    bearerToken: 'token+of/tests',
  }),
  wrongCredentials: { bearerToken: 'another-token' },
  secrets: ['token+of/tests'],
  refusal,
  success,
  readsAnswers: false,
});

describe('HTTP', () => {
  let service: Service;
  const start = async (options: HttpOptions = {}) => {
    service = await startHttp(options);
  };
  beforeEach(() => start());
  afterEach(() => service.close());

  const send = async (more: Readonly<Record<string, unknown>>, lines: readonly string[]) => {
    const config = configOf(httpEndpoint, { url: `${service.url}/events?x=1&y=%20`, ...more });
    await (await httpEndpoint.open(config, testEnv())).send(batchOfLines(lines), sendOptions());
    return service.requests.at(-1);
  };

  test.each([
    ['ndjson', 'application/x-ndjson', '{"a":1}\n{"a":"]\\n"}\n'],
    ['array', 'application/json', '[{"a":1},{"a":"]\\n"}]'],
  ])('a body of form %s is exactly that', async (format, type, body) => {
    const request = await send({ format }, ['{"a":1}', '{"a":"]\\n"}']);
    expect(request?.target).toBe('/events?x=1&y=%20');
    expect(request?.headers['content-type']).toBe(type);
    expect(request?.body.toString()).toBe(body);
    expect(service.faults).toEqual([]);
  });

  test('a single event is sent without brackets or newline', async () => {
    expect((await send({ format: 'single' }, ['{"a":1}']))?.body.toString()).toBe('{"a":1}');
    expect(httpEndpoint.limits(configOf(httpEndpoint, { url: service.url, format: 'single' })).rows).toBe(1);
  });

  test('sends additional headers, which override the defaults whatever their case', async () => {
    const request = await send(
      { headers: '{"X-Source": "test", "CONTENT-TYPE": "application/jsonl"}', format: 'array' },
      ['1'],
    );
    expect(request?.headers['x-source']).toBe('test');
    expect(request?.headers['content-type']).toBe('application/jsonl');
  });

  test('authentication overrides a header of the same name', async () => {
    const request = await send({ headers: { AUTHORIZATION: 'x' }, auth: 'bearer', bearerToken: 'y' }, ['{}']);
    expect(request?.headers['authorization']).toBe('Bearer y');
  });

  test('credentials alone are sent', async () => {
    const request = await send({ bearerToken: 'y' }, ['{}']);
    expect(request?.headers['authorization']).toBe('Bearer y');
  });

  test('the connection test does not promise more than a GET can show', async () => {
    service.answerWith({ status: 405 });
    const config = configOf(httpEndpoint, { url: `${service.url}/events` });
    const result = await httpEndpoint.check(config, testEnv(), new AbortController().signal);
    expect(result).toMatchObject({ ok: true });
    expect(result.message).toContain('405');
    expect(result.message).toContain('this does not prove that it accepts events');
  });

  test('credentials in other headers and in the query are not shown', async () => {
    service.answerWith({ status: 401, body: 'No a-token, no a-key, no abc' });
    const config = configOf(httpEndpoint, {
      url: `${service.url}/events?key=a-key`,
      headers: { Authorization: 'Bearer a-token', 'X-Source': 'abc' },
    });
    const connection = await httpEndpoint.open(config, testEnv());
    await expect(connection.send(batchOf([1]), sendOptions())).rejects.toMatchObject({
      detail: 'No [hidden], no [hidden], no abc',
    });
  });

  test('any 2xx accepts all rows', async () => {
    service.answerWith({ status: 204 });
    const config = configOf(httpEndpoint, { url: `${service.url}/events` });
    const receipt = await (await httpEndpoint.open(config, testEnv())).send(batchOf([1, 2]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, status: 204, answer: '' });
  });
});

describe('HTTP’s settings', () => {
  test.each([
    [{}, { url: ['Required'] }],
    [{ url: 'ftp://example.com' }, { url: ['Must start with https:// or http://'] }],
    [
      { url: 'https://example.com', auth: 'basic' },
      { username: ['Required'], password: ['Required'] },
    ],
    [{ url: 'https://example.com', auth: 'bearer' }, { bearerToken: ['Required'] }],
    [
      { url: 'https://example.com', auth: 'bearer', bearerToken: 'a\nX-Other: b' },
      { bearerToken: ['Must be one line of Latin-1 characters'] },
    ],
    [
      { url: 'https://example.com', auth: 'header', headerName: 'a b', headerValue: 'c' },
      { headerName: ['Must be a header name such as X-API-Key'] },
    ],
    [
      { url: 'https://example.com', headers: '["a"]' },
      { headers: ['Must be an object of header names and string values'] },
    ],
    [{ url: 'https://example.com', headers: '{"a": 1}' }, { headers: ['Each header must be a string'] }],
  ])('%j is rejected', (given, errors) => {
    expect(settingErrors(parseConfig(httpEndpoint, given))).toEqual(errors);
  });

  test('headers with invalid JSON are rejected with the reason', () => {
    const result = parseConfig(httpEndpoint, { url: 'https://example.com', headers: '{a' });
    expect(result).toMatchObject({ ok: false });
    expect(settingErrors(result)['headers']).toEqual([expect.stringMatching(/^Invalid JSON: /)]);
  });
});
