import type { OtlpConfig } from './otlp-config.ts';
import { anyValue, attributesOf, nanos, valueIn, type Row } from './otlp-value.ts';

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
export function logRecord(
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
