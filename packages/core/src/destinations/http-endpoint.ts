import * as z from 'zod/mini';
import { addressCheck, addressFault } from './address.ts';
import type { Destination } from './destination.ts';
import {
  choiceSetting,
  jsonSetting,
  optionalTextSetting,
  requiredWhenShown,
  textSetting,
} from './setting.ts';

/** What many web servers take by default: nginx 1 MB. https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size */
const BODY_BYTES = 1_000_000;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names and values of header fields. https://www.rfc-editor.org/rfc/rfc9110#section-5 */
const headerName = z.regex(TOKEN, 'Must be the name of a header: letters, digits and hyphens');
const headerValue = z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Must be one line of Latin text');

const shape = {
  url: textSetting(
    {
      label: 'Address',
      help: 'Where every request goes, with its path and query.',
      example: 'https://example.com/events',
    },
    addressCheck(addressFault),
  ),
  method: choiceSetting({ label: 'Method', choices: { POST: 'POST', PUT: 'PUT', PATCH: 'PATCH' } }),
  format: choiceSetting({
    label: 'Body',
    help: 'How the events of a request are written.',
    choices: { ndjson: 'JSON lines', array: 'JSON array', single: 'One event a request' },
  }),
  auth: choiceSetting({
    label: 'Authentication',
    choices: { none: 'None', bearer: 'Bearer token', basic: 'User and password', header: 'Header' },
  }),
  bearerToken: optionalTextSetting(
    { label: 'Bearer token', secret: true, when: { auth: 'bearer' }, needed: true },
    headerValue,
  ),
  username: optionalTextSetting(
    { label: 'User name', when: { auth: 'basic' }, needed: true },
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
      help: 'JSON. Not for credentials: those belong to Authentication.',
      example: '{"X-Source": "catbird"}',
    },
    z.record(z.string().check(headerName), z.string('Each header must be text').check(headerValue), {
      error: 'Must be an object of headers, each a text',
    }),
  ),
};

const config = z.object(shape).check(requiredWhenShown(shape));

/** The settings of the HTTP destination. */
export type HttpConfig = z.output<typeof config>;

/** Any address that takes events over HTTP. */
export const httpEndpoint: Destination<HttpConfig> = {
  name: 'HTTP',
  command: 'http',
  title: 'HTTP',
  summary: 'Sends events to any address.',
  acknowledgement: 'Any 2xx answer, whatever its body says.',
  call: 'POST to any address',
  config,
  limits: ({ format }) => ({
    rows: format === 'single' ? 1 : 10_000,
    bytes: BODY_BYTES,
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  }),
  ownAddress: ({ url }) => ({ setting: 'url', address: url }),
  host: ({ url }) => new URL(url).host,
  credentialScope: ({ url }) => new URL(url).origin,
  open: async (config, env) => (await import('./http-endpoint-connection.ts')).open(config, env),
  check: async (config, env, signal) =>
    (await import('./http-endpoint-connection.ts')).check(config, env, signal),
};
