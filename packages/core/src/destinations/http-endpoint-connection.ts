import { isFilled } from '../model/template.ts';
import { byteLength, payload, routeOf, type Batch } from '../rows/batch.ts';
import { failedCheck, isSuccess, kindOfStatus, oneLine, refusal } from './response.ts';
import { arrayBody } from './array.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpConfig } from './http-endpoint-config.ts';
import type { HttpResponse } from './http.ts';
import { base64 } from './redact.ts';

/** Opens a connection to any HTTP endpoint. */
export function open(config: HttpConfig, env: DestinationEnv): Connection {
  const { format } = env;
  const type =
    format?.contentType ?? (config.format === 'ndjson' ? 'application/x-ndjson' : 'application/json');
  return {
    async send(batch, { signal }) {
      const url = routeOf(batch, config.url);
      const { headers: own = config.headers } = batch.sides?.[0] ?? {};
      const headers = { 'content-type': type, ...headersOf({ ...config, headers: own }) };
      const body = format === undefined ? bodyOf(batch, config.format) : format.body(batch);
      const response = await env.http({ method: config.method, url, headers, body, signal });
      if (!isSuccess(response)) throw errorOf(response, config, env.now());
      return {
        accepted: batch.count,
        quarantined: 0,
        rejected: 0,
        bytes: body.length,
        status: response.status,
        answer: oneLine(response.text, secretsOf(config)),
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Sends a GET with the credentials, as a POST without events could have an effect on an unknown endpoint. */
export async function check(
  config: HttpConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const { url, headers } = withoutValues(config);
    const response = await env.http({ method: 'GET', url, headers, signal });
    const error = errorOf(response, config, env.now());
    if (error.kind === 'auth' || error.kind === 'unavailable') throw error;
    const host = new URL(config.url).host;
    return {
      ok: true,
      message: `${host} returned ${response.status} to a GET and did not reject the credentials. Nothing was written, so this does not prove that it accepts events.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

/** What of address and headers does not follow from events. */
function withoutValues(config: HttpConfig): {
  readonly url: string;
  readonly headers: Record<string, string>;
} {
  const same = Object.entries(config.headers ?? {}).filter(([, text]) => !isFilled(text));
  return {
    url: isFilled(config.url) ? new URL(config.url).origin : config.url,
    headers: headersOf({ ...config, headers: Object.fromEntries(same) }),
  };
}

function bodyOf(batch: Batch, format: HttpConfig['format']): Uint8Array {
  if (format === 'ndjson') return payload(batch);
  if (format === 'array') return arrayBody(batch, '', '');
  return payload(batch).subarray(0, byteLength(batch) - 1);
}

/** Names are in lower case, so that none is sent twice. Authentication overrides a header of the same name. */
const headersOf = (config: HttpConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...config.headers, ...CREDENTIALS[config.auth](config) }).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    ),
  );

const CREDENTIALS: Readonly<Record<HttpConfig['auth'], (config: HttpConfig) => Record<string, string>>> = {
  none: () => ({}),
  bearer: ({ bearerToken }) => ({ Authorization: `Bearer ${bearerToken ?? ''}` }),
  basic: (config) => ({ Authorization: `Basic ${base64(userAndPassword(config))}` }),
  header: ({ headerName, headerValue }) => ({ [headerName ?? '']: headerValue ?? '' }),
};

const userAndPassword = ({ username, password }: HttpConfig): string => `${username ?? ''}:${password ?? ''}`;

const secretsOf = (config: HttpConfig): string[] => [
  config.bearerToken ?? '',
  config.password ?? '',
  config.headerValue ?? '',
  config.auth === 'basic' ? userAndPassword(config) : '',
  // They belong under the authentication, but not everyone puts them there.
  ...[...Object.entries(config.headers ?? {}), ...new URL(config.url).searchParams]
    .filter(([name]) => CREDENTIAL.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+ +/, '')]),
];

/** Names of headers and query parameters whose values are credentials. */
const CREDENTIAL = /auth|cookie|key|pass|secret|signature|token/i;

function errorOf(response: HttpResponse, config: HttpConfig, now: number): DeliveryError {
  const kind = kindOfStatus(response.status);
  return refusal(response, {
    service: new URL(config.url).host,
    kind,
    words: response.text,
    hint: HINTS[kind],
    secrets: secretsOf(config),
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
