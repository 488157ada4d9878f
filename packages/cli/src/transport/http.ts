import { ANSWER_BYTES, DeliveryError, type Http, type HttpResponse } from '@catbird/core/destinations';
import type { Dispatcher } from 'undici';

/** A way to send HTTP requests, which keeps connections open for the next one. */
export interface Transport {
  readonly http: Http;
  /** Lets go of all connections. */
  close(): Promise<void>;
}

/** HTTP by undici's `request`, which sends a view of bytes without copying it and follows no redirect. Loaded by the first request. */
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
        throw networkError(request.url, cause);
      }
    },
    close: async () => (await loading)?.agent.destroy(),
  };
}

async function load(): Promise<{ readonly send: Http; readonly agent: Dispatcher }> {
  const { Agent, request } = await import('undici');
  // How long an answer may take is the run's to say.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return {
    agent,
    async send({ method, url, headers, body, answerBytes = ANSWER_BYTES, signal }) {
      const response = await request(url, {
        dispatcher: agent,
        method,
        headers: { ...headers },
        body: body ?? null,
        signal,
      });
      return readAnswer(response, answerBytes);
    },
  };
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  answerBytes: number,
): Promise<HttpResponse> {
  const decoder = new TextDecoder();
  let text = '';
  let room = answerBytes;
  // Leaving the loop lets go of the rest, so that an endless answer holds nothing up.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    room -= chunk.byteLength;
    if (room <= 0) break;
  }
  return {
    status: statusCode,
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    },
    text: text + decoder.decode(),
  };
}

function networkError(url: string, cause: unknown): DeliveryError {
  const { host } = new URL(url);
  const code = codeOf(cause);
  return new DeliveryError('network', `No answer from ${host}`, {
    code,
    detail: cause instanceof Error && cause.message !== '' ? cause.message : code,
    hint: HINTS[code ?? ''] ?? 'Check the address and the network.',
    cause,
  });
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What to do about the usual codes. https://nodejs.org/api/errors.html#common-system-errors */
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Check host and port.',
  ENOTFOUND: 'There is no such host. Check the address.',
  EAI_AGAIN: 'The name could not be looked up. Check the network.',
  ECONNRESET: 'The connection was cut. Is it the right port, and the right protocol (http or https)?',
  UND_ERR_SOCKET: 'The connection was cut. Is it the right port, and the right protocol (http or https)?',
  UND_ERR_CONNECT_TIMEOUT: 'Nothing answered at that address. Check host, port and firewall.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed: give it to Node by NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The certificate is not trusted: give its issuer to Node by NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate is not trusted: give its issuer to Node by NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'The certificate of that host has expired.',
};
