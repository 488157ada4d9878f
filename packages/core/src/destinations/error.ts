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
 * | `unconfirmed` | the service answered as if it had taken the request, but the answer does not confirm the rows |
 * | `network` | no answer: refused, reset, unreachable, blocked by the browser |
 * | `timeout` | no answer in time |
 */
export type DeliveryErrorKind =
  | 'auth'
  | 'not-found'
  | 'rejected'
  | 'too-large'
  | 'rate-limited'
  | 'unavailable'
  | 'unconfirmed'
  | 'network'
  | 'timeout';

/** Codes of Node.js for requests that never left the machine. https://nodejs.org/api/errors.html#common-system-errors */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** By this status a service refuses a request before it works on it. https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 */
const NOT_NOW = 503;

/** Whether rows may have been stored, as far as kind, code and status tell. */
const isUncertain = (kind: DeliveryErrorKind, { code, status }: DeliveryErrorDetails): boolean =>
  kind === 'unconfirmed' ||
  kind === 'timeout' ||
  (kind === 'network' && !UNSENT.has(code ?? '')) ||
  (kind === 'unavailable' && status !== undefined && status >= 500 && status !== NOT_NOW);

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
  /**
   * The rows may have been stored although the request failed: it went out, and no answer in its own time, a 5xx other than 501 and 503,
   * or an answer without confirmation leaves open what became of them. The only definition of "uncertain"; a destination that knows
   * better says so. Refusals (429, 503, other 4xx) and requests that never went out are certain.
   */
  readonly uncertain: boolean;

  constructor(kind: DeliveryErrorKind, message: string, more: DeliveryErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.code = more.code;
    this.detail = more.detail?.slice(0, 2000);
    this.retryAfterMs = more.retryAfterMs;
    this.hint = more.hint;
    this.uncertain = more.uncertain ?? isUncertain(kind, more);
  }
}

/** The same error, about rows that may have been stored. */
export function asUncertain(error: DeliveryError): DeliveryError {
  if (error.uncertain) return error;
  const { kind, message, status, code, detail, retryAfterMs, hint, cause } = error;
  const details = { status, code, detail, retryAfterMs, hint, cause };
  return new DeliveryError(kind, message, { ...details, uncertain: true });
}

/** The optional parts of a `DeliveryError`; each is described there. */
export interface DeliveryErrorDetails {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly hint?: string | undefined;
  /** Default: what kind, code and status say. */
  readonly uncertain?: boolean | undefined;
  readonly cause?: unknown;
}
