import * as z from 'zod/mini';
import { byteLength, payload, type Batch } from '../rows/batch.ts';
import { addressCheck, addressFault } from './address.ts';
import { arrayBody } from './array.ts';
import type { CheckResult, Connection, Destination, DestinationEnv } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpResponse } from './http.ts';
import { base64 } from './redact.ts';
import { failedCheck, isSuccess, kindOfStatus, oneLine, refusal } from './response.ts';
import {
  choiceSetting,
  jsonSetting,
  optionalTextSetting,
  requiredWhenShown,
  textSetting,
} from './setting.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names and values of header fields. https://www.rfc-editor.org/rfc/rfc9110#section-5 */
const headerName = z.regex(TOKEN, 'Must be a header name such as X-API-Key');
const headerValue = z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Must be one line of Latin-1 characters');

const shape = {
  url: textSetting(
    {
      label: 'Address',
      help: 'URL of every request, including path and query.',
      example: 'https://example.com/events',
    },
    addressCheck(addressFault),
  ),
  method: choiceSetting({ label: 'Method', choices: { POST: 'POST', PUT: 'PUT', PATCH: 'PATCH' } }),
  format: choiceSetting({
    label: 'Body',
    help: 'Format of the events in a request.',
    choices: { ndjson: 'JSON lines', array: 'JSON array', single: 'One event per request' },
  }),
  auth: choiceSetting({
    label: 'Authentication',
    help: 'Implied by the credentials.',
    choices: { none: 'None', bearer: 'Bearer token', basic: 'User and password', header: 'Header' },
  }),
  bearerToken: optionalTextSetting(
    { label: 'Bearer token', secret: true, when: { auth: 'bearer' }, needed: true },
    headerValue,
  ),
  username: optionalTextSetting(
    { label: 'User name', literal: true, when: { auth: 'basic' }, needed: true },
    z.regex(/^[^:]*$/, 'Must not contain a colon'),
  ),
  password: optionalTextSetting({ label: 'Password', secret: true, when: { auth: 'basic' }, needed: true }),
  headerName: optionalTextSetting(
    { label: 'Header name', example: 'X-API-Key', when: { auth: 'header' }, needed: true },
    headerName,
  ),
  headerValue: optionalTextSetting(
    { label: 'Header value', secret: true, when: { auth: 'header' }, needed: true },
    headerValue,
  ),
  headers: jsonSetting(
    {
      label: 'More headers',
      help: 'JSON. Put credentials under Authentication instead.',
      example: '{"X-Source": "catbird"}',
    },
    z.record(z.string().check(headerName), z.string('Each header must be a string').check(headerValue), {
      error: 'Must be an object of header names and string values',
    }),
  ),
};

const config = z.object(shape).check(requiredWhenShown(shape));

/** The settings of the HTTP destination. */
type HttpConfig = z.output<typeof config>;

/** Opens a connection to any HTTP endpoint. */
function open(config: HttpConfig, env: DestinationEnv): Connection {
  const type = config.format === 'ndjson' ? 'application/x-ndjson' : 'application/json';
  const headers = { 'content-type': type, ...headersOf(config) };
  return {
    async send(batch, { signal }) {
      const body = bodyOf(batch, config.format);
      const response = await env.http({ method: config.method, url: config.url, headers, body, signal });
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
async function check(
  config: HttpConfig,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const headers = headersOf(config);
    const response = await env.http({ method: 'GET', url: config.url, headers, signal });
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

/** Default limit of many web servers; 1 MB in nginx. https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size */
const BODY_BYTES = 1_000_000;

/** Any HTTP endpoint. */
export const httpEndpoint: Destination<HttpConfig> = {
  name: 'HTTP',
  command: 'http',
  title: 'HTTP',
  summary: 'Send events to any HTTP endpoint.',
  acknowledgement: 'Any 2xx response, whatever its body says.',
  call: 'POST to any address',
  config,
  limits: ({ format }) => ({
    rows: format === 'single' ? 1 : 10_000,
    bytes: BODY_BYTES,
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  }),
  customEndpoint: ({ url }) => ({ setting: 'url', address: url }),
  host: ({ url }) => new URL(url).host,
  credentialScope: ({ url }) => new URL(url).origin,
  open: async (config, env) => open(config, env),
  check,
};
