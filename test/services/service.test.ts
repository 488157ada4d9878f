import { afterEach, describe, expect, test } from 'vitest';
import { startAbly } from './ably.ts';
import { startAwsSns } from './aws-sns.ts';
import { startHttp } from './http.ts';
import { HANG_UP, type Service } from './service.ts';
import { startTinybird } from './tinybird.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const preflight = (url: string, headers: string): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:1',
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    },
  });

describe('a stand-in allows the same CORS headers as its service', () => {
  test.each([
    ['Tinybird', startTinybird, 'authorization'],
    ['Ably', startAbly, 'authorization,content-type'],
    ['AWS SNS', startAwsSns, 'authorization,content-type,x-amz-date'],
    ['HTTP', startHttp, 'content-type'],
  ] as const)('%s', async (_, start, headers) => {
    service = await start();
    const allowed = await preflight(service.url, headers);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    expect(allowed.headers.get('access-control-allow-headers')).toContain(headers.split(',').at(-1));
    const refused = await preflight(service.url, `${headers},content-encoding`);
    expect(refused.headers.get('access-control-allow-headers')).toBeNull();
    expect(service.preflights).toHaveLength(2);
    expect(service.requests).toEqual([]);
  });
});

describe('a stand-in is strict', () => {
  const post = (path: string, headers: Record<string, string>, body: string): Promise<Response> =>
    fetch(`${service?.url}${path}`, { method: 'POST', headers, body });

  test('Tinybird reports a wrong tag, a missing newline and an invalid line', async () => {
    service = await startTinybird();
    const authorization = 'Bearer p.a-token-for-tests';
    await post('/v0/events?name=events&from=other', { authorization }, '{}\n{"a":}\n{}');
    expect(service.faults).toEqual([
      'from is other, not catbird',
      'the last line has no newline',
      expect.stringMatching(/^a line is not JSON/),
    ]);
  });

  test.each([
    ['/v0/events?name=events&from=catbird', 'Bearer other', 403],
    ['/v0/events?name=other&from=catbird', 'Bearer p.a-token-for-tests', 400],
    ['/v1/events?name=events&from=catbird', 'Bearer p.a-token-for-tests', 404],
  ])('Tinybird rejects %s with %s', async (path, authorization, status) => {
    service = await startTinybird();
    expect((await post(path, { authorization }, '{}\n')).status).toBe(status);
    expect(service.rows).toEqual([]);
  });

  test('Ably reports a wrong name and a missing id, and rejects another channel', async () => {
    service = await startAbly();
    const headers = {
      authorization: `Basic ${btoa('xVLyHw.dHBYNQ:a-secret-for-tests')}`,
      'content-type': 'application/json',
    };
    await post('/channels/events/messages', headers, '{"name":"x","data":[1]}');
    expect(service.faults).toEqual(['name is "x", not "publish"', 'id is undefined']);
    expect((await post('/channels/other/messages', headers, '{}')).status).toBe(401);
  });

  test('AWS SNS rejects a request without a signature, or with a wrong one', async () => {
    service = await startAwsSns();
    expect((await post('/', {}, 'Action=Publish')).status).toBe(403);
    const authorization = `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260301/us-east-1/sns/aws4_request, SignedHeaders=host;x-amz-date, Signature=${'0'.repeat(64)}`;
    const answer = await post('/', { authorization, 'x-amz-date': '20260301T000000Z' }, 'Action=Publish');
    expect(await answer.text()).toContain('<Code>SignatureDoesNotMatch</Code>');
    expect(service.rows).toEqual([]);
  });
});

test('a response can be overridden for some requests, chosen by request, delayed, or replaced by a closed connection', async () => {
  service = await startHttp();
  const get = async (): Promise<number> => (await fetch(`${service?.url}/events`)).status;
  service.answerWith({ status: 503 }, 2);
  expect([await get(), await get(), await get()]).toEqual([503, 503, 200]);
  service.answerWith(({ method }) => (method === 'GET' ? { status: 418, afterMs: 5 } : undefined));
  expect(await get()).toBe(418);
  service.answerWith(HANG_UP, 1);
  await expect(get()).rejects.toThrow();
  service.answerWith(undefined);
  expect(await get()).toBe(200);
});
