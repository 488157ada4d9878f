import { isFilled, byteLength, payload, type Batch, routeOf } from '@catbird/engine';
import { isSuccess, kindOfStatus, oneLine, refusal } from './response.ts';
import { arrayBody } from './body.ts';
import { authorizationOf, secretsOfHttp } from './http-service.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpConfig } from './http-endpoint.ts';
import type { HttpResponse } from './http.ts';

/** Opens a connection to any HTTP endpoint. */
export function open(_address: string, target: HttpConfig, env: DestinationEnv): Connection {
  const { format } = env;
  const type =
    format?.contentType ?? (target.format === 'ndjson' ? 'application/x-ndjson' : 'application/json');
  return {
    async send(batch, { signal }) {
      const url = routeOf(batch, target.url);
      const { headers: own = target.headers } = batch.sides?.[0] ?? {};
      const headers = { 'content-type': type, ...headersOf({ ...target, headers: own }) };
      const body = format === undefined ? bodyOf(batch, target.format) : format.body(batch);
      const response = await env.http({ method: target.method, url, headers, body, signal });
      if (!isSuccess(response)) throw errorOf(response, target, env.now());
      return {
        accepted: batch.count,
        quarantined: 0,
        rejected: 0,
        bytes: body.length,
        status: response.status,
        answer: oneLine(response.text, secretsOf(target)),
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Sends a GET with the credentials, as a POST without events could have an effect on an unknown endpoint. */
export async function check(
  _address: string,
  target: HttpConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { url, headers } = withoutValues(target);
  const response = await env.http({ method: 'GET', url, headers, signal });
  const error = errorOf(response, target, env.now());
  if (error.kind === 'auth' || error.kind === 'unavailable') throw error;
  const host = new URL(target.url).host;
  return {
    ok: true,
    message: `${host} returned ${response.status} to a GET and did not reject the credentials. Nothing was written, so this does not prove that it accepts events.`,
  };
}

/** What of address and headers does not follow from events. */
function withoutValues(target: HttpConfig): {
  readonly url: string;
  readonly headers: Record<string, string>;
} {
  const same = Object.entries(target.headers ?? {}).filter(([, text]) => !isFilled(text));
  return {
    url: isFilled(target.url) ? new URL(target.url).origin : target.url,
    headers: headersOf({ ...target, headers: Object.fromEntries(same) }),
  };
}

function bodyOf(batch: Batch, format: HttpConfig['format']): Uint8Array {
  if (format === 'ndjson') return payload(batch);
  if (format === 'array') return arrayBody(batch, '', '');
  return payload(batch).subarray(0, byteLength(batch) - 1);
}

/** Names are in lower case, so that none is sent twice. Authentication overrides a header of the same name. */
const headersOf = (target: HttpConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...target.headers, ...credentialsOf(target) }).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    ),
  );

const credentialsOf = ({ headerName = '', headerValue = '', ...target }: HttpConfig) =>
  target.auth === 'header' ? { [headerName]: headerValue } : authorizationOf(target);

const secretsOf = (target: HttpConfig): string[] => [
  target.headerValue ?? '',
  ...secretsOfHttp(target),
  // They belong under the authentication, but not everyone puts them there.
  ...[...Object.entries(target.headers ?? {}), ...new URL(target.url).searchParams]
    .filter(([name]) => CREDENTIAL.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+ +/, '')]),
];

/** Names of headers and query parameters whose values are credentials. */
const CREDENTIAL = /auth|cookie|key|pass|secret|signature|token/i;

/** Statuses of a path that is missing. */
const GONE: readonly number[] = [404, 410];

function errorOf(response: HttpResponse, target: HttpConfig, now: number): DeliveryError {
  const kind = kindOfStatus(response.status);
  return refusal(response, {
    service: new URL(target.url).host,
    kind,
    words: response.text,
    hint: HINTS[kind],
    ofRoute: GONE.includes(response.status) && isFilled(target.url.replace(/[?#].*$/, '')),
    secrets: secretsOf(target),
    now,
  });
}

const HINTS: Readonly<Partial<Record<ReturnType<typeof kindOfStatus>, string>>> = {
  auth: 'Check the authentication. The endpoint rejected it.',
  'not-found': 'Check the address, including its path, and the method.',
  rejected: 'The endpoint rejected the events. Check the method, the body format and the fields it expects.',
  'too-large': 'The request was too large. Lower the rate to make requests smaller.',
  'rate-limited': 'The rate exceeds what the endpoint allows. Lower the rate.',
};
