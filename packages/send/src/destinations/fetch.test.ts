import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttp } from '../../../../test/services/http.ts';
import type { Service } from '../../../../test/services/service.ts';
import { fetchHttp } from './http.ts';

let service: Service;
beforeEach(async () => {
  service = await startHttp();
});
afterEach(() => service.close());

const http = fetchHttp(fetch);
const { signal } = new AbortController();
const get = () => http({ method: 'GET', url: `${service.url}/events`, headers: {}, signal });

test('a response has its status, its headers by lower-case name, and its text', async () => {
  service.answerWith({ status: 418, headers: { 'X-Kind': 'teapot' }, body: 'short and stout ☕' });
  const answer = await get();
  expect([answer.status, answer.header('x-kind'), answer.header('none'), answer.text]).toEqual([
    418,
    'teapot',
    undefined,
    'short and stout ☕',
  ]);
});

test('reads at most 64 KiB of a response', async () => {
  service.answerWith({ status: 200, body: 'ü'.repeat(3_000_000) });
  const { text } = await get();
  expect(text).toBe('ü'.repeat(32_768));
});

test('sends the bytes of a view, not of its whole buffer', async () => {
  const body = new TextEncoder().encode('[1,2,3]-rest').subarray(0, 7);
  await http({ method: 'POST', url: `${service.url}/events`, headers: {}, body, signal });
  expect(service.requests[0]?.body.toString()).toBe('[1,2,3]');
});

test('sends no cookies and no referrer, uses no cache and follows no redirects', async () => {
  let asked: RequestInit | undefined;
  const spy: typeof fetch = async (_, init) => {
    asked = init;
    return new Response('');
  };
  await fetchHttp(spy)({ method: 'POST', url: 'https://example.com', headers: {}, signal });
  expect(asked).toMatchObject({
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
});

test('a missing response is an error with its reason and a hint', async () => {
  const failing: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const send = (url: string) => fetchHttp(failing)({ method: 'GET', url, headers: {}, signal });
  await expect(send('https://example.com/secret-path')).rejects.toMatchObject({
    kind: 'network',
    message: 'No response from example.com',
    detail: 'Failed to fetch',
    hint: expect.stringContaining('CORS'),
  });
  await expect(send('http://localhost:1')).rejects.toMatchObject({
    hint: expect.stringContaining('Check that the service is running.'),
  });
  await service.close();
  await expect(get()).rejects.toMatchObject({
    kind: 'network',
    detail: expect.stringContaining('ECONNREFUSED'),
  });
  service = await startHttp();
});

test('a response that breaks off is not a missing one', async () => {
  const cut: typeof fetch = async () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));
  await expect(
    fetchHttp(cut)({ method: 'POST', url: 'https://example.com/in', headers: {}, signal }),
  ).rejects.toMatchObject({
    kind: 'network',
    message: 'The response from example.com broke off',
    hint: expect.not.stringContaining('CORS'),
    uncertain: true,
  });
});
