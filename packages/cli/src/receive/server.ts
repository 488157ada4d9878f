import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ably } from './ably.ts';
import { accessOf, type Allowed } from './access.ts';
import { awsSns } from './aws-sns.ts';
import { MAX_BYTES, newBudget, readBody, type Budget } from './body.ts';
import { http } from './http.ts';
import { respondJson, type ReceivedRequest, type Service, type Reply } from './service.ts';
import { tinybird } from './tinybird.ts';

/** The first one that matches a request handles it. */
const SERVICES: readonly Service[] = [tinybird, ably, awsSns, http];

/** What a server does with requests. */
export interface Receiver {
  /** Who may send, besides programs and pages of this machine. */
  readonly allowed: Allowed;
  /** Stores rows. The response is sent once they are stored. */
  readonly store: (reply: Reply, service: string) => Promise<void>;
  /** Called with the reason when a request is refused. */
  readonly refused: (reason: string) => void;
}

/** A running server. */
export interface Listening {
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
  const access = accessOf(incoming, receiver.allowed);
  const headers = access.ok ? access.headers : {};
  const send = ({ status, type, body }: Pick<Reply, 'status' | 'type' | 'body'>): void =>
    void outgoing.writeHead(status, { ...headers, 'content-type': type }).end(body);
  const refuse = (status: number, reason: string): void => {
    receiver.refused(reason);
    send(respondJson(status, { error: reason }));
  };
  const { take, giveBack } = budget.hold();
  try {
    if (!access.ok) refuse(403, access.reason);
    else if (incoming.method === 'OPTIONS') outgoing.writeHead(204, headers).end();
    else {
      const body = await readBody(incoming, take);
      if (body.ok) send(await stored(incoming, body.bytes, receiver));
      else refuse(body.status, body.reason);
    }
  } catch (error) {
    const isGone = incoming.destroyed && !incoming.complete;
    if (isGone || outgoing.headersSent) outgoing.destroy();
    else refuse(500, `The receiver failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    giveBack();
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
    body,
  };
  const service = SERVICES.find((each) => each.matches(request)) ?? http;
  const reply = service.reply(request);
  await store(reply, service.name);
  return reply;
}
