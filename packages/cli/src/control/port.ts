import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostName, isLoopback } from '../transport/host-name.ts';
import { newBudget, readBody, type Held } from '../receive/body.ts';
import { reply, type Reply } from './requests.ts';
import type { Steering } from './steering.ts';

/** A server on this machine that changes running streams. */
export interface ControlPort {
  close(): Promise<void>;
}

/** Maximum size of a request's body: a rate of 10,000 points has about 200 kB. */
const MAX_BYTES = 2 ** 20;
/** Maximum size of all bodies at a time. */
const MAX_BYTES_OF_ALL = 8 * MAX_BYTES;

/**
 * Serves the control of streams on 127.0.0.1: `GET /`, `PUT /rate`, `POST /pause`, `POST /resume`, `POST /live`, `PUT /faults`, each for all
 * streams, or for one with `?stream=NAME`. Programs of this machine may use it, pages may not: a browser names their origin, and a
 * page that resolves its own name to this machine (DNS rebinding) has that name in `Host`.
 *
 * @throws Node's error if the port is not available
 */
export async function serveControl(port: number, streams: () => readonly Steering[]): Promise<ControlPort> {
  const budget = newBudget(MAX_BYTES_OF_ALL);
  const server = createServer((request, response) => void handle(request, response, streams, budget.hold()));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Responds to a request. Never throws. */
async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  streams: () => readonly Steering[],
  { take, giveBack }: Held,
): Promise<void> {
  const send = ({ status, value }: Reply): void => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(`${JSON.stringify(value)}\n`);
  };
  const problem = strangerOf(request);
  try {
    if (problem !== undefined) {
      request.resume();
      send({ status: 403, value: { error: problem } });
      return;
    }
    const body = await readBody(request, take, MAX_BYTES);
    if (!body.ok) {
      // The rest of the body may still be on its way.
      response.setHeader('connection', 'close');
      send({ status: body.status, value: { error: body.reason } });
    } else send(reply(request.method ?? '', request.url ?? '', body.bytes.toString(), streams()));
  } catch {
    // The sender disconnected.
    response.destroy();
  } finally {
    giveBack();
  }
}

/** Why a request may not come from a program of this machine; undefined if it may. */
function strangerOf({
  headers: { host = '', origin, 'sec-fetch-site': site },
}: IncomingMessage): string | undefined {
  if (origin !== undefined || (site !== undefined && site !== 'none'))
    return 'Pages may not control a stream. Use a program such as curl';
  if (!isLoopback(hostName(host) ?? '')) return 'The Host header must name this machine, such as 127.0.0.1';
  return undefined;
}
