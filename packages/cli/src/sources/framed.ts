/** What a schema registry puts before a value: a zero and the id of the schema. https://docs.confluent.io/platform/current/schema-registry/fundamentals/serdes-develop/index.html#wire-format */
export const REGISTRY_BYTES = 5;

/** Whether a value begins with the id of a schema. */
export const hasSchema = (value: Uint8Array | null): value is Uint8Array =>
  value !== null && value[0] === 0 && value.length > REGISTRY_BYTES;
