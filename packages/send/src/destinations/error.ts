import type { CheckResult } from './destination.ts';

/**
 * Why a request failed, in terms that all services share.
 *
 * | kind | meaning |
 * |---|---|
 * | `auth` | the credentials are invalid, or not allowed to write here |
 * | `not-found` | the data source, channel, topic … does not exist, or the host is wrong |
 * | `rejected` | the service understood the request and will never accept these rows |
 * | `too-large` | the request was too large; fewer rows may be accepted |
 * | `rate-limited` | too many requests; retry later |
 * | `unavailable` | the service is at fault; retry later |
 * | `unconfirmed` | the response looks like success but does not confirm the rows |
 * | `network` | no response: connection refused or reset, host unreachable, or blocked by the browser |
 * | `timeout` | no response in time |
 * | `blocked` | the service responds, but the browser hides it from the page: the service allows no other origins (CORS) |
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
  | 'timeout'
  | 'blocked';

/** The code of a request to a port that `fetch` connects to nowhere. https://fetch.spec.whatwg.org/#port-blocking */
export const BLOCKED_PORT = 'ERR_BLOCKED_PORT';

/** Node.js error codes of requests that were never sent. https://nodejs.org/api/errors.html#common-system-errors */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  BLOCKED_PORT,
]);

/** Codes of certificates that are not trusted: nothing was sent to their hosts. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;

const isUnsent = (code: string): boolean => UNSENT.has(code) || UNTRUSTED.test(code);

/** With this status a service refuses a request before processing it. https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 */
const SERVICE_UNAVAILABLE = 503;

/** Whether rows may have been stored, judging by kind, code and status. */
const isUncertain = (kind: DeliveryErrorKind, { code, status }: DeliveryErrorDetails): boolean =>
  kind === 'unconfirmed' ||
  kind === 'timeout' ||
  (kind === 'network' && !isUnsent(code ?? '')) ||
  (kind === 'unavailable' && status !== undefined && status >= 500 && status !== SERVICE_UNAVAILABLE);

/** A request that failed because of the service or the network. The only error that a connection's `send` may throw, besides an abort. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly kind: DeliveryErrorKind;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The service's error code: `40142`, `InvalidParameter`. */
  readonly code: string | undefined;
  /** The service's error message, cut to 2,000 characters. Free of secrets. */
  readonly detail: string | undefined;
  /** How long the service asks to wait, in milliseconds, unclamped. */
  readonly retryAfterMs: number | undefined;
  /** What to do about it, in one or two sentences. */
  readonly hint: string | undefined;
  /**
   * Whether the rows may have been stored although the request failed: it was sent, and then timed out, lost its connection, got a
   * 5xx other than 501 and 503, or a response without confirmation. The only definition of "uncertain"; a destination can override
   * it. Refused requests (429, 503, other 4xx) and requests that were never sent are certain.
   */
  readonly uncertain: boolean;
  /**
   * Whether the service rejected the request as a whole because of some of its rows, and stored nothing: the others may be accepted in
   * requests without them.
   */
  readonly divisible: boolean;
  /**
   * For `not-found`: whether the place is missing that the route of a row names, where it has one. Other rows may have another place, so
   * only such rows are rejected. Default: no row is at fault, as if the host or the bucket is missing.
   */
  readonly ofRoute: boolean;

  constructor(kind: DeliveryErrorKind, message: string, more: DeliveryErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
    this.code = more.code;
    this.detail = more.detail?.slice(0, 2000);
    this.retryAfterMs = more.retryAfterMs;
    this.hint = more.hint;
    this.uncertain = more.uncertain ?? isUncertain(kind, more);
    this.divisible = more.divisible ?? false;
    this.ofRoute = more.ofRoute ?? false;
  }
}

/** The same error of another kind, or with other details. */
export function revised(
  error: DeliveryError,
  {
    kind = error.kind,
    message = error.message,
    ...more
  }: DeliveryErrorDetails & { readonly kind?: DeliveryErrorKind; readonly message?: string },
): DeliveryError {
  const { status, code, detail, retryAfterMs, hint, uncertain, divisible, ofRoute, cause } = error;
  const details = { status, code, detail, retryAfterMs, hint, uncertain, divisible, ofRoute, cause };
  return new DeliveryError(kind, message, { ...details, ...more });
}

/** The same error, but uncertain: the rows may have been stored. */
export const asUncertain = (error: DeliveryError): DeliveryError =>
  error.uncertain ? error : revised(error, { uncertain: true });

/** The same error, but certain: the rows were not sent. */
export const asCertain = (error: DeliveryError): DeliveryError =>
  error.uncertain ? revised(error, { uncertain: false }) : error;

/** The same error with another hint. */
export const hinted = (error: DeliveryError, hint: string | undefined): DeliveryError =>
  hint === error.hint ? error : revised(error, { hint });

/** The optional properties of a `DeliveryError`, described there. */
export interface DeliveryErrorDetails {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly hint?: string | undefined;
  /** Default: derived from kind, code and status. */
  readonly uncertain?: boolean | undefined;
  /** Default: false. */
  readonly divisible?: boolean | undefined;
  /** Default: false. */
  readonly ofRoute?: boolean | undefined;
  readonly cause?: unknown;
}

/** The result of a failed connection test. Rethrows anything but a `DeliveryError`. */
export function failedCheck(error: unknown): CheckResult {
  if (!(error instanceof DeliveryError)) throw error;
  const message = error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
  return { ok: false, message, kind: error.kind };
}
