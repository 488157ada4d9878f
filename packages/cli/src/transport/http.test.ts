import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { startHttp } from '../../../../test/services/http.ts';
import { startRaw, type RawServer } from '../../../../test/services/raw.ts';
import type { Service } from '../../../../test/services/service.ts';
import { newTransport, type Transport } from './http.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
const transport = (): Transport => {
  const made = newTransport();
  open.push(made);
  return made;
};
async function answering(...pieces: readonly string[]): Promise<RawServer> {
  const server = await startRaw(...pieces);
  open.push(server);
  return server;
}

const { signal } = new AbortController();
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';

describe('informational responses are skipped:', () => {
  test.each([
    ['100 in the same packet as the response', [CONTINUE + OK]],
    ['100 in its own packet', [CONTINUE, OK]],
    ['100 in two packets', [CONTINUE.slice(0, 11), CONTINUE.slice(11) + OK]],
    ['102', ['HTTP/1.1 102 Processing\r\n\r\n', OK]],
    ['103', [HINTS, OK]],
    ['several', [CONTINUE + CONTINUE, HINTS, OK]],
  ])('%s', async (_name, pieces) => {
    const server = await answering(...pieces);
    const { http } = transport();
    // The second request uses the same connection.
    for (const body of ['first', 'second']) {
      const answer = await http({ method: 'POST', url: server.url, headers: {}, body, signal });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: 'ok' });
    }
    expect(server.bodies).toEqual(['first', 'second']);
  });
});

/** A server of this behaviour on a free port. */
async function serving(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => onSocket(socket.on('error', () => socket.destroy())));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push({ close: async () => void (await once(server.close(), 'close')) });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

test('a response that comes before the body is sent ends the request, so that the body may be overwritten', async () => {
  const body = new Uint8Array(64 * 1024 * 1024).fill(97);
  const events = new EventEmitter();
  const closed = once(events, 'closed');
  let strange = 0;
  const url = await serving((socket) => {
    socket.once('data', () => socket.pause().write(OK));
    socket.once('close', () => events.emit('closed'));
    // The rest is read only after the sender has continued.
    events.once('overwritten', () =>
      socket.on('data', (chunk) => (strange += Number(Buffer.from(chunk).includes(98)))).resume(),
    );
  });
  const { http } = transport();
  const answer = await http({ method: 'POST', url, headers: {}, body, signal });
  body.fill(98);
  events.emit('overwritten');
  await closed;
  expect({ status: answer.status, strange }).toEqual({ status: 200, strange: 0 });
});

/** A server in a thread of its own, which answers with the number of connections so far. */
const COUNTING = `
  const { parentPort } = require('node:worker_threads');
  let connections = 0;
  const server = require('node:http').createServer((request, response) => {
    request.resume().once('end', () => response.end(String(connections)));
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('large requests share the connections of those before', async () => {
  const thread = new Worker(COUNTING, { eval: true });
  open.push({ close: async () => void (await thread.terminate()) });
  const [port] = (await once(thread, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/`;
  const { http } = transport();
  const body = new Uint8Array(5_000_000);
  let connections = 0;
  const sendInTurn = async (): Promise<void> => {
    for (let n = 0; n < cases(10); n++)
      connections = Number((await http({ method: 'POST', url, headers: {}, body, signal })).text);
  };
  await Promise.all([sendInTurn(), sendInTurn(), sendInTurn(), sendInTurn()]);
  expect(connections).toBe(4);
});

test('each request goes to its own address, and a signal that aborts later changes nothing', async () => {
  const [one, two] = [await answering(OK), await answering(OK)];
  const { http } = transport();
  const abort = new AbortController();
  for (const [{ url }, body] of [
    [one, 'a'],
    [one, 'b'],
    [two, 'c'],
    [one, 'd'],
  ] as const)
    await http({ method: 'POST', url, headers: {}, body, signal: abort.signal });
  abort.abort();
  await http({ method: 'POST', url: two.url, headers: {}, body: 'e', signal });
  expect([one.bodies, two.bodies]).toEqual([
    ['a', 'b', 'd'],
    ['c', 'e'],
  ]);
  await expect(
    http({ method: 'POST', url: one.url, headers: {}, body: 'f', signal: abort.signal }),
  ).rejects.toBe(abort.signal.reason);
  expect(one.bodies).toHaveLength(3);
});

test('an endless response is read up to the limit', async () => {
  const server = await answering('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x'.repeat(5000));
  const { http } = transport();
  const answer = await http({ method: 'GET', url: server.url, headers: {}, answerBytes: 100, signal });
  expect(answer.text).toBe('x'.repeat(100));
});

test('an aborted request rejects with the reason', async () => {
  const reason = new Error('enough');
  const abort = new AbortController();
  const url = await serving((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', () => abort.abort(reason));
    });
  });
  const { http } = transport();
  const sent = http({ method: 'POST', url, headers: {}, body: 'x', signal: abort.signal });
  await expect(sent).rejects.toBe(reason);
});

test.each([
  ['is truncated', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
  ['is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
])('a response that %s is a network error', async (_name, piece) => {
  const url = await serving((socket) => void socket.once('data', () => socket.end(piece)));
  const { http } = transport();
  await expect(http({ method: 'POST', url, headers: {}, body: 'x', signal })).rejects.toMatchObject({
    kind: 'network',
  });
});

let service: Service;
let client: Transport;
beforeEach(async () => {
  service = await startHttp();
  client = newTransport();
});
afterEach(async () => {
  await client.close();
  await service.close();
});

const textOf = async (body: string | Uint8Array, coding: string, answerBytes = 65_536): Promise<string> => {
  service.answerWith({ status: 200, headers: { 'content-encoding': coding }, body });
  const { signal } = new AbortController();
  const request = { method: 'GET', url: `${service.url}/events`, headers: {}, signal, answerBytes } as const;
  return (await client.http(request)).text;
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
