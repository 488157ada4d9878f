import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostName, isLoopback, ANY_ORIGIN, originsOf } from '../transport/listening.ts';
import type { ServeConfig } from './serve.ts';
import type { WebSocket } from 'ws';
import type { Row } from './serve-history.ts';
import type { Hub } from './serve-hub.ts';

/** Why a request may not read. */
interface Refused {
  readonly status: number;
  readonly message: string;
}

/** Path and query of a request. */
export const targetOf = ({ url = '/' }: IncomingMessage): URL =>
  new URL(URL.canParse(url, 'http://localhost') ? url : '/', 'http://localhost');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The token of a request, in its header or query. */
const tokenOf = (request: IncomingMessage): string =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
  targetOf(request).searchParams.get('token') ??
  '';

/** Whether a page of this origin is that of the server itself. */
const isOwn = (origin: string, host: string): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;

const isAllowed = (origin: string, list = ''): boolean =>
  originsOf(list).some((each) => each === origin || each === ANY_ORIGIN);

/**
 * Why a request may not read; undefined if it may. Without a token, only this machine can connect, but a page may resolve its own name
 * to this machine (DNS rebinding): then that name is in `Host`. Browsers do not stop pages from opening WebSockets, but name their origin.
 */
export function refusalOf(
  request: IncomingMessage,
  { token, origin: origins }: Pick<ServeConfig, 'token' | 'origin'>,
): Refused | undefined {
  const { host = '', origin } = request.headers;
  if (token !== undefined && !timingSafeEqual(digest(tokenOf(request)), digest(token)))
    return {
      status: 401,
      message: 'Missing or wrong token. Send it as Authorization: Bearer TOKEN, or as ?token=TOKEN',
    };
  if (token === undefined && !isLoopback(hostName(host) ?? ''))
    return { status: 403, message: 'The Host header must name this machine, such as 127.0.0.1' };
  if (origin !== undefined && !isOwn(origin, host) && !isAllowed(origin, origins))
    return { status: 403, message: 'Pages of this origin may not read. To allow them, use --origin' };
  return undefined;
}

/** Headers that let a page read the response. */
export function crossOrigin(
  { headers: { origin } }: IncomingMessage,
  { origin: origins }: Pick<ServeConfig, 'origin'>,
): Readonly<Record<string, string>> {
  if (origin === undefined || !isAllowed(origin, origins)) return {};
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, last-event-id',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  };
}

/** How often a stream without events gets a comment, so that proxies keep it open. */
const HEARTBEAT_MS = 15_000;
/** How long a poll waits for an event. */
const POLL_MS = 25_000;
/** Most rows of a poll, and its default. */
const MOST_ROWS = 1000;

/** The number that a request wants to begin at; undefined: none; NaN: it is not a number. */
function fromOf(request: IncomingMessage): number | undefined {
  const last = request.headers['last-event-id'];
  const from = targetOf(request).searchParams.get('from');
  if (typeof last === 'string' && last !== '') return wholeOf(last) + 1;
  return from === null ? undefined : wholeOf(from);
}

const wholeOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);

const peerOf = ({ socket }: IncomingMessage): string => `${socket.remoteAddress}:${socket.remotePort}`;

/** Server-sent events. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function sendEvents(
  request: IncomingMessage,
  response: ServerResponse,
  hub: Hub,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const gone = goneOf(response);
  const write = (text: string): Promise<void> => settled(gone, (done) => response.write(text, done));
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
  const isOver = await hub
    .follow({
      name: `Reader ${peerOf(request)} of /events`,
      from: fromOf(request),
      gone,
      write: (rows) => write(rows.map(eventOf).join('')),
      skipped: (rows) => write(`event: lost\ndata: {"rows":${rows}}\n\n`),
    })
    .finally(() => clearInterval(heartbeat));
  response.end(isOver ? 'event: end\ndata: {}\n\n' : undefined);
}

const eventOf = ({ number, text }: Row): string => `id: ${number}\ndata: ${text}\n\n`;

/** One response with the rows from a number on. */
export async function sendPoll(
  request: IncomingMessage,
  response: ServerResponse,
  hub: Hub,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const gone = goneOf(response);
  const most = wholeOf(targetOf(request).searchParams.get('n') ?? String(MOST_ROWS));
  const from = fromOf(request);
  const limit = Math.min(most, MOST_ROWS);
  const { rows, lost, written } = await hub.take(from, limit, { waitMs: POLL_MS, gone });
  const last = rows.at(-1)?.number;
  const next = last === undefined ? from : last + 1;
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const body = `{"rows":[${rows.map(({ text }) => text).join(',')}],"lost":${lost}${next === undefined ? '' : `,"next":${next}`}}\n`;
  await settled(gone, (done) => response.end(body, () => done()));
  if (!gone.aborted || response.writableFinished) written();
}

/** Why the query of a request is invalid; undefined if it is valid. */
export function queryProblem(request: IncomingMessage): string | undefined {
  if (Number.isNaN(fromOf(request))) return 'from and Last-Event-ID must be the number of an event, from 0';
  const most = targetOf(request).searchParams.get('n');
  return most === null || wholeOf(most) > 0 ? undefined : 'n must be a whole number above 0';
}

/** Text messages, one for each row. https://www.rfc-editor.org/rfc/rfc6455 */
export async function sendMessages(client: WebSocket, request: IncomingMessage, hub: Hub): Promise<void> {
  const left = new AbortController();
  client.on('close', () => left.abort());
  // A broken connection also closes.
  client.on('error', () => left.abort());
  const gone = left.signal;
  const isOver = await hub.follow({
    name: `Reader ${peerOf(request)} of /ws`,
    from: fromOf(request),
    gone,
    write: (rows) =>
      settled(gone, (done) =>
        rows.forEach(({ text }, i) => client.send(text, i === rows.length - 1 ? done : undefined)),
      ),
    // A message is an event, so there is no room for more.
    skipped: () => Promise.resolve(),
  });
  if (isOver) client.close(1000, 'The stream has ended');
  else client.terminate();
}

/** Aborts when the connection of a response is closed. */
function goneOf(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.on('close', () => left.abort());
  response.on('error', () => left.abort());
  return left.signal;
}

/** Resolves once a write is done, or the reader has left. */
const settled = (gone: AbortSignal, write: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      gone.removeEventListener('abort', done);
      resolve();
    };
    gone.addEventListener('abort', done, { once: true });
    if (gone.aborted) done();
    else write(done);
  });
