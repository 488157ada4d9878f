import type { OtlpConfig } from './otlp-config.ts';
import { attributesOf, nanos, valueIn, type KeyValue, type Row } from './otlp-value.ts';

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
export const fieldOf = (name: string, { field = name }: Metrics[string]): string => field;

/** Whether a row has a value of a metric. Other rows have nothing to send. */
export const hasValue = (row: Row, metrics: Metrics): boolean =>
  Object.entries(metrics).some(([name, metric]) => Number.isFinite(valueIn(row, fieldOf(name, metric))));

/** The metrics of rows, each with a data point for every row that has a number in its field. */
export function metricsOf(
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
