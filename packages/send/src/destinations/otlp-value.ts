import type { OtlpConfig } from './otlp.ts';

/** A value in OTLP's JSON. https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/common/v1/common.proto */
type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  /** 64-bit integers are texts in the JSON of Protobuf. */
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } }
  /** No value, as for null. */
  | Readonly<Record<string, never>>;

/** A named value. */
export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** A JSON value as one of OTLP. */
export function anyValue(data: unknown): AnyValue {
  if (typeof data === 'string') return { stringValue: data };
  if (typeof data === 'boolean') return { boolValue: data };
  if (typeof data === 'number')
    return Number.isSafeInteger(data) && !Object.is(data, -0)
      ? { intValue: String(data) }
      : { doubleValue: data };
  if (Array.isArray(data)) return { arrayValue: { values: data.map(anyValue) } };
  if (typeof data === 'object' && data !== null) return { kvlistValue: { values: keyValues(data) } };
  return {};
}

/** The members of an object. */
export const keyValues = (data: object): KeyValue[] =>
  Object.entries(data).map(([key, value]) => ({ key, value: anyValue(value) }));

/** A row. */
export type Row = Readonly<Record<string, unknown>>;

/** The value of a field; undefined if it is null or missing, or no field is named. */
export const valueIn = (row: Row, field: string | undefined): unknown =>
  field !== undefined && Object.hasOwn(row, field) ? (row[field] ?? undefined) : undefined;

/** The row of a text. */
export const rowOf = (text: string): Row => Object.fromEntries(Object.entries(objectOf(text)));

function objectOf(text: string): object {
  const data: unknown = JSON.parse(text);
  return typeof data === 'object' && data !== null ? data : { value: data };
}

/** The fields of a row that become attributes. Null is no value of an attribute. */
export function attributesOf(row: Row, isAttribute: (field: string) => boolean): KeyValue[] {
  const fields = Object.entries(row).filter(([field, value]) => value !== null && isAttribute(field));
  return fields.map(([key, value]) => ({ key, value: anyValue(value) }));
}

/** Milliseconds since 1970 as nanoseconds, in a text: a number has too few digits. */
export function nanos(ms: number): string {
  const whole = Math.floor(ms);
  const rest = Math.round((ms - whole) * 1e6);
  return String(BigInt(whole) * 1_000_000n + BigInt(rest));
}

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

const encoder = new TextEncoder();

/** Offset and prime of 32-bit FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET = 2_166_136_261;
const PRIME = 16_777_619;

/** 32 bits of a hash of bytes. @param lane gives other bits for another number */
function hash32(bytes: Uint8Array, lane: number): number {
  let hash = OFFSET ^ Math.imul(lane + 1, 0x9e37_79b9);
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, PRIME);
    // Otherwise, the lanes would differ in the same bytes only.
    hash ^= hash >>> (7 + lane);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A hash of a text as hexadecimal digits, 8 for each lane. */
function hexOf(text: string, lanes: number): string {
  const bytes = encoder.encode(text);
  return Array.from({ length: lanes }, (_, lane) => hash32(bytes, lane).toString(16).padStart(8, '0')).join(
    '',
  );
}

const isId = (value: unknown, digits: number): value is string =>
  typeof value === 'string' && value.length === digits && /^[\da-f]+$/i.test(value) && !/^0+$/.test(value);

/** The id of a trace, 32 hexadecimal digits: the value itself if it is one, else a hash of it. */
const traceIdOf = (trace: unknown): string =>
  isId(trace, 32) ? trace.toLowerCase() : hexOf(JSON.stringify(trace) ?? '', 4);

/** The id of a span in its trace, 16 hexadecimal digits: the value itself if it is one, else a hash of both. */
const spanIdOf = (trace: unknown, span: unknown): string =>
  isId(span, 16) ? span.toLowerCase() : hexOf(JSON.stringify([trace, span]), 2);
