import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ably } from './ably.ts';
import { awsSns } from './aws-sns.ts';
import { http } from './http.ts';
import type { Arrived, Service, Taken } from './service.ts';
import { tinybird } from './tinybird.ts';

/** The first that understands a request takes it. */
const SERVICES: readonly Service[] = [tinybird, ably, awsSns, http];

/** Largest body, packed or not, in bytes: Tinybird takes 100 MB at most. */
const MOST_BYTES = 100_000_000;

/** What the server does with what arrives. */
export interface Receiver {
  /** Stores rows; the sender is answered when it is done. */
  readonly store: (taken: Taken, service: string) => Promise<void>;
}

/** A server under way. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for events, for programs on this machine and pages of any origin.
 *
 * @throws what Node says when the port cannot be had
 */
export async function listen(port: number, host: string, { store }: Receiver): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing, store).catch((error: unknown) => {
      // A sender that went away needs no answer; rows that could not be stored need one.
      if (outgoing.headersSent || incoming.destroyed) outgoing.destroy();
      else outgoing.writeHead(500).end(String(error));
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      // What is being sent may end; who keeps a connection open may not hold it up.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
      await closed;
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  store: Receiver['store'],
): Promise<void> {
  const headers = crossOrigin(incoming);
  if (incoming.method === 'OPTIONS') {
    outgoing.writeHead(204, headers).end();
    return;
  }
  const body = await bodyOf(incoming);
  if (typeof body === 'number') {
    outgoing.writeHead(body, { ...headers, connection: 'close' }).end();
    return;
  }
  const url = new URL(incoming.url ?? '/', 'http://receiver');
  const request: Arrived = {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    type: (incoming.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    body,
  };
  const service = SERVICES.find((each) => each.understands(request)) ?? http;
  const taken = service.take(request);
  await store(taken, service.name);
  outgoing.writeHead(taken.status, { ...headers, 'content-type': taken.type }).end(taken.body);
}

/** Any page may send here, also one from a public address. https://wicg.github.io/private-network-access/ */
const crossOrigin = ({ headers }: IncomingMessage): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-allow-private-network': 'true',
  'access-control-expose-headers': '*',
  'access-control-max-age': '600',
});

const unpack = promisify(gunzip);

/** The body unpacked; a status where it is too large or not what it says. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | number> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return 413;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip') return 415;
  return unpack(body, { maxOutputLength: MOST_BYTES }).catch(() => 400);
}
