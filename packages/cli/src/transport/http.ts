import { Readable } from 'node:stream';
import { ANSWER_BYTES, type Http, type HttpResponse } from '@catbird/core/destinations';
import type { Dispatcher } from 'undici';
import { networkError } from './network-error.ts';
import { firstBytes, unpacked } from './unpack.ts';

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
        throw networkError(new URL(request.url).host, cause);
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
    async send({ method, url, headers, body, chunked = false, answerBytes = ANSWER_BYTES, signal }) {
      const response = await request(url, {
        dispatcher: agent,
        method,
        headers: { ...headers },
        body: chunked && body !== undefined ? Readable.from([Buffer.from(body)]) : (body ?? null),
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
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  };
  const read = await firstBytes(body as AsyncIterable<Uint8Array>, answerBytes);
  // Whoever is not told how an answer may be packed may pack it as it likes. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
  const plain = await unpacked(read, header('content-encoding') ?? '', answerBytes);
  return { status: statusCode, header, text: new TextDecoder().decode(plain) };
}
