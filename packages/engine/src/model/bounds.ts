/** Limits of a schema and its rows. Checked before any work is done, so no schema can stall the page. */
export const bounds = {
  /** Maximum length of a schema text, in UTF-8 bytes. */
  schemaBytes: 256 * 1024,
  /** Maximum nesting of objects and lists, including the schema itself. */
  depth: 32,
  /** Maximum number of fields in a schema. */
  fields: 2000,
  /** Maximum `count` of a field. */
  count: 10_000,
  /** Maximum characters of a string and elements of a list that one value may request. */
  length: 1_000_000,
  /** Maximum length of a regular expression, in characters, and maximum repetition in it. */
  pattern: 1000,
  /**
   * Maximum number of array elements, summed over all variants: each needs a cell. A row of 1 MiB cannot have more, since the
   * shortest trial value takes 8 bytes.
   */
  elements: 131_072,
  /** Maximum size of a row, in bytes. */
  rowBytes: 1024 * 1024,
  /** A field that takes longer per row gets a note, in milliseconds. */
  fieldMs: 50,
} as const;
