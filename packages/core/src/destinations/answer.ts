import type { CheckResult } from './destination.ts';
import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import { redact } from './redact.ts';

/**
 * What a status says when the service has no code of its own to say it better.
 * Repeated are those that the common clients repeat: 408, 425, 429 and 5xx without 501.
 */
export function kindOfStatus(status: number): DeliveryErrorKind {
  if (status < 400) return 'not-found';
  return STATUS_KINDS[status] ?? (status < 500 ? 'rejected' : 'unavailable');
}

const STATUS_KINDS: Readonly<Record<number, DeliveryErrorKind>> = {
  401: 'auth',
  403: 'auth',
  404: 'not-found',
  405: 'not-found',
  407: 'auth',
  408: 'unavailable',
  410: 'not-found',
  413: 'too-large',
  425: 'unavailable',
  429: 'rate-limited',
  501: 'rejected',
};

/** Whether the service took the request. */
export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/**
 * How long the service asks to be left alone, in milliseconds; undefined when it does not say. Read are `x-amz-retry-after` (milliseconds),
 * `Retry-After` (seconds or a date, https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3) and `X-RateLimit-Reset` (seconds from now,
 * or since 1970), in this order.
 *
 * @param now milliseconds since 1970
 */
export function retryAfterMs(response: HttpResponse, now: number): number | undefined {
  const amazon = wholeNumber(response.header('x-amz-retry-after'));
  if (amazon !== undefined) return amazon;
  const retryAfter = response.header('retry-after')?.trim();
  const seconds = wholeNumber(retryAfter);
  if (seconds !== undefined) return seconds * 1000;
  const date = retryAfter === undefined ? Number.NaN : Date.parse(retryAfter);
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const reset = wholeNumber(response.header('x-ratelimit-reset'));
  if (reset === undefined) return undefined;
  return reset < SINCE_1970 ? reset * 1000 : Math.max(0, reset * 1000 - now);
}

/** A number of seconds from here on is a moment since 1970 (September 2001), not a delay. */
const SINCE_1970 = 1_000_000_000;

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : undefined;

/** Whether the answer is a page for people: the sign of a wrong host. */
export const isHtml = (response: HttpResponse): boolean =>
  (response.header('content-type') ?? '').includes('text/html') ||
  /^\s*<(!doctype html|html)\b/i.test(response.text);

/**
 * Whether the answer is a page where the service would have answered: the host is another one. A proxy's page that says
 * "too large", "too many" or "not available" speaks for the service behind it, and its status is to be believed.
 */
export const isWrongHost = (response: HttpResponse): boolean =>
  isHtml(response) && ['not-found', 'auth', 'rejected'].includes(kindOfStatus(response.status));

/** The text as one line of at most `most` characters (default 500), without the secrets. */
export const oneLine = (text: string, secrets: readonly string[], most = 500): string => {
  const line = redact(text, secrets).replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

/** The text as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Member of an unknown value: `member(answer, 'error', 'code')`; undefined where there is none. */
export const member = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(name) : undefined,
    value,
  );

/** What is known of a refused request, for `refusal`. */
export interface Refusal {
  /** The service by its name: `Tinybird`. */
  readonly service: string;
  readonly kind: DeliveryErrorKind;
  /** The service's own code. */
  readonly code?: string | undefined;
  /** The service's own words. */
  readonly words: string;
  readonly hint?: string | undefined;
  /** Default: what kind, code and status say. */
  readonly uncertain?: boolean | undefined;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The error for a request that the service answered and did not take. */
export function refusal(response: HttpResponse, what: Refusal): DeliveryError {
  const redirects = response.status < 400 && !isSuccess(response);
  const words = redirects ? 'a redirect, which is not followed' : oneLine(what.words, what.secrets);
  // A browser hides the status of a redirect and says 0.
  const status = response.status === 0 ? '' : ` ${response.status}`;
  const code = what.code === undefined ? '' : ` (${what.code})`;
  return new DeliveryError(
    what.kind,
    `${what.service} answered${status}${code}${words === '' ? '' : `: ${words}`}`,
    {
      status: response.status,
      code: what.code,
      detail: words === '' ? undefined : words,
      retryAfterMs: retryAfterMs(response, what.now),
      hint: what.hint,
      uncertain: what.uncertain,
    },
  );
}

/** A failed connection test in words. Anything but a `DeliveryError` is thrown on. */
export function failedCheck(error: unknown): CheckResult {
  if (!(error instanceof DeliveryError)) throw error;
  const message = error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
  return { ok: false, message, kind: error.kind };
}
