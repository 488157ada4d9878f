import { DeliveryError, fetchHttp, type HttpRequest } from '@catbird/send';
import { expect, test } from 'vitest';
import { withCorsProbe } from './target.ts';

const PAGE = 'https://catbird.example';

const post = (headers: Readonly<Record<string, string>>): HttpRequest => ({
  method: 'POST',
  url: 'https://events.example:8443/in?key=secret',
  headers,
  body: '{"row":1}',
  signal: new AbortController().signal,
});

/** A page whose requests fail as those that the browser blocks, and a service that responds to probes or not. */
function blocked(isUp: boolean, setting?: string) {
  const probes: [string, RequestInit | undefined][] = [];
  const http = withCorsProbe(
    () => () => Promise.reject(new DeliveryError('network', 'No response from events.example:8443')),
    (input, init) => {
      probes.push([input instanceof Request ? input.url : String(input), init]);
      return isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'));
    },
    PAGE,
    setting,
  );
  return { http, probes };
}

test('a service that responds to the probe does not allow the page: the error says which headers it must send', async () => {
  const { http, probes } = blocked(true);
  const request = post({ authorization: 'Bearer secret', 'content-type': 'application/x-ndjson' });
  await expect(http(request)).rejects.toMatchObject({
    kind: 'blocked',
    message: 'events.example:8443 runs, but the browser hides its responses from this page',
    hint: expect.stringContaining(
      `Access-Control-Allow-Origin: ${PAGE} and Access-Control-Allow-Headers: authorization, content-type`,
    ) as string,
    uncertain: false,
  });
  expect(probes).toMatchObject([
    ['https://events.example:8443/', { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }],
  ]);
  expect(probes[0]?.[1]).not.toHaveProperty('body');
  expect(probes[0]?.[1]).not.toHaveProperty('headers');
});

test('the error names the setting of the service, if it has one', async () => {
  const { http } = blocked(true, 'Set http.cors.allow-origin in elasticsearch.yml.');
  await expect(http(post({}))).rejects.toMatchObject({
    hint: expect.stringContaining(
      `${PAGE}. Set http.cors.allow-origin in elasticsearch.yml. The command line`,
    ) as string,
  });
});

test('events that were sent without asking first may have been stored', async () => {
  const { http } = blocked(true);
  await expect(http(post({ 'content-type': 'text/plain' }))).rejects.toMatchObject({
    kind: 'blocked',
    uncertain: true,
  });
});

test('an outage stays one, and the origin is asked only once', async () => {
  const { http, probes } = blocked(false);
  for (let n = 0; n < 3; n++) await expect(http(post({}))).rejects.toMatchObject({ kind: 'network' });
  expect(probes).toHaveLength(1);
});

test.each([
  ['has responded before', () => new Response()],
  [
    'responds, with a body that breaks off',
    () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })),
  ],
])('a service that %s is not asked', async (_, first) => {
  const asked: unknown[] = [];
  const http = withCorsProbe(
    fetchHttp,
    (input) =>
      asked.push(input) === 1 ? Promise.resolve(first()) : Promise.reject(new TypeError('Failed to fetch')),
    PAGE,
  );
  await http(post({ authorization: 'x' })).catch((error: unknown) =>
    expect(error).toMatchObject({ kind: 'network', uncertain: true }),
  );
  await expect(http(post({}))).rejects.toMatchObject({ kind: 'network' });
  expect(asked).toHaveLength(2);
});
