import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { byteLength } from '@catbird/engine';
import {
  DeliveryError,
  failedCheck,
  type CheckResult,
  type Connection,
  type DestinationEnv,
} from '@catbird/send';
import { WebSocketServer } from 'ws';
import { createHash } from 'node:crypto';
import { errorCode } from '../files/error-code.ts';
import {
  crossOrigin,
  refusalOf,
  targetOf,
  queryProblem,
  sendEvents,
  sendMessages,
  sendPoll,
} from './serve-answers.ts';
import { addressOf } from '../transport/listening.ts';
import type { ServeConfig } from './serve.ts';
import { allRows, recentRows } from './serve-history.ts';
import { newHub, type Hub } from './serve-hub.ts';

/** Memory for readers that are a little slower than others. */
const RECENT_BYTES = 16 * 2 ** 20;
/** How long the end of a stream waits for a reader that does not read. */
const PATIENCE_MS = 5000;
/** Most bytes that a reader may send in a message: none is expected. */
const MAX_MESSAGE_BYTES = 1024;

const ANSWERS: Readonly<Record<string, typeof sendEvents>> = { '/events': sendEvents, '/poll': sendPoll };

/** Listens for readers. @throws DeliveryError if the port is not available */
export async function open(config: ServeConfig, env: DestinationEnv): Promise<Connection> {
  const { each } = config;
  const numberOf = env.stream?.rowNumber ?? ((index: number) => index);
  const note = env.note ?? (() => undefined);
  const server = createServer();
  const port = await listen(server, config);
  const history = each ? await allRows(numberOf) : recentRows(RECENT_BYTES, numberOf);
  const hub = newHub({ history, each, note });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  /** Ends a response whose rows cannot be read any more. */
  const broken = (error: unknown, reader: { destroy(): unknown }): void => {
    note(`A reader was disconnected: ${error instanceof Error ? error.message : String(error)}`);
    reader.destroy();
  };
  server.on('request', (request, response) => {
    answer(request, response, { config, hub }).catch((error: unknown) => broken(error, response));
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const problem = refusalOf(request, config) ?? pathProblem(request);
    socket.on('error', () => socket.destroy());
    if (problem === undefined)
      sockets.handleUpgrade(request, socket, head, (client) => {
        sendMessages(client, request, hub).catch((error: unknown) => broken(error, socket));
      });
    else
      socket.end(
        `HTTP/1.1 ${problem.status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${problem.message}\n`,
      );
  });
  const query = config.token === undefined ? '' : '?token=…';
  note(`Listening on http://${addressOf(config.host, port)}/${query}`);
  let isClosed = false;
  return {
    async send(batch, { signal, stopping }) {
      await hub.offer(batch, signal, stopping).catch((error: unknown) => {
        throw signal.aborted || error === stopping?.reason ? error : keepError(error);
      });
      return { accepted: batch.count, quarantined: 0, rejected: 0, bytes: byteLength(batch) };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await hub.end(PATIENCE_MS);
      await closed(server, sockets);
      await history.close();
    },
  };
}

/** Tries the port. */
export async function check(config: ServeConfig): Promise<CheckResult> {
  const server = createServer();
  try {
    const port = await listen(server, config);
    await closed(server);
    return { ok: true, message: `${addressOf(config.host, port)} is free. Nothing was served.` };
  } catch (error) {
    return failedCheck(error);
  }
}

async function listen(server: Server, { host, port }: ServeConfig): Promise<number> {
  server.listen(Number(port), host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenError(cause, addressOf(host, port));
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : Number(port);
}

const HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there. Choose another --port.',
  EACCES: 'Choose a --port of at least 1024.',
  EADDRNOTAVAIL: 'This machine does not have that address. Choose another --host.',
  ENOTFOUND: 'Unknown host. Check --host.',
};

const listenError = (cause: unknown, address: string): DeliveryError => {
  const code = errorCode(cause);
  return new DeliveryError('not-found', `Could not listen on ${address}`, {
    code,
    hint: HINTS[code ?? ''] ?? 'Check --host and --port.',
    cause,
  });
};

