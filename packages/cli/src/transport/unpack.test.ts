import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttp } from '../../../../test/services/http.ts';
import type { Service } from '../../../../test/services/service.ts';
import { newTransport, type Transport } from './http.ts';

let service: Service;
let transport: Transport;
beforeEach(async () => {
  service = await startHttp();
  transport = newTransport();
});
afterEach(async () => {
  await transport.close();
  await service.close();
});

const textOf = async (body: string | Uint8Array, coding: string, answerBytes = 65_536): Promise<string> => {
  service.answerWith({ status: 200, headers: { 'content-encoding': coding }, body });
  const { signal } = new AbortController();
  const request = { method: 'GET', url: `${service.url}/events`, headers: {}, signal, answerBytes } as const;
  return (await transport.http(request)).text;
};

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)(
  'a response with content coding %s is decoded, although it was not requested',
  async (coding, pack) => {
    expect(await textOf(pack('{"ünïcode": 1}'), coding)).toBe('{"ünïcode": 1}');
  },
);

test('a small response that expands to 200 MB is read up to the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
  expect(bomb.byteLength).toBeLessThan(300_000);
  expect(await textOf(bomb, 'gzip', 1_000_000)).toBe('x'.repeat(1_000_000));
});

test.each([
  ['plain text labelled gzip', 'plain', 'gzip'],
  ['an unknown coding', 'plain', 'compress'],
  ['two codings', 'plain', 'gzip, gzip'],
  ['an empty body', '', 'gzip'],
])('%s is returned unchanged', async (_, body, coding) => {
  expect(await textOf(body, coding)).toBe(body);
});

test('a truncated or damaged response is not decoded in part', async () => {
  const packed = gzipSync('{"successful_rows": 3}');
  const damaged = Uint8Array.from(packed, (byte, i) => (i === packed.length - 8 ? byte ^ 1 : byte));
  for (const body of [packed.subarray(0, packed.length - 6), damaged])
    expect(await textOf(body, 'gzip')).not.toContain('successful_rows');
});
