/** A JSON value with its place in the text. Offsets and lengths are in UTF-16 units. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface JsonObject extends Range {
  readonly kind: 'object';
  /** In the order of the text, duplicates included: as with `JSON.parse`, the last one of a name counts. */
  readonly members: readonly JsonMember[];
}

export interface JsonArray extends Range {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** A text, number, boolean or null. */
export interface JsonScalar extends Range {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

/** Where a text is no JSON, and what to do about it. */
export interface JsonFault extends Range {
  readonly code: 'json' | 'too-deep';
  readonly message: string;
  readonly hint: string;
}

/** What `readJson` makes of a text. Without faults the text is JSON, and there is a root. */
export interface JsonDocument {
  /** Present also when all faults are slips whose meaning is clear, a trailing comma say. */
  readonly root?: JsonNode;
  readonly faults: readonly JsonFault[];
}

/** The plain value of a node, as `JSON.parse` would make it; a name like `__proto__` is a property like any other. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plainValue);
  // fromEntries defines properties, so that no name can reach a prototype.
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}
