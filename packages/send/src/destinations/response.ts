import { DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import { redact } from './redact.ts';

/**
 * The kind of an HTTP status, for responses without a more precise code of the service.
 * The retried ones are those that common clients retry: 408, 425, 429 and 5xx except 501.
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

/** Whether the status is 2xx. */
export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/**
 * How long the service asks to wait, in milliseconds; undefined if it does not say. Reads `x-amz-retry-after` (milliseconds),
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

/** From here on, seconds count since 1970 (this is September 2001) and are not a delay. */
const SINCE_1970 = 1_000_000_000;

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : undefined;

/** Whether the response is a web page, which suggests a wrong host. */
export const isHtml = (response: HttpResponse): boolean =>
  (response.header('content-type') ?? '').includes('text/html') ||
  /^\s*<(!doctype html|html)\b/i.test(response.text);

/** What of a response may confirm rows. A web page confirms none, whatever it says. */
export const confirmingText = (response: HttpResponse): string => (isHtml(response) ? '' : response.text);

/** Whether all ids differ, as those of rows that were stored do. */
export const areDistinct = (ids: readonly unknown[]): boolean => new Set(ids).size === ids.length;

/**
 * Whether the response is a web page that shows a wrong host. A proxy's page for "too large", "too many" or "not available" speaks for
 * the service behind it, so its status counts.
 */
export const isWrongHost = (response: HttpResponse): boolean =>
  isHtml(response) && ['not-found', 'auth', 'rejected'].includes(kindOfStatus(response.status));

/** The text as one line of at most `most` characters (default 500), with secrets redacted. */
export const oneLine = (text: string, secrets: readonly string[], most = 500): string => {
  const line = redact(text, secrets).replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

/** Whether a value is a text that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A nested member of an unknown value: `member(answer, 'error', 'code')`; undefined if it is missing. */
export const member = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(name) : undefined,
    value,
  );

/** Details of a request that a service refused, for `refusal`. */
export interface Refusal {
  /** Name of the service: `Tinybird`. */
  readonly service: string;
  readonly kind: DeliveryErrorKind;
  /** The service's error code. */
  readonly code?: string | undefined;
  /** The service's error message. */
  readonly words: string;
  readonly hint?: string | undefined;
  /** In place of the hint that a redirect has. */
  readonly redirectHint?: string | undefined;
  /** Default: derived from kind, code and status. */
  readonly uncertain?: boolean | undefined;
  /** Whether only some of the rows are the cause, and none was stored. Default: false. */
  readonly divisible?: boolean | undefined;
  /** Whether the place that the route of a row names is missing. Default: false. */
  readonly ofRoute?: boolean | undefined;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const REDIRECT_HINT =
  'Enter the address that it redirects to. If that is a login page, log in to the network or proxy first.';

/** The hint, which says so if the service wants credentials and has got none. */
const withoutCredentials = ({ kind, secrets, hint }: Refusal): string | undefined =>
  kind === 'auth' && secrets.every((secret) => secret === '')
    ? ['No credentials were given.', hint].filter((each) => each !== undefined).join(' ')
    : hint;

/** The error for a request that got a response other than success. */
export function refusal(response: HttpResponse, what: Refusal): DeliveryError {
  const redirects = response.status < 400 && !isSuccess(response);
  const words = redirects ? 'a redirect, which Catbird does not follow' : oneLine(what.words, what.secrets);
  // Browsers report the status of a redirect as 0.
  const status = response.status === 0 ? undefined : response.status;
  const code = what.code === undefined ? '' : ` (${what.code})`;
  return new DeliveryError(
    what.kind,
    `${what.service} ${status === undefined ? 'responded' : `returned ${status}`}${code}${words === '' ? '' : `: ${words}`}`,
    {
      status,
      code: what.code,
      detail: words === '' ? undefined : words,
      retryAfterMs: retryAfterMs(response, what.now),
      hint: redirects ? (what.redirectHint ?? REDIRECT_HINT) : withoutCredentials(what),
      uncertain: what.uncertain,
      divisible: what.divisible,
      ofRoute: what.ofRoute,
    },
  );
}

/** Details of a response that looks like success but confirms too few rows. */
interface UnconfirmedDetails {
  /** Name of the service, or its host: `Tinybird`. */
  readonly service: string;
  /** Number of rows in the request. */
  readonly rows: number;
  /** Number of rows whose outcome the response tells. Default 0. */
  readonly confirmed?: number;
  /** What to check, in one or two sentences. */
  readonly hint: string;
  readonly secrets: readonly string[];
}

/** Maximum characters of a response in an error. */
const MAX_QUOTE = 200;

/** The error for rows that a response does not confirm because it is empty, truncated, of another format or contradictory. */
export const unconfirmed = (text: string, details: UnconfirmedDetails): DeliveryError =>
  unconfirmedError('unconfirmed', text, details);

/** The same for an HTTP response. A web page instead shows a wrong host, which ends the run. */
export function unconfirmedAnswer(response: HttpResponse, details: UnconfirmedDetails): DeliveryError {
  const { status, text } = response;
  return isHtml(response)
    ? unconfirmedError('not-found', 'a web page', details, status)
    : unconfirmedError('unconfirmed', text, details, status);
}

function unconfirmedError(
  kind: DeliveryErrorKind,
  text: string,
  details: UnconfirmedDetails,
  status?: number,
): DeliveryError {
  const { service, rows, confirmed = 0, hint, secrets } = details;
  const words = oneLine(text, secrets, MAX_QUOTE);
  const responded = status === undefined ? 'responded' : `returned ${status}`;
  return new DeliveryError(
    kind,
    `${service} ${responded} but confirmed ${confirmed} of ${rows} events: ${words === '' ? 'the response is empty' : words}`,
    {
      status,
      detail: words === '' ? undefined : words,
      hint: `Unconfirmed events may have been stored, so they are not retried. ${hint}`,
      uncertain: true,
    },
  );
}

/** The content of the first element of this name; undefined if it is missing or not closed. Takes linear time for any text. */
export function contentIn(xml: string, name: string): string | undefined {
  const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`).exec(xml);
  if (opening === null) return undefined;
  const start = opening.index + opening[0].length;
  const end = xml.indexOf(`</${name}>`, start);
  return end < 0 ? undefined : xml.slice(start, end);
}

/** The text of the first element of this name that has no elements in it; undefined if there is none. */
export const elementIn = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, characterOf);
};

const NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10_ff_ff;

/** The character that a reference stands for, or the reference itself if it is invalid. */
function characterOf(reference: string, hex?: string, digits?: string, name?: string): string {
  if (name !== undefined) return NAMES[name] ?? reference;
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : reference;
}
