import { texts, type Batch } from '@catbird/engine';
import type { OtlpConfig } from './otlp-config.ts';
import { logRecord } from './otlp-logs.ts';
import { fieldOf, hasValue, metricsOf } from './otlp-metrics.ts';
import { hasSpan, spanOf } from './otlp-traces.ts';
import { keyValues, rowOf, valueIn, type Row } from './otlp-value.ts';

/** A row with its time, in milliseconds since 1970. */
interface Timed {
  readonly row: Row;
  readonly ms: number;
}

/** What a signal is. */
interface Signal {
  readonly path: string;
  /** Member of a partial success that counts what was rejected. */
  readonly rejected: string;
  /** The body of a request, given its resources with their rows. */
  readonly body: (groups: readonly Group[], config: OtlpConfig) => unknown;
  /** Why a row cannot be sent, in a sentence; undefined if it can. */
  readonly problem: (row: Row, config: OtlpConfig) => string | undefined;
  /** Fields that are not attributes by default. */
  readonly used: (config: OtlpConfig) => readonly (string | undefined)[];
}

/** Rows of the same resource. */
interface Group {
  readonly resource: unknown;
  readonly rows: readonly Timed[];
}

const SCOPE = { name: 'catbird' };

/** The three signals. https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
export const SIGNALS: Readonly<Record<OtlpConfig['signal'], Signal>> = {
  logs: {
    path: '/v1/logs',
    rejected: 'rejectedLogRecords',
    body: (groups, config) => ({
      resourceLogs: groups.map(({ resource, rows }) => ({
        resource,
        scopeLogs: [
          {
            scope: SCOPE,
            logRecords: rows.map(({ row, ms }) => logRecord(row, ms, config, attributeTest(config))),
          },
        ],
      })),
    }),
    problem: () => undefined,
    used: ({ bodyField, severityField }) => [bodyField, severityField],
  },
  metrics: {
    path: '/v1/metrics',
    rejected: 'rejectedDataPoints',
    body: (groups, config) => ({
      resourceMetrics: groups.map(({ resource, rows }) => ({
        resource,
        scopeMetrics: [
          { scope: SCOPE, metrics: metricsOf(rows, config.metrics ?? {}, attributeTest(config)) },
        ],
      })),
    }),
    problem: (row, { metrics = {} }) =>
      hasValue(row, metrics) ? undefined : 'It has no number in any of the fields of the metrics',
    used: ({ metrics = {} }) => Object.entries(metrics).map(([name, metric]) => fieldOf(name, metric)),
  },
  traces: {
    path: '/v1/traces',
    rejected: 'rejectedSpans',
    body: (groups, config) => ({
      resourceSpans: groups.map(({ resource, rows }) => ({
        resource,
        scopeSpans: [
          { scope: SCOPE, spans: rows.map(({ row, ms }) => spanOf(row, ms, config, attributeTest(config))) },
        ],
      })),
    }),
    problem: (row, config) =>
      hasSpan(row, config) ? undefined : 'It has no value in the fields of trace and span',
    used: ({ traceField, spanField, parentField, nameField, durationField, errorField }) => [
      traceField,
      spanField,
      parentField,
      nameField,
      durationField,
      errorField,
    ],
  },
};

/** Whether a field becomes an attribute. */
function attributeTest(config: OtlpConfig): (field: string) => boolean {
  const { signal, bodyField, serviceField, attributeFields } = config;
  if (attributeFields !== undefined) {
    const named = new Set(attributeFields.split(',').map((field) => field.trim()));
    return (field) => named.has(field);
  }
  if (signal === 'logs' && bodyField === undefined) return () => false;
  const used = new Set([...SIGNALS[signal].used(config), serviceField]);
  return (field) => !used.has(field);
}

/** A request's body. */
export interface Encoded {
  readonly body: string;
  /** Places of the rows in it. */
  readonly places: readonly number[];
  /** Places of the rows that cannot be sent, and why the first one cannot. */
  readonly unfit: readonly number[];
  readonly problem: string | undefined;
}

/** The request for a batch. @param now milliseconds since 1970, for rows without a time */
export function encode(batch: Batch, config: OtlpConfig, now: number): Encoded {
  const signal = SIGNALS[config.signal];
  const rows = Array.from(texts(batch), (text, place): Timed & { readonly place: number } => ({
    row: rowOf(text),
    ms: batch.sides?.[place]?.ms ?? now,
    place,
  }));
  const problems = rows.map(({ row }) => signal.problem(row, config));
  const fit = rows.filter((_, place) => problems[place] === undefined);
  return {
    body: JSON.stringify(signal.body(groupsOf(fit, config), config)),
    places: fit.map(({ place }) => place),
    unfit: rows.filter((_, place) => problems[place] !== undefined).map(({ place }) => place),
    problem: problems.find((problem) => problem !== undefined),
  };
}

/** The rows of each service. */
function groupsOf(rows: readonly Timed[], { service, serviceField, resource = {} }: OtlpConfig): Group[] {
  const groups = new Map<string, Timed[]>();
  for (const timed of rows) {
    const own = valueIn(timed.row, serviceField);
    const name = typeof own === 'string' && own !== '' ? own : service;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [timed]);
    else group.push(timed);
  }
  return Array.from(groups, ([name, group]) => ({
    resource: { attributes: keyValues({ 'service.name': name, ...resource }) },
    rows: group,
  }));
}
