import * as z from 'zod/mini';
import { addressFault, sendingTo, textCheck } from './http-address.ts';
import type { Destination } from './destination.ts';
import { choiceSetting, jsonSetting, optionalTextSetting, textSetting, basicShape } from './setting.ts';

/** Names and values of header fields. https://www.rfc-editor.org/rfc/rfc9110#section-5 */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerName = z.regex(HEADER_NAME, 'Must be a header name such as X-API-Key');
const headerValue = z.regex(HEADER_VALUE, 'Must be one line of Latin-1 characters');

/** Schemas of the settings. */
export const shape = {
  url: textSetting(
    {
      label: 'Address',
      help: 'URL of every request, including path and query.',
      example: 'https://example.com/events',
    },
    textCheck(addressFault),
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
  ...basicShape,
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

const config = z.object(shape);

/** The settings of the HTTP destination. */
export type HttpConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type HttpSettings = z.input<typeof config>;

/** Default limit of many web servers; 1 MB in nginx. https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size */
const BODY_BYTES = 1_000_000;

/** Any HTTP endpoint. */
export const httpEndpoint: Destination<HttpConfig> = {
  name: 'HTTP',
  command: 'http',
  title: 'HTTP',
  kind: 'Files, HTTP, sockets',
  searchWords: 'webhook post api rest',
  summary: 'Send events to any HTTP endpoint.',
  acknowledgement: 'Any 2xx response, whatever its body says.',
  call: 'POST to any address',
  config,
  limits: ({ format }) => ({
    rows: format === 'single' ? 1 : 10_000,
    bytes: BODY_BYTES,
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  }),
  formats: ['lines', 'array'],
  needsJson: ({ format }) => (format === 'array' ? 'format' : undefined),
  ...sendingTo<HttpConfig>(
    'url',
    () => import('./http-endpoint-connection.ts'),
    ({ url }) => url,
  ),
};
