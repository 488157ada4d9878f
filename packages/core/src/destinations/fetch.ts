import { DeliveryError } from './error.ts';
import { ANSWER_BYTES, type Http, type HttpResponse } from './http.ts';

/**
 * `fetch` as the engine's way to send: without cookies, referrer or cache, and without following a redirect, so that
 * credentials reach the given host only. A browser that blocks a request does not say why, so the error's hint names the usual reasons.
 */
export function fetchHttp(fetch: typeof globalThis.fetch): Http {
  return async ({ method, url, headers, body, answerBytes = ANSWER_BYTES, signal }) => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        // A batch never lies in shared memory, which `fetch` would refuse.
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
      throw new DeliveryError('network', `No answer from ${new URL(url).host}`, {
        code: codeOf(cause),
        detail: reasonOf(cause),
        hint: hintFor(url),
        cause,
      });
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

/** A body that is not packed as it says came whole and says nothing, which is another thing than no answer. A browser does not tell the two apart. */
function textOfUndecodable(error: unknown): string {
  if (!UNDECODABLE.test(codeOf(error) ?? '')) throw error;
  return '';
}

/** Codes of Node's zlib, and of its Brotli. https://nodejs.org/api/zlib.html */
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
    // The rest is let go, so that an endless answer holds nothing up.
    if (room <= 0) {
      await reader.cancel();
      return text;
    }
  }
}

/** Node's `fetch` says why in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** Node's `fetch` also says what the system said: `ECONNREFUSED`. */
function codeOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

const hintFor = (url: string): string =>
  new URL(url).protocol === 'http:'
    ? 'Is anything listening there? A page that was loaded over https may be kept from calling http addresses; the command line is not.'
    : 'Check the address and the network. A browser also blocks services that do not answer other origins (CORS); the command line is not bound by that.';
