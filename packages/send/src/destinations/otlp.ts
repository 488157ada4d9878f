import { trimSlashes } from './address.ts';
import type { Destination } from './destination.ts';
import { config, type OtlpConfig } from './otlp-config.ts';

/** OTLP over HTTP, in JSON. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export const otlp: Destination<OtlpConfig> = {
  name: 'OTLP',
  command: 'otlp',
  title: 'OpenTelemetry (OTLP)',
  summary: 'Send events to an OpenTelemetry collector as log records, metrics or spans.',
  acknowledgement:
    'A 2xx response that is empty or a JSON object without `partialSuccess`. Events that a partial success counts as rejected are rejected.',
  call: 'POST /v1/logs, /v1/metrics or /v1/traces',
  docs: 'https://opentelemetry.io/docs/specs/otlp/',
  corsSetting:
    'In the collector’s receivers.otlp.protocols.http.cors, add this page’s origin to allowed_origins, and the header with the credentials to allowed_headers.',
  config,
  limits: () => ({
    // OTLP publishes no limit of records. Fields take up to ten times their size in a request, and collectors accept 20 MiB.
    rows: 2000,
    bytes: 1_000_000,
    source: 'https://github.com/open-telemetry/opentelemetry-collector/blob/main/config/confighttp/README.md',
  }),
  customEndpoint: ({ endpoint }) => ({ setting: 'endpoint', address: endpoint }),
  host: ({ endpoint }) => new URL(endpoint).host,
  credentialScope: ({ endpoint }) => new URL(endpoint).origin,
  open: async (config, env) =>
    (await import('./otlp-connection.ts')).open(trimSlashes(config.endpoint), config, env),
  check: async (config, env, signal) =>
    (await import('./otlp-connection.ts')).check(trimSlashes(config.endpoint), config, env, signal),
};
