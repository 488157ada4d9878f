import { BLOCKED_PORT, DeliveryError } from './error.ts';

/** Default of `HttpRequest.answerBytes`. */
export const ANSWER_BYTES = 65_536;

/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Sends the body in chunks, without a content length, which tells some services that it is a stream. `fetch` always sends the length. */
  readonly chunked?: boolean;
  /** Maximum bytes to read of the response. Default 64 KiB. */
  readonly answerBytes?: number;
  readonly signal: AbortSignal;
}

/** A response, read to its end. */
export interface HttpResponse {
  readonly status: number;
  /** A header by its lower-case name; undefined if it is missing, or hidden from the browser. */
  header(name: string): string | undefined;
  /** The body as text, cut off after `answerBytes` of the request. */
  readonly text: string;
}

/**
 * Sends one request. Resolves with any response, including errors. Rejects with the signal's reason if aborted, and with a
 * `DeliveryError` of kind `network` if there was no response. Never follows a redirect to another origin with credentials.
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * The engine's `Http` over `fetch`: without cookies, referrer or cache, and without following redirects, so that credentials only
 * reach the given host. A browser does not say why it blocks a request, so the error's hint names the usual reasons.
 */
export function fetchHttp(fetch: typeof globalThis.fetch): Http {
  return async ({ method, url, headers, body, answerBytes = ANSWER_BYTES, signal }) => {
    let response: Response | undefined;
    try {
      response = await fetch(url, {
        method,
        headers,
        // A batch is never in shared memory, which `fetch` would reject.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        body: (body ?? null) as BodyInit | null,
        signal,
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
      return await readAnswer(response, answerBytes);
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      const { host } = new URL(url);
      const isCut = response !== undefined;
      throw new DeliveryError(
        'network',
        isCut ? `The response from ${host} broke off` : `No response from ${host}`,
        {
          code: codeOf(cause),
          detail: reasonOf(cause),
          hint: isCut
            ? 'Check the network, and the proxy in front of the service if there is one.'
            : hintFor(url, cause),
          cause,
        },
      );
    }
  };
}

async function readAnswer(response: Response, answerBytes: number): Promise<HttpResponse> {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: await readText(response.body, answerBytes).catch(textOfUndecodable),
  };
}

/** A body with a wrong content encoding counts as an empty response, not as a network error. A browser can't tell the two apart. */
function textOfUndecodable(error: unknown): string {
  if (!UNDECODABLE.test(codeOf(error) ?? '')) throw error;
  return '';
}

/** Error codes of zlib and Brotli in Node. https://nodejs.org/api/zlib.html */
const UNDECODABLE = /^(Z_|ERR__ERROR_FORMAT)/;

async function readText(body: ReadableStream<Uint8Array> | null, answerBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let room = answerBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, room), { stream: true });
    room -= value.byteLength;
    // Discard the rest, so that an endless response blocks nothing.
    if (room <= 0) {
      await reader.cancel();
      return text;
    }
  }
}

/** Node's `fetch` gives the reason in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** What Node's `fetch` says of a port that it never connects to. */
const BAD_PORT = 'bad port';

/** Node's `fetch` also gives the system's error code: `ECONNREFUSED`. */
function codeOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message === BAD_PORT) return BLOCKED_PORT;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

/** Only Node tells the cause. */
function hintFor(url: string, error: unknown): string {
  if (codeOf(error) === BLOCKED_PORT) return 'fetch connects to no such port. Use another one.';
  if (error instanceof Error && error.cause !== undefined)
    return 'Check host and port, and that the service is running.';
  return new URL(url).protocol === 'http:'
    ? 'Check that the service is running. Browsers may block http:// requests from an https:// page; the command line can send them.'
    : 'Check the address and the network. Browsers also block services that do not allow other origins (CORS); the command line can reach them.';
}
