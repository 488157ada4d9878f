import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newBudget, readBody, type Body } from './body.ts';

/** Sends bytes to a server that reads one body, and returns it and the sizes that were reserved. */
async function received(head: string, body: string | Buffer): Promise<{ body: Body; taken: number[] }> {
  const taken: number[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requested = once(server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`);
  socket.write(body);
  const found = await readBody((await requested)[0], (bytes) => taken.push(bytes) > 0);
  socket.destroy();
  server.close();
  return { body: found, taken };
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

test('chunks of one byte are copied into one buffer, whose size is reserved', async () => {
  const chunks = '1\r\nx\r\n'.repeat(50_000);
  const { body, taken } = await received('Transfer-Encoding: chunked', `${chunks}0\r\n\r\n`);
  expect(body).toEqual({ ok: true, bytes: Buffer.alloc(50_000, 'x') });
  expect(taken.length).toBeLessThan(10);
  expect(sum(taken)).toBeGreaterThanOrEqual(50_000);
  expect(sum(taken)).toBeLessThanOrEqual(2 * 50_000);
});

test('no more is reserved than the length that a sender announces', async () => {
  const text = 'y'.repeat(70_001);
  const plain = await received(`Content-Length: ${text.length}`, text);
  expect(plain.body).toEqual({ ok: true, bytes: Buffer.from(text) });
  expect(sum(plain.taken)).toBe(text.length);
  const packed = gzipSync(text);
  const gzip = await received(`Content-Encoding: gzip\r\nContent-Length: ${packed.length}`, packed);
  expect(gzip.body).toEqual({ ok: true, bytes: Buffer.from(text) });
});

test('a request returns what it holds, once', () => {
  const budget = newBudget(100);
  const [first, second] = [budget.hold(), budget.hold()];
  expect([first.take(60), second.take(60), second.take(40)]).toEqual([true, false, true]);
  first.release();
  first.release();
  expect([second.take(61), second.take(60)]).toEqual([false, true]);
});
