import { isObject, type Batch, jsonOf } from '@catbird/engine';
import type { CheckResult, Connection, DestinationEnv, Receipt } from './destination.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { encode, SIGNALS, type Encoded } from './otlp-body.ts';
import type { OtlpConfig } from './otlp.ts';
import {
  isHtml,
  isSuccess,
  isWrongHost,
  kindOfStatus,
  member,
  oneLine,
  refusal,
  unconfirmedAnswer,
} from './response.ts';
import { DeliveryError, type DeliveryErrorKind } from './error.ts';

const encoder = new TextEncoder();

/** Opens a connection to an OTLP endpoint at `address`, without a trailing slash. */
export function open(address: string, config: OtlpConfig, env: DestinationEnv): Connection {
  return {
    async send(batch, { signal }) {
      const encoded = encode(batch, config, env.now());
      if (encoded.places.length === 0) throw unfit(encoded.problem);
      const body = encoder.encode(encoded.body);
      const response = await env.http(request(address, config, body, signal));
      if (!isSuccess(response)) throw errorOf(response, config, env.now());
      return { ...receiptOf(response, batch, encoded, config), bytes: body.length, status: response.status };
    },
    close: () => Promise.resolve(),
  };
}

/** Sends a request without data. */
export async function check(
  address: string,
  config: OtlpConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const body = JSON.stringify(SIGNALS[config.signal].body([], config));
  const response = await env.http(request(address, config, body, signal));
  if (!isSuccess(response) || isHtml(response)) throw errorOf(response, config, env.now());
  return {
    ok: true,
    message: `${new URL(address).host} accepted a request without events at ${SIGNALS[config.signal].path}. Nothing was written.`,
  };
}

const request = (
  address: string,
  { signal: kind, headerName, headerValue }: OtlpConfig,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest => ({
  method: 'POST',
  url: `${address}${SIGNALS[kind].path}`,
  headers: {
    'content-type': 'application/json',
    ...(headerValue !== undefined && { [headerName.toLowerCase()]: headerValue }),
  },
  body,
  signal,
});

/** The only statuses after which a client sends again. https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes */
const RETRYABLE = new Set([429, 502, 503, 504]);

const WRONG_HOST =
  'This host serves web pages, not OTLP over HTTP. Check the endpoint and its port: collectors listen on 4318.';

const HINTS: Readonly<Partial<Record<DeliveryErrorKind, string>>> = {
  auth: 'Check the header with the credentials.',
  'not-found': 'Check the endpoint: /v1/logs, /v1/metrics or /v1/traces is appended to it.',
  rejected: 'The service does not accept these events as OTLP in JSON, so they are not sent again.',
  'too-large': 'The request exceeds the size limit of the service. Lower the rate to make requests smaller.',
  'rate-limited': 'The rate exceeds what the service allows. Lower the rate.',
};

/**
 * Reads a success, which has no members, or a partial one: how many records were rejected, not which. In Protobuf, a success is an empty
 * body, so that of a service which never responds in JSON is one, too.
 * https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 *
 * @throws DeliveryError if the response confirms nothing
 */
function receiptOf(
  response: HttpResponse,
  batch: Batch,
  { places, unfit: unsent, problem }: Encoded,
  config: OtlpConfig,
): Omit<Receipt, 'bytes'> {
  const sent = places.length;
  const { rejected, message } = confirmed(response, { batch, sent, config });
  const words = oneLine(message, secretsOf(config));
  return {
    accepted: sent - rejected,
    quarantined: 0,
    rejected: rejected + unsent.length,
    ...(rejected === 0 && unsent.length > 0 && { rejectedPlaces: unsent }),
    ...(rejected + unsent.length > 0 && {
      refusal: rejected > 0 ? rejection(words, response, config) : unfit(problem),
    }),
    ...(words !== '' && { answer: words }),
  };
}

/** What the service says about the rows of a request. @throws DeliveryError if it confirms nothing */
function confirmed(
  response: HttpResponse,
  { batch, sent, config }: { readonly batch: Batch; readonly sent: number; readonly config: OtlpConfig },
): PartialSuccess {
  const partial = partialOf(response, config);
  // A row may have several data points.
  const most = config.signal === 'metrics' ? Infinity : sent;
  if (partial !== undefined && partial.rejected <= most)
    return { ...partial, rejected: Math.min(partial.rejected, sent) };
  throw unconfirmedAnswer(response, {
    service: new URL(config.endpoint).host,
    rows: batch.count,
    hint: isHtml(response) ? WRONG_HOST : 'Check whether the endpoint is one of OTLP over HTTP.',
    secrets: secretsOf(config),
  });
}

/** Why rows were rejected. It comes with their number. */
const rejection = (words: string, { status }: HttpResponse, { endpoint }: OtlpConfig): DeliveryError =>
  new DeliveryError('rejected', words === '' ? `${new URL(endpoint).host} does not say why` : words, {
    status,
    detail: words === '' ? undefined : words,
    hint: 'The service does not report which of them, so none is sent again.',
  });

/** The error of rows that cannot be sent. */
const unfit = (problem = ''): DeliveryError =>
  new DeliveryError('rejected', `An event cannot be sent. ${problem}`, {
    hint: 'Check the settings that name fields.',
  });

/** What a partial success says. */
interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const COMPLETE: PartialSuccess = { rejected: 0, message: '' };

/** What a successful response says; undefined if it is none of OTLP. */
function partialOf(response: HttpResponse, { signal }: OtlpConfig): PartialSuccess | undefined {
  const { text } = response;
  if (isHtml(response)) return undefined;
  if (text.trim() === '') return COMPLETE;
  const answer = jsonOf(text.replace(/^\uFEFF/, ''));
  if (!isObject(answer) || Object.keys(answer).some((name) => name !== 'partialSuccess')) return undefined;
  const partial = member(answer, 'partialSuccess') ?? {};
  if (!isObject(partial)) return undefined;
  const rejected = countOf(member(partial, SIGNALS[signal].rejected) ?? 0);
  const message = member(partial, 'errorMessage') ?? '';
  return rejected === undefined || typeof message !== 'string' ? undefined : { rejected, message };
}

/** A count, which the JSON of Protobuf has as a text. */
function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const secretsOf = ({ headerValue = '' }: OtlpConfig): string[] => [
  headerValue,
  // Without the scheme.
  headerValue.replace(/^\w+ +/, ''),
];

/** The error of a response other than success. */
function errorOf(response: HttpResponse, config: OtlpConfig, now: number): DeliveryError {
  const { status } = response;
  const wrongHost = isWrongHost(response);
  const given = wrongHost ? 'not-found' : kindOfStatus(status);
  const isFinal = given === 'unavailable' && !RETRYABLE.has(status);
  const words = member(jsonOf(response.text), 'message');
  return refusal(response, {
    service: new URL(config.endpoint).host,
    kind: isFinal ? 'rejected' : given,
    words: isHtml(response) ? 'a web page' : typeof words === 'string' ? words : response.text,
    hint: wrongHost ? WRONG_HOST : HINTS[isFinal ? 'rejected' : given],
    // The service may have failed while it stored them.
    uncertain: (isFinal && status >= 500) || undefined,
    secrets: secretsOf(config),
    now,
  });
}
