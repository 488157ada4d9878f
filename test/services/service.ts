import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A received request. */
export interface Received {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Delay of the response, in milliseconds. Default 0. */
  readonly afterMs?: number;
}

/** Instead of a response: closes the connection. */
export const HANG_UP = 'hang up';

/** A response, a closed connection, or a function that chooses; undefined for the service's own response. */
export type Answering =
  Answer | typeof HANG_UP | ((request: Received) => Answer | typeof HANG_UP | undefined);

/** A running stand-in for a service on this machine. */
export interface Service {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  /** All requests except CORS preflights, in order of arrival. */
  readonly requests: readonly Received[];
  /** All CORS preflights. */
  readonly preflights: readonly Received[];
  /** Everything in the requests that the service does not document. Empty if all is well. */
  readonly faults: readonly string[];
  /** Accepted rows, as parsed JSON, in order. */
  readonly rows: readonly unknown[];
  /** Overrides the service's own response for the next `times` requests (default: all). `undefined` restores it. */
  answerWith(answering: Answering | undefined, times?: number): void;
  close(): Promise<void>;
}

/** The CORS headers of a service. */
export interface Cors {
  readonly methods: readonly string[];
  /** Lower-case names. */
  readonly headers: readonly string[];
  /** Names of response headers that a page may read. */
  readonly exposed: readonly string[];
}

/** The parts of a stand-in. */
export interface ServiceParts {
  readonly cors: Cors;
  /** The service's own response. `fault` records what is wrong with a request; `take` stores a row. */
  readonly respond: (
    request: Received,
    fault: (words: string) => void,
    take: (row: unknown) => void,
  ) => Answer;
}

/** Starts a stand-in on a free port of 127.0.0.1. */
export async function startService({ cors, respond }: ServiceParts): Promise<Service> {
  const requests: Received[] = [];
  const preflights: Received[] = [];
  const faults: string[] = [];
  const rows: unknown[] = [];
  const note = (words: string): number => faults.push(words);
  const take = (row: unknown): number => rows.push(row);
  let override: { answering: Answering; left: number } | undefined;

  const overridden = (request: Received): Answer | typeof HANG_UP | undefined => {
    if (override === undefined || override.left <= 0) return undefined;
    override.left--;
    return typeof override.answering === 'function' ? override.answering(request) : override.answering;
  };

  const answerTo = (request: Received): Answer | typeof HANG_UP => {
    try {
      return overridden(request) ?? respond(request, note, take);
    } catch (error) {
      note(`the request is unreadable: ${String(error)}`);
      return { status: 400 };
    }
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await receive(incoming);
    const isPreflight = request.method === 'OPTIONS';
    (isPreflight ? preflights : requests).push(request);
    const answer = isPreflight ? preflight(request, cors) : answerTo(request);
    if (answer === HANG_UP) outgoing.destroy();
    else await reply(outgoing, { ...answer, headers: { ...allowed(cors), ...answer.headers } });
  };

  // Ignores senders that disconnect in the middle of a request.
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    preflights,
    faults,
    rows,
    answerWith(answering, times = Number.POSITIVE_INFINITY) {
      override = answering === undefined ? undefined : { answering, left: times };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const body = await buffer(incoming);
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? '',
    target,
    path: mark < 0 ? target : target.slice(0, mark),
    query: Object.fromEntries(new URLSearchParams(mark < 0 ? '' : target.slice(mark))),
    headers: Object.fromEntries(headers),
    body,
  };
}

/** https://fetch.spec.whatwg.org/#cors-preflight-fetch: a browser does not send a request with headers that are not allowed. */
function preflight(request: Received, cors: Cors): Answer {
  const asked = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .filter((name) => name !== '');
  const method = request.headers['access-control-request-method'] ?? '';
  const fits =
    cors.methods.includes(method) && asked.every((name) => cors.headers.includes(name.trim().toLowerCase()));
  if (!fits) return { status: 403 };
  return {
    status: 204,
    headers: {
      ...allowed(cors),
      'access-control-allow-methods': cors.methods.join(', '),
      'access-control-allow-headers': cors.headers.join(', '),
      'access-control-max-age': '600',
    },
  };
}

const allowed = ({ exposed }: Cors): Record<string, string> => ({
  'access-control-allow-origin': '*',
  ...(exposed.length === 0 ? {} : { 'access-control-expose-headers': exposed.join(', ') }),
});

async function reply(
  outgoing: ServerResponse,
  { status, headers, body, afterMs = 0 }: Answer,
): Promise<void> {
  if (afterMs > 0) await setTimeout(afterMs, undefined, { ref: false });
  outgoing.writeHead(status, headers).end(body);
}

/** A JSON response. */
export const jsonAnswer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
