/** Bounds of what is read and kept, so that any file can be given. */
export interface Limits {
  /** Maximum characters of a row. Longer rows are skipped. */
  readonly rowChars: number;
  /** Characters read in full. Beyond, about one row in `thinning` is observed and counts are estimates. */
  readonly fullChars: number;
  /** One block of consecutive rows in this many is observed beyond `fullChars`. */
  readonly thinning: number;
  /** Rows kept for distributions and formats. */
  readonly keptRows: number;
  /** Characters of all kept rows. */
  readonly keptChars: number;
  /** Fields followed, nested ones included. */
  readonly fields: number;
  /** Nesting followed; deeper values are ignored. A schema has room for about this many. */
  readonly depth: number;
  /** Elements of a list that are observed. */
  readonly elements: number;
}

/** The bounds of `inferSchema`. */
export const LIMITS: Limits = {
  rowChars: 64 * 2 ** 20,
  fullChars: 8 * 2 ** 20,
  thinning: 32,
  keptRows: 10_000,
  keptChars: 32 * 2 ** 20,
  fields: 2_000,
  depth: 12,
  elements: 1_000,
};