const keepError = (cause: unknown): DeliveryError =>
  new DeliveryError('not-found', 'Could not keep events for readers in a temporary file', {
    code: errorCode(cause),
    detail: cause instanceof Error ? cause.message : undefined,
    hint: 'Set TMPDIR to a folder with more space, or leave out --each.',
    cause,
  });

/** How long WebSockets may take to say goodbye. */
const GOODBYE_MS = 1000;

async function closed(server: Server, sockets?: WebSocketServer): Promise<void> {
  const over = once(server, 'close');
  server.close();
  const late = setTimeout(() => {
    for (const client of sockets?.clients ?? []) client.terminate();
    server.closeAllConnections();
  }, GOODBYE_MS);
  server.closeIdleConnections();
  await over;
  clearTimeout(late);
}

const pathProblem = (
  request: IncomingMessage,
): { readonly status: number; readonly message: string } | undefined => {
  if (targetOf(request).pathname !== '/ws') return { status: 404, message: 'WebSockets are at /ws' };
  const message = queryProblem(request);
  return message === undefined ? undefined : { status: 400, message };
};

/** Responds to a request. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { config, hub }: { readonly config: ServeConfig; readonly hub: Hub },
): Promise<void> {
  const headers = crossOrigin(request, config);
  const send = (status: number, text: string, more: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8', ...more });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  request.resume();
  if (request.method === 'OPTIONS') return send(204, '');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'Use GET\n');
  const refused = refusalOf(request, config);
  if (refused !== undefined) return send(refused.status, `${refused.message}\n`);
  const { pathname } = targetOf(request);
  if (pathname === '/') return send(200, PAGE, PAGE_HEADERS);
  const respond = Object.hasOwn(ANSWERS, pathname) ? ANSWERS[pathname] : undefined;
  if (respond === undefined)
    return send(404, 'Events are at /events (server-sent events), /ws (WebSocket) and /poll\n');
  const problem = queryProblem(request);
  if (problem !== undefined) return send(400, `${problem}\n`);
  if (request.method === 'HEAD') return send(200, '');
  await respond(request, response, hub, headers);
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem; }
  h1 { font-size: 1.3rem; }
  ol { list-style: none; padding: 0; font: 13px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
  li { border-top: 1px solid #8884; padding: .2rem 0; }
  b { color: #777; font-weight: normal; margin-right: .8em; }
`;

/** Shows at most 100 rows, ten times a second, so that a fast stream does not stall the page. */
const SCRIPT = `
  const list = document.querySelector('ol'), status = document.querySelector('p'), pause = document.querySelector('button');
  let total = 0, lost = 0, state = 'Waiting for events', latest = [], paused = false;
  const source = new EventSource('events' + location.search);
  source.onopen = () => { state = 'Connected'; };
  source.onmessage = ({ lastEventId, data }) => {
    total++;
    latest.push([lastEventId, data]);
    if (latest.length > 100) latest.shift();
  };
  source.addEventListener('lost', ({ data }) => { lost += JSON.parse(data).rows; });
  source.addEventListener('end', () => { state = 'The stream has ended'; source.close(); });
  source.onerror = () => { state = source.readyState === 2 ? 'Not connected' : 'Connecting again'; };
  pause.onclick = () => { paused = !paused; pause.textContent = paused ? 'Resume' : 'Pause'; };
  let before = 0, rate = 0;
  setInterval(() => { rate = total - before; before = total; }, 1000);
  setInterval(() => {
    status.textContent = state + ' · ' + total.toLocaleString('en') + ' events · ' + rate.toLocaleString('en') + '/s'
      + (lost > 0 ? ' · ' + lost.toLocaleString('en') + ' lost' : '');
    if (paused) return;
    list.replaceChildren(...latest.toReversed().map(([id, data]) => {
      const item = document.createElement('li'), number = document.createElement('b');
      number.textContent = id;
      item.append(number, data);
      return item;
    }));
  }, 100);
`;

/** A page that shows the stream. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Catbird: events</title>
<style>${STYLE}</style>
<h1>Events</h1>
<p role="status">Connecting</p>
<button type="button">Pause</button>
<ol></ol>
<script>${SCRIPT}</script>
</html>
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Headers of the page: nothing from elsewhere. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};
