import { invalid, messagesOf, type Invalid } from '@catbird/engine';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { accessOf, type Allowed } from '../transport/access.ts';
import { awsSns, awsSqs, s3 } from './aws.ts';
import { MAX_BYTES, newBudget, readBody, type Budget } from './body.ts';
import { elasticsearch, otlp, splunk } from './logs.ts';
import {
  ably,
  http,
  respondJson,
  tinybird,
  type ReceivedRequest,
  type Reply,
  type Service,
} from './services.ts';

/** What the receiver stands in for, each with the name of its destination's command. The first one that matches a request handles it. */
export const services: readonly Service[] = [
  s3,
  tinybird,
  ably,
  awsSns,
  awsSqs,
  elasticsearch,
  splunk,
  otlp,
  http,
];

/** What a server does with requests. */
interface Receiver {
  /** Who may send, besides programs and pages of this machine. */
  readonly allowed: Allowed;
  /** Stores rows. The response is sent once they are stored. */
  readonly store: (reply: Reply, service: string) => Promise<void>;
  /** Called with the reason when a request is refused. */
  readonly refused: (reason: string) => void;
}

/** A running server. */
interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for events from programs and pages of this machine, and from whoever else is allowed. Every request gets a response.
 *
 * @throws Node's error if the port is not available
 */
export async function listen(port: number, host: string, receiver: Receiver): Promise<Listening> {
  const budget = newBudget(MAX_BYTES);
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing, receiver, budget));
  // Node would close the connection of a client that uses this server as a proxy.
  server.on('connect', (_, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n'),
  );
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      // Requests in flight may finish; connections kept open must not delay the end.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
      await closed;
    },
  };
}

/** Handles a request. Never throws. */
async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  receiver: Receiver,
  budget: Budget,
): Promise<void> {
  const access = accessOf(incoming, receiver.allowed, 'GET, POST, PUT, PATCH');
  const headers = access.ok ? access.headers : {};
  const send = ({ status, type, body, headers: own }: Omit<Reply, 'lines' | 'rows'>): void =>
    void outgoing.writeHead(status, { ...headers, ...own, 'content-type': type }).end(body);
  const refuse = (status: number, { issues }: Invalid): void => {
    const reason = messagesOf(issues).join('. ');
    receiver.refused(reason);
    send(respondJson(status, { error: reason }));
  };
  const { take, release } = budget.hold();
  try {
    if (!access.ok) refuse(403, access);
    else if (incoming.method === 'OPTIONS') outgoing.writeHead(204, headers).end();
    else {
      const body = await readBody(incoming, take);
      if (body.ok) send(await stored(incoming, body.bytes, receiver));
      else refuse(body.status, body);
    }
  } catch (error) {
    const isGone = incoming.destroyed && !incoming.complete;
    if (isGone || outgoing.headersSent) outgoing.destroy();
    else
      refuse(500, invalid(`The receiver failed: ${error instanceof Error ? error.message : String(error)}`));
  } finally {
    release();
  }
}

/** Lets the matching service extract the rows, and stores them. */
async function stored(incoming: IncomingMessage, body: Buffer, { store }: Receiver): Promise<Reply> {
  const [, path = '', query = ''] = /^(?:[a-z]+:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(incoming.url ?? '') ?? [];
  const request: ReceivedRequest = {
    method: incoming.method ?? '',
    path,
    query: new URLSearchParams(query),
    type: (incoming.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body,
  };
  const service = services.find((each) => each.matches(request)) ?? http;
  const reply = service.reply(request);
  await store(reply, service.name);
  return reply;
}
