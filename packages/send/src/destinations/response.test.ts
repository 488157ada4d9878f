import { describe, expect, test } from 'vitest';
import type { HttpResponse } from './http.ts';
import { isHtml, isWrongHost, kindOfStatus, member, oneLine, refusal, retryAfterMs } from './response.ts';

const answer = (status: number, headers: Readonly<Record<string, string>> = {}, text = ''): HttpResponse => ({
  status,
  header: (name) => headers[name],
  text,
});

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('how long a service asks to wait', () => {
  test.each<[string, Readonly<Record<string, string>>, number | undefined]>([
    ['no header', {}, undefined],
    ['seconds', { 'retry-after': '2' }, 2000],
    ['seconds with surrounding space', { 'retry-after': ' 2 ' }, 2000],
    ['a fraction of a second, rounded up', { 'retry-after': '0.2' }, 1000],
    ['zero seconds', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
    ['a past date', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['words', { 'retry-after': 'in a while' }, undefined],
    ['seconds until the reset', { 'x-ratelimit-reset': '5' }, 5000],
    ['the time of the reset', { 'x-ratelimit-reset': String(NOW / 1000 + 8) }, 8000],
    ['a past reset', { 'x-ratelimit-reset': String(NOW / 1000 - 8) }, 0],
    ['milliseconds', { 'x-amz-retry-after': '150' }, 150],
    ['Amazon’s header before Retry-After', { 'x-amz-retry-after': '1', 'retry-after': '2' }, 1],
    ['both: Retry-After before the reset', { 'retry-after': '2', 'x-ratelimit-reset': '5' }, 2000],
    ['words, and a reset', { 'retry-after': 'x', 'x-ratelimit-reset': '5' }, 5000],
    ['a negative number', { 'x-ratelimit-reset': '-5' }, undefined],
  ])('%s', (_, headers, expected) => {
    expect(retryAfterMs(answer(429, headers), NOW)).toBe(expected);
  });
});

test.each([
  [0, 'not-found'],
  [302, 'not-found'],
  [402, 'rejected'],
  [407, 'auth'],
  [410, 'not-found'],
  [418, 'rejected'],
  [422, 'rejected'],
  [425, 'unavailable'],
  [501, 'rejected'],
  [507, 'unavailable'],
  [599, 'unavailable'],
] as const)('a status of %i is "%s"', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind);
});

test.each([
  ['by its type', { 'content-type': 'text/html; charset=utf-8' }, 'x', true],
  ['by its text', {}, '\n <!DOCTYPE HTML><html>', true],
  ['by its text without a doctype', {}, '<html lang="en">', true],
  ['not JSON', { 'content-type': 'application/json' }, '{"html": "<html>"}', false],
  ['not XML', { 'content-type': 'text/xml' }, '<?xml version="1.0"?><htmlish/>', false],
  ['not another element', {}, '<htmlish>', false],
])('a web page is recognised: %s', (_, headers, text, expected) => {
  expect(isHtml(answer(200, headers, text))).toBe(expected);
});

test('a web page shows a wrong host, unless its status is that of a proxy', () => {
  const page = (status: number) => answer(status, { 'content-type': 'text/html' });
  expect([200, 302, 400, 401, 403, 404, 405].filter((status) => !isWrongHost(page(status)))).toEqual([]);
  expect([408, 413, 425, 429, 500, 502, 503, 504].filter((status) => isWrongHost(page(status)))).toEqual([]);
  expect(isWrongHost(answer(404))).toBe(false);
});

test('a line is one short line without secrets', () => {
  expect(oneLine(' a\n\tsecret  b\r\n', ['secret'])).toBe('a [hidden] b');
  expect(oneLine('x'.repeat(2000), [])).toHaveLength(501);
});

test('a member is found if it is an own property', () => {
  const value: unknown = JSON.parse('{"error": {"code": 1, "__proto__": 2}, "list": [3]}');
  expect(member(value, 'error', 'code')).toBe(1);
  expect(member(value, 'error', '__proto__')).toBe(2);
  expect(member(value, 'list', '0')).toBe(3);
  for (const path of [['none'], ['error', 'toString'], ['constructor'], ['error', 'code', 'x']])
    expect(member(value, ...path)).toBeUndefined();
  expect(member(null, 'a')).toBeUndefined();
  expect(member('text', 'length')).toBeUndefined();
});

test('the error names a redirect, even if a browser hides its status', () => {
  const what = { service: 'The service', kind: 'not-found', words: 'x', secrets: [], now: NOW } as const;
  expect(refusal(answer(301), what).message).toBe(
    'The service returned 301: a redirect, which Catbird does not follow',
  );
  expect(refusal(answer(0), what)).toMatchObject({
    message: 'The service responded: a redirect, which Catbird does not follow',
    status: undefined,
    hint: expect.stringContaining('Enter the address that it redirects to') as string,
  });
});
