/** The most of an answer that is read unless a request says otherwise, in bytes. */
export const ANSWER_BYTES = 65_536;

/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** The body goes in chunks, without its length before it, which tells some services that it is a stream. `fetch` always says the length. */
  readonly chunked?: boolean;
  /** The most of the answer that is read, in bytes. Default 64 KiB. */
  readonly answerBytes?: number;
  readonly signal: AbortSignal;
}

/** What came back, read to its end. */
export interface HttpResponse {
  readonly status: number;
  /** A header by its name in lower case; undefined where the answer has none, or a browser may not see it. */
  header(name: string): string | undefined;
  /** The body as text, cut after `answerBytes` of the request. */
  readonly text: string;
}

/**
 * Sends one request. Resolves with whatever the server answered, errors included. Rejects with the signal's reason when aborted,
 * and with a `DeliveryError` of kind `network` when there was no answer. Never follows a redirect to another origin with credentials.
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;
