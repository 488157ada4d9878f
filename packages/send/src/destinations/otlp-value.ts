/** A value in OTLP's JSON. https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/common/v1/common.proto */
export type AnyValue =
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
