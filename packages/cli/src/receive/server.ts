import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ably } from './ably.ts';
import { admit, type Guests } from './admission.ts';
import { awsSns } from './aws-sns.ts';
import { MOST_BYTES, newBudget, readBody, type Budget } from './body.ts';
import { http } from './http.ts';
import { jsonAnswer, type Arrived, type Service, type Taken } from './service.ts';
import { tinybird } from './tinybird.ts';

/** The first that understands a request takes it. */
const SERVICES: readonly Service[] = [tinybird, ably, awsSns, http];

/** What the server does with what arrives. */
export interface Receiver {
  /** Who may send, besides programs and pages of this machine. */
  readonly guests: Guests;
  /** Stores rows; the sender is answered when it is done. */
  readonly store: (taken: Taken, service: string) => Promise<void>;
  /** Told why a request was refused before anything was taken from it. */
  readonly refused: (reason: string) => void;
}

/** A server under way. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for events, of programs and pages of this machine and of guests. Every request is answered.
 *
 * @throws what Node says when the port cannot be had
 */
export async function listen(port: number, host: string, receiver: Receiver): Promise<Listening> {
  const budget = newBudget(MOST_BYTES);
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing, receiver, budget));
  // Node would hang up on who takes this for a proxy.
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
      // What is being sent may end; who keeps a connection open may not hold it up.
      setTimeout(() => server.closeAllConnections(), 1000).unref();
      await closed;
    },
  };
}

/** Answers a request. Never throws. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  receiver: Receiver,
  budget: Budget,
): Promise<void> {
  const admission = admit(incoming, receiver.guests);
  const headers = admission.ok ? admission.headers : {};
  const send = ({ status, type, body }: Pick<Taken, 'status' | 'type' | 'body'>): void =>
    void outgoing.writeHead(status, { ...headers, 'content-type': type }).end(body);
  const refuse = (status: number, reason: string): void => {
    receiver.refused(reason);
    send(jsonAnswer(status, { error: reason }));
  };
  let held = 0;
  const take = (bytes: number): boolean => {
    const isTaken = budget.take(bytes);
    if (isTaken) held += bytes;
    return isTaken;
  };
  try {
    if (!admission.ok) refuse(403, admission.reason);
    else if (incoming.method === 'OPTIONS') outgoing.writeHead(204, headers).end();
    else {
      const body = await readBody(incoming, take);
      if (body.ok) send(await taken(incoming, body.bytes, receiver));
      else refuse(body.status, body.reason);
    }
  } catch (error) {
    const isGone = incoming.destroyed && !incoming.complete;
    if (isGone || outgoing.headersSent) outgoing.destroy();
    else refuse(500, `The receiver failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    budget.giveBack(held);
  }
}

/** Has a request's service take its rows, and stores them. */
async function taken(incoming: IncomingMessage, body: Buffer, { store }: Receiver): Promise<Taken> {
  const [, path = '', query = ''] = /^(?:[a-z]+:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(incoming.url ?? '') ?? [];
  const request: Arrived = {
    method: incoming.method ?? '',
    path,
    query: new URLSearchParams(query),
    type: (incoming.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase(),
    body,
  };
  const service = SERVICES.find((each) => each.understands(request)) ?? http;
  const rows = service.take(request);
  await store(rows, service.name);
  return rows;
}
