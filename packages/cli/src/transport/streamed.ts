import type { IncomingMessage } from 'node:http';
import { networkError } from './network-error.ts';

/** A response whose body comes in pieces. */
export interface StreamedResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** @throws DeliveryError if it breaks off; the signal's reason if aborted */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What is sent. */
export interface StreamedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
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
}: StreamedRequest): Promise<StreamedResponse> {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const failing = (cause: unknown): unknown =>
    signal.aborted ? signal.reason : networkError(new URL(url).host, cause);
  try {
    const sending = request(url, { method, headers, signal, timeout: SILENCE_MS });
    sending.on('timeout', () => sending.destroy(new Error('No data for 10 minutes')));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      sending.once('response', resolve);
      sending.on('error', reject);
      sending.end(body);
    });
    return {
      status: response.statusCode ?? 0,
      header(name) {
        const value = response.headers[name];
        return typeof value === 'string' ? value : value?.join(', ');
      },
      body: piecesOf(response, failing),
    };
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
