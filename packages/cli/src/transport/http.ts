import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_BYTES, type Http, type HttpResponse } from '@catbird/core/destinations';
import { networkError } from './network-error.ts';
import { firstBytes, unpacked } from './unpack.ts';

/** A way to send HTTP requests, which keeps connections open for the next one. */
export interface Transport {
  readonly http: Http;
  /** Lets go of all connections. */
  close(): Promise<void>;
}

/** Longest time that a connection is kept without a request, in milliseconds: less than servers keep theirs. */
const IDLE_MS = 4000;

/** Longest time that connecting may take, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * HTTP by Node's own client, which sends a view of bytes without copying it, follows no redirect, and passes over informational
 * answers that nobody asked for (100, 102, 103: https://www.rfc-editor.org/rfc/rfc9110#section-15.2). Loaded by the first request.
 */
export function newTransport(): Transport {
  let loading: ReturnType<typeof load> | undefined;
  return {
    async http({ signal, ...request }) {
      signal.throwIfAborted();
      const { send } = await (loading ??= load());
      try {
        return await send({ signal, ...request });
      } catch (cause) {
        if (signal.aborted) throw signal.reason;
        throw networkError(new URL(request.url).host, cause);
      }
    },
    close: async () => (await loading)?.close(),
  };
}

interface Client {
  readonly send: Http;
  close(): void;
}

async function load(): Promise<Client> {
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const options = { keepAlive: true, timeout: IDLE_MS };
  const plain = { request: http.request, agent: new http.Agent(options) };
  const secure = { request: https.request, agent: new https.Agent(options) };
  return {
    async send({ method, url, headers, body, chunked = false, answerBytes = ANSWER_BYTES, signal }) {
      const { request, agent } = url.startsWith('https:') ? secure : plain;
      const encoding = chunked ? { 'transfer-encoding': 'chunked' } : {};
      const sending = request(url, { agent, method, headers: { ...headers, ...encoding }, signal });
      sending.once('socket', endSlowConnecting);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sending.once('response', resolve);
        sending.on('error', reject);
        sending.end(body);
      });
      const response = await readAnswer(answer, answerBytes);
      // The caller may overwrite the bytes from here on: those that are not out yet must never go.
      if (!sending.writableFinished) sending.destroy();
      return response;
    },
    close() {
      plain.agent.destroy();
      secure.agent.destroy();
    },
  };
}

/** Without this, an address that swallows packets is tried for as long as the request may take, and nobody knows that nothing was sent. */
function endSlowConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => {
    const message = `No connection within ${CONNECT_MS / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ERR_SOCKET_CONNECTION_TIMEOUT' }));
  }, CONNECT_MS);
  const clear = (): void => clearTimeout(timer);
  socket.once('connect', clear).once('close', clear);
}

async function readAnswer(answer: IncomingMessage, answerBytes: number): Promise<HttpResponse> {
  const { statusCode = 0, headers } = answer;
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  };
  const read = await firstBytes(answer as AsyncIterable<Uint8Array>, answerBytes);
  // Whoever is not told how an answer may be packed may pack it as it likes. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
  const plain = await unpacked(read, header('content-encoding') ?? '', answerBytes);
  return { status: statusCode, header, text: new TextDecoder().decode(plain) };
}
