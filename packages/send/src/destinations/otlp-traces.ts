import type { OtlpConfig } from './otlp-config.ts';
import { spanIdOf, traceIdOf } from './otlp-ids.ts';
import { attributesOf, nanos, valueIn, type Row } from './otlp-value.ts';

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const INTERNAL = 1;
const ERROR = 2;

type Fields = Pick<
  OtlpConfig,
  'traceField' | 'spanField' | 'parentField' | 'nameField' | 'durationField' | 'errorField'
>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Whether a row has what identifies a span. */
export const hasSpan = (row: Row, { traceField, spanField }: Fields): boolean =>
  valueIn(row, traceField) !== undefined && valueIn(row, spanField) !== undefined;

/** The span of a row, which begins at its time. */
export function spanOf(row: Row, ms: number, fields: Fields, isAttribute: (field: string) => boolean) {
  const { traceField, spanField, parentField, nameField = spanField, durationField, errorField } = fields;
  const trace = valueIn(row, traceField);
  const parent = valueIn(row, parentField);
  const duration = Number(valueIn(row, durationField) ?? 0);
  const error = valueIn(row, errorField);
  return {
    traceId: traceIdOf(trace),
    spanId: spanIdOf(trace, valueIn(row, spanField)),
    ...(parent !== undefined && { parentSpanId: spanIdOf(trace, parent) }),
    name: textOf(valueIn(row, nameField)),
    kind: INTERNAL,
    startTimeUnixNano: nanos(ms),
    endTimeUnixNano: nanos(ms + (duration > 0 && Number.isFinite(duration) ? duration : 0)),
    attributes: attributesOf(row, isAttribute),
    ...(error !== undefined && { status: { code: ERROR, message: textOf(error) } }),
  };
}
