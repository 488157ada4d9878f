import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { here } from '../here.ts';

let server: Server | undefined;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server?.close();
  await (server && once(server, 'close'));
});

/** A server without TLS. @returns its host */
async function startServer(answer: (received: string) => string | undefined): Promise<string> {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const text = answer(data.toString('latin1'));
      if (text !== undefined) socket.write(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Redis waits for the end of the line. It tells everyone that a password is missing. */
const redis = (received: string): string | undefined =>
  received === 'PING\r\n' ? '-NOAUTH Authentication required.\r\n' : undefined;

/** Postgres answers to a request for TLS with a letter. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const postgres = (received: string): string | undefined =>
  received === '\0\0\0\b\x04\xD2\x16\x2F' ? 'N' : undefined;

test.each([
  ['rediss', '', redis, 'Use redis:// instead of rediss://'],
  ['postgres', '?sslmode=require', postgres, 'Remove sslmode from the address'],
] as const)(
  '%s: a state in a server without TLS is an error at once',
  async (scheme, query, answer, remedy) => {
    const host = await startServer(answer);
    const state = `${scheme}://user:a-secret@${host}/2/orders${query}`;
    const { code, err } = await here(['log', '--limit', '1', '--state', state]);
    expect(code).toBe(2);
    expect(err).toContain(`--state cannot be read: ${host} does not support TLS. ${remedy}`);
    expect(err).not.toContain('a-secret');
  },
);
