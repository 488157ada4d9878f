import type { Destination } from './destination.ts';
import { config, type HttpConfig } from './http-endpoint-config.ts';
import { rowLimits } from './row-format.ts';

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
  limits: ({ format }, rowFormat) => ({
    rows: format === 'single' ? 1 : 10_000,
    ...rowLimits(BODY_BYTES, rowFormat),
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  }),
  formats: ['lines', 'array'],
  needsJson: ({ format }) => (format === 'array' ? 'format' : undefined),
  customEndpoint: ({ url }) => ({ setting: 'url', address: url }),
  host: ({ url }) => new URL(url).host,
  credentialScope: ({ url }) => new URL(url).origin,
  open: async (config, env) => (await import('./http-endpoint-connection.ts')).open(config, env),
  check: async (config, env, signal) =>
    (await import('./http-endpoint-connection.ts')).check(config, env, signal),
};
