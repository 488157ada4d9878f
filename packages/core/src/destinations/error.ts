/**
 * Why a request failed, in words that all services share.
 *
 * | kind | meaning |
 * |---|---|
 * | `auth` | the credentials were refused or may not write here |
 * | `not-found` | the host answered, but there is no such data source, channel, topic … or it is the wrong host |
 * | `rejected` | the service understood the request and will never take these rows |
 * | `too-large` | the request was too large; fewer rows may go through |
 * | `rate-limited` | too many requests: later |
 * | `unavailable` | the service is at fault: later |
 * | `network` | no answer: refused, reset, unreachable, blocked by the browser |
 * | `timeout` | no answer in time; the rows may have arrived |
 */
export type DeliveryErrorKind =
  'auth' | 'not-found' | 'rejected' | 'too-large' | 'rate-limited' | 'unavailable' | 'network' | 'timeout';

/** What a service, or the way to it, did to one request. The only error that a connection's `send` may throw, besides an abort. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly kind: DeliveryErrorKind;
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** The service's own code: `40142`, `InvalidParameter`. */
  readonly code: string | undefined;
  /** The service's own words, shortened to 2,000 characters. Free of secrets. */
  readonly detail: string | undefined;
  /** How long the service asks to be left alone, in milliseconds, unclamped. */
  readonly retryAfterMs: number | undefined;
  /** What a person can do about it, in one or two sentences. */
  readonly hint: string | undefined;

  constructor(kind: DeliveryErrorKind, message: string, more: DeliveryErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.code = more.code;
    this.detail = more.detail?.slice(0, 2000);
    this.retryAfterMs = more.retryAfterMs;
    this.hint = more.hint;
  }
}

/** The optional parts of a `DeliveryError`; each is described there. */
export interface DeliveryErrorDetails {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}
