/** How large a schema and what it generates may be. Checked before any work is done, so that no schema can stall a page. */
export const bounds = {
  /** Longest schema text, in UTF-8 bytes. */
  schemaBytes: 256 * 1024,
  /** Most objects and lists inside one another, the schema itself included. */
  depth: 32,
  /** Most fields of a schema. */
  fields: 2000,
  /** Largest `count` of a field. */
  count: 10_000,
  /** Most characters of a text, and most elements of a list, that one value may be asked to have. */
  length: 1_000_000,
  /** Longest regular expression, in characters, and largest number of repetitions in it. */
  pattern: 1000,
  /**
   * Most array elements, those of all variants together: each takes a cell. A row of 1 MiB has no more, since trying out the
   * shortest value makes 8 bytes.
   */
  elements: 131_072,
  /** Most bytes of a row. */
  rowBytes: 1024 * 1024,
  /** A field that takes longer for its first value is named, in milliseconds. */
  fieldMs: 50,
} as const;
