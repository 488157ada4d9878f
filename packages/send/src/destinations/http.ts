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
