import { ANSWER_BYTES, type Http, type HttpRequest, type HttpResponse } from '@catbird/send';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { Readable, type Transform } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { networkError } from './network-error.ts';

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Decodes a body up to `maxBytes`, because a few kilobytes may expand to gigabytes. A body that does not match its coding is returned
 * unchanged.
 */
async function decoded(body: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  const decoder = DECODERS[coding.trim().toLowerCase()]?.();
  if (decoder === undefined || body.byteLength === 0) return body;
  try {
    return await firstBytes(Readable.from([body]).pipe(decoder), maxBytes);
  } catch {
    return body;
  }
}

/**
 * The first bytes of a stream. The rest is cancelled, so an endless stream blocks nothing. Listeners take less time than an async
 * iterator.
 *
 * @throws the stream's error, also if it closes before its end
 */
function firstBytes(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  return new Promise((resolve, reject) => {
    const onEnd = (): void => resolve(Buffer.concat(chunks));
    const onClose = (): void => reject(stream.errored ?? new Error('The response broke off'));
    if (stream.destroyed) onClose();
    stream.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.byteLength;
      if (room > 0) return;
      onEnd();
      stream.destroy();
    });
    stream.once('end', onEnd).once('error', reject).once('close', onClose);
  });
}

/** An HTTP client with persistent connections. */
export interface Transport {
  readonly http: Http;
  /** Closes all connections. */
  readonly close: () => Promise<void>;
}

/** How long an idle connection stays open: shorter than in common servers. */
const IDLE_MS = 4000;

/** Timeout for connecting. */
const CONNECT_MS = 10_000;

/**
 * HTTP through Node's own client. It sends views of bytes without copying them, follows no redirects and skips informational
 * responses (100, 102, 103: https://www.rfc-editor.org/rfc/rfc9110#section-15.2). The first request loads it.
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
  const placeOf = newPlaces();
  return {
    async send({ method, url, headers, body, chunked = false, answerBytes = ANSWER_BYTES, signal }) {
      const { request, agent } = url.startsWith('https:') ? secure : plain;
      const encoding = chunked ? { 'transfer-encoding': 'chunked' } : {};
      signal.throwIfAborted();
      const sending = request({ ...placeOf(url), agent, method, headers: { ...headers, ...encoding } });
      sending.once('socket', limitConnecting);
      const cancel = (): void => void sending.destroy();
      // Node's own option does this, too, and takes longer.
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await readResponse(await answerTo(sending, body), answerBytes);
      } finally {
        signal.removeEventListener('abort', cancel);
        // Node may read the answer before it notices, in the same turn, that the last bytes were sent.
        if (!sending.writableFinished) await turn();
        // The caller may overwrite the body from now on, so the unsent rest must never be sent.
        if (!sending.writableFinished) sending.destroy();
      }
    },
    close() {
      plain.agent.destroy();
      secure.agent.destroy();
    },
  };
}

/** Reads addresses. Most requests go to the same one as the one before. */
function newPlaces(): (url: string) => RequestOptions {
  let last = '';
  let place: RequestOptions = {};
  return (url) => {
    if (url !== last) [last, place] = [url, urlToHttpOptions(new URL(url))];
    return place;
  };
}

/** Without this, an address that drops packets would use up the whole request timeout, and the rows would count as uncertain. */
function limitConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => {
    const message = `No connection within ${CONNECT_MS / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ERR_SOCKET_CONNECTION_TIMEOUT' }));
  }, CONNECT_MS);
  const clear = (): void => clearTimeout(timer);
  socket.once('connect', clear).once('close', clear);
}

/** The response to a request, once it begins. @throws Node's error without one */
const answerTo = (sending: ClientRequest, body: Uint8Array | string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sending.once('response', resolve);
    sending.on('error', reject);
    sending.end(body);
  });

const headOf = ({ statusCode = 0, headers }: IncomingMessage): Pick<HttpResponse, 'status' | 'header'> => ({
  status: statusCode,
  header(name) {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  },
});

const decoder = new TextDecoder();

async function readResponse(response: IncomingMessage, answerBytes: number): Promise<HttpResponse> {
  const { status, header } = headOf(response);
  const received = await firstBytes(response, answerBytes);
  // Without Accept-Encoding, a server may use any content coding. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
  const plain = await decoded(received, header('content-encoding') ?? '', answerBytes);
  return { status, header, text: decoder.decode(plain) };
}

/** A response whose body comes in pieces. */
export interface StreamedResponse extends Pick<HttpResponse, 'status' | 'header'> {
  /** @throws DeliveryError if it breaks off; the signal's reason if aborted */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Longest time until a response begins, and between two pieces of it. */
const SILENCE_MS = 600_000;

/** Sends a request whose response may be of any length. @throws DeliveryError without a response; the signal's reason if aborted */
export async function streamed({
  method,
  url,
  headers,
  body,
  signal,
}: HttpRequest): Promise<StreamedResponse> {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const failing = (cause: unknown): unknown =>
    signal.aborted ? signal.reason : networkError(new URL(url).host, cause);
  try {
    const sending = request(url, { method, headers, signal, timeout: SILENCE_MS });
    sending.once('socket', limitConnecting);
    sending.on('timeout', () => sending.destroy(new Error('No data for 10 minutes')));
    const response = await answerTo(sending, body);
    return { ...headOf(response), body: piecesOf(response, failing) };
  } catch (cause) {
    throw failing(cause);
  }
}

async function* piecesOf(
  response: AsyncIterable<Uint8Array>,
  failing: (cause: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response) yield piece;
  } catch (cause) {
    throw failing(cause);
  }
}
