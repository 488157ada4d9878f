/** Rows of a block. */
export const BLOCK_ROWS = 65_536;

/** Which block a row belongs to: that of its value less `from`, divided by `size`. */
export interface BlockRule {
  readonly column: string;
  readonly kind: 'number' | 'time';
  /** The value of the first row; for times, milliseconds since 1970. */
  readonly from: number;
  readonly size: number;
}

/** A column that is summed up: numbers, milliseconds of times, lengths of texts, and of any the values that are not null. */
export interface DigestColumn {
  readonly name: string;
  readonly kind: 'number' | 'time' | 'text' | 'any';
}

/** The sums of a block. */
export interface Sums {
  readonly rows: number;
  readonly columns: readonly {
    readonly present: number;
    /** Decimal digits. Null: there are no values. */
    readonly sum: string | null;
  }[];
}
