/** A JSON value with its place in the text. Offsets and lengths are in UTF-16 units. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface JsonObject extends Range {
  readonly kind: 'object';
  /** In text order, duplicates included: as in `JSON.parse`, the last one of a name wins. */
  readonly members: readonly JsonMember[];
}

export interface JsonArray extends Range {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** A string, number, boolean or null. */
export interface JsonScalar extends Range {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** A number as it is written, if `value` is another one: it has too many digits, or is too large. */
  readonly written?: string;
}

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

/** A place where a text is not valid JSON, and how to fix it. */
export interface JsonFault extends Range {
  readonly code: 'json' | 'too-deep';
  readonly message: string;
  readonly hint: string;
}

/** The result of `readJson`. Without faults, the text is JSON and has a root. */
export interface JsonDocument {
  /** Also present if all faults are recoverable, such as a trailing comma. */
  readonly root?: JsonNode;
  readonly faults: readonly JsonFault[];
}

/** The plain value of a node, as from `JSON.parse`; `__proto__` is an ordinary property. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plainValue);
  // fromEntries defines properties, so no name can reach a prototype.
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}
