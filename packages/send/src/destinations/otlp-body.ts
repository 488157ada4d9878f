import type { OtlpConfig } from './otlp.ts';
import {
  anyValue,
  attributesOf,
  nanos,
  valueIn,
  type Row,
  type KeyValue,
  keyValues,
  rowOf,
  hasSpan,
  spanOf,
} from './otlp-value.ts';
import { texts, type Batch } from '@catbird/engine';

/** The smallest number of each severity. https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
const SEVERITIES: Readonly<Record<string, number>> = {
  trace: 1,
  verbose: 1,
  debug: 5,
  info: 9,
  informational: 9,
  notice: 10,
  warn: 13,
  warning: 13,
  error: 17,
  err: 17,
  critical: 18,
  crit: 18,
  alert: 19,
  fatal: 21,
  emerg: 21,
  emergency: 21,
};

/** Highest number of a severity. */
const MOST = 24;

/** Number and text of a severity; none if it is null or missing. */
function severityOf(value: unknown): { readonly severityNumber?: number; readonly severityText?: string } {
  if (value === undefined) return {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST)
    return { severityNumber: value };
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const word = text.toLowerCase();
  return {
    ...(Object.hasOwn(SEVERITIES, word) && { severityNumber: SEVERITIES[word] }),
    severityText: text,
  };
}

/** The log record of a row. */
function logRecord(
  row: Row,
  ms: number,
  { bodyField, severityField }: Pick<OtlpConfig, 'bodyField' | 'severityField'>,
  isAttribute: (field: string) => boolean,
) {
  return {
    timeUnixNano: nanos(ms),
    ...(severityField !== undefined && severityOf(valueIn(row, severityField))),
    body: anyValue(bodyField === undefined ? row : valueIn(row, bodyField)),
    attributes: attributesOf(row, isAttribute),
  };
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto */
const DELTA = 1;

/** One value of a metric: a double, whether it has a fraction or not, so that all of a metric are the same. */
interface DataPoint {
  readonly timeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly asDouble: number;
}

/** Metrics, whose values are numbers of rows. */
type Metrics = NonNullable<OtlpConfig['metrics']>;

/** The field of a metric. */
const fieldOf = (name: string, { field = name }: Metrics[string]): string => field;

/** Whether a row has a value of a metric. Other rows have nothing to send. */
const hasValue = (row: Row, metrics: Metrics): boolean =>
  Object.entries(metrics).some(([name, metric]) => Number.isFinite(valueIn(row, fieldOf(name, metric))));

/** The metrics of rows, each with a data point for every row that has a number in its field. */
function metricsOf(
  rows: readonly { readonly row: Row; readonly ms: number }[],
  metrics: Metrics,
  isAttribute: (field: string) => boolean,
) {
  const kept = rows.map(({ row, ms }) => ({ row, ms, attributes: attributesOf(row, isAttribute) }));
  return Object.entries(metrics).flatMap(([name, metric]): unknown[] => {
    const field = fieldOf(name, metric);
    const dataPoints = kept.flatMap(({ row, ms, attributes }): DataPoint[] => {
      const value = valueIn(row, field);
      return typeof value === 'number' ? [{ timeUnixNano: nanos(ms), attributes, asDouble: value }] : [];
    });
    if (dataPoints.length === 0) return [];
    const about = { name, ...(metric.unit !== undefined && { unit: metric.unit }) };
    if (metric.type === 'gauge') return [{ ...about, gauge: { dataPoints } }];
    // Each value is that of its moment, so it starts where it ends.
    const sums = dataPoints.map((point) => ({ ...point, startTimeUnixNano: point.timeUnixNano }));
    const isMonotonic = kept.every(({ row }) => !(Number(valueIn(row, field)) < 0));
    return [{ ...about, sum: { dataPoints: sums, aggregationTemporality: DELTA, isMonotonic } }];
  });
}

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
