import * as z from 'zod/mini';
import { sendingTo } from './http-address.ts';
import { HEADER_NAME, HEADER_VALUE } from './http-endpoint.ts';
import {
  choiceSetting,
  customSetting,
  jsonSetting,
  optionalTextSetting,
  recordTimeSetting,
  addressSetting,
} from './setting.ts';
import type { Destination } from './destination.ts';

/** A metric that is made of a field. */
const metric = z.object({
  /** Field with the value. Default: the name of the metric. */
  field: z.optional(z.string('Must be the name of a field')),
  type: z.custom<'gauge' | 'sum'>((type) => type === 'gauge' || type === 'sum', 'Must be gauge or sum'),
  unit: z.optional(z.string('Must be text')),
});

const metricsSchema = z
  .record(
    z.string(),
    z.pipe(
      z.transform((given: unknown) => (typeof given === 'string' ? { type: given } : given)),
      metric,
    ),
    { error: 'Must be an object with gauge, sum or {"field", "type", "unit"} for each metric' },
  )
  .check(z.refine((metrics) => Object.keys(metrics).length > 0, 'Must name at least one metric'));

const isAttribute = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const logs = { signal: 'logs' } as const;
const traces = { signal: 'traces' } as const;

const config = z.object({
  endpoint: addressSetting({
    label: 'Endpoint',
    help: 'Base address of a collector or service. /v1/logs, /v1/metrics or /v1/traces is appended.',
    example: 'http://localhost:4318',
  }),
  signal: choiceSetting({
    label: 'Signal',
    help: 'What each event becomes.',
    choices: { logs: 'Log record', metrics: 'Data points of metrics', traces: 'Span of a trace' },
  }),
  headerName: customSetting(
    z.prefault(
      z.string('Must be text').check(z.regex(HEADER_NAME, 'Must be a header name such as X-API-Key')),
      'Authorization',
    ),
    {
      label: 'Header name',
      help: 'Header with the credentials.',
    },
  ),
  headerValue: optionalTextSetting(
    {
      label: 'Header value',
      help: 'Credentials, such as Bearer and a token. Without it, no credentials are sent.',
      secret: true,
    },
    z.regex(HEADER_VALUE, 'Must be one line of Latin-1 characters'),
  ),
  service: customSetting(z.prefault(z.string('Must be text').check(z.minLength(1, 'Required')), 'catbird'), {
    label: 'Service name',
    help: 'Resource attribute service.name.',
  }),
  serviceField: optionalTextSetting({
    label: 'Service field',
    help: 'Field with the service name of each event, instead.',
    example: 'service',
  }),
  resource: jsonSetting(
    {
      label: 'Resource attributes',
      help: 'JSON. More attributes of the resource.',
      example: '{"deployment.environment.name": "test"}',
    },
    z.record(
      z.string(),
      z.custom<string | number | boolean>(isAttribute, 'Each attribute must be text, a number or a boolean'),
      {
        error: 'Must be an object of attributes',
      },
    ),
  ),
  attributeFields: optionalTextSetting({
    label: 'Attributes',
    help: 'Fields that become attributes, with commas between them. Default: all that are used for nothing else; none if the whole event is the body of a log record.',
    example: 'region,host',
  }),
  recordTime: recordTimeSetting('record'),
  bodyField: optionalTextSetting({
    label: 'Body field',
    help: 'Field with the body of a log record. Default: the whole event.',
    example: 'message',
    when: logs,
  }),
  severityField: optionalTextSetting({
    label: 'Severity field',
    help: 'Field with the severity: a word such as info or ERROR, or a number from 1 to 24.',
    example: 'level',
    when: logs,
  }),
  metrics: jsonSetting(
    {
      label: 'Metrics',
      help: 'JSON. For each metric, gauge or sum, or an object with type, field and unit. Values of a sum are added up (delta temporality).',
      example: '{"temperature": "gauge"}',
      when: { signal: 'metrics' },
      needed: true,
    },
    metricsSchema,
  ),
  traceField: optionalTextSetting({
    label: 'Trace field',
    help: 'Field whose value all spans of a trace share, such as a session of a journey. Other values than trace IDs are hashed.',
    example: 'session',
    when: traces,
    needed: true,
  }),
  spanField: optionalTextSetting({
    label: 'Span field',
    help: 'Field that identifies the span in its trace, such as the step of a journey.',
    example: 'step',
    when: traces,
    needed: true,
  }),
  parentField: optionalTextSetting({
    label: 'Parent field',
    rare: true,
    help: 'Field with what identifies the parent span. Null: the span is the root.',
    example: 'parent',
    when: traces,
  }),
  nameField: optionalTextSetting({
    label: 'Name field',
    help: 'Field with the name of the span. Default: the span field.',
    example: 'operation',
    when: traces,
  }),
  durationField: optionalTextSetting({
    label: 'Duration field',
    help: 'Field with the duration in milliseconds. Default: 0.',
    example: 'duration_ms',
    when: traces,
  }),
  errorField: optionalTextSetting({
    label: 'Error field',
    rare: true,
    help: 'Field with the message of an error: the status of the span is then error. Null: it is unset.',
    example: 'error',
    when: traces,
  }),
});

/** The settings of OTLP. */
export type OtlpConfig = z.output<typeof config>;

/** The same as they are given: those with a default may be left out. */
export type OtlpSettings = z.input<typeof config>;

/** OTLP over HTTP, in JSON. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export const otlp: Destination<OtlpConfig> = {
  name: 'OTLP',
  command: 'otlp',
  title: 'OpenTelemetry (OTLP)',
  kind: 'Search and logs',
  searchWords: 'traces logs',
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
  ...sendingTo<OtlpConfig>('endpoint', () => import('./otlp-connection.ts')),
};
