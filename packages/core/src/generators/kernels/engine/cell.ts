import type { Seed, Subject } from './random.ts';

/**
 * Some consecutive rows in the making. Every row has a slot of equal size in `bytes`;
 * `at[r]` is where row r's next byte goes. Cells append column by column, then the rows are packed.
 */
export interface Chunk {
  /** Index of the first row. */
  first: number;
  rows: number;
  seed: Seed;
  bytes: Uint8Array;
  view: DataView;
  readonly at: Int32Array;
  /** Each row's place among the rows made together. A run of some of them has their places still, by which columns are read. Ascending. */
  origin: Int32Array;
  /** Event time of each row, whole milliseconds since 1970. Set only if a cell uses it. */
  readonly ms: Float64Array;
  /** Index of each row. Set only if a cell uses it. */
  readonly index: Float64Array;
}

/** What a cell decides for each row besides its text, for other fields to go by. */
export type Decision = {
  /** For each row of the run; −1: nothing, as the value is null or missing. Set by `column`. */
  readonly numbers: Float64Array;
  /** Some may be −1. */
  readonly isPartial: boolean;
} & (
  | { /** The number of the row's session. */ readonly kind: 'session' }
  | { /** The number of a row of the table. */ readonly kind: 'entry'; readonly table: readonly unknown[] }
);

/** Appends one JSON member, `,"name":value`, to every row of a run. */
export interface Cell {
  /** Most bytes that `column` may touch behind `at[r]`, overshoot included. */
  readonly maxBytes: number;
  /** For values without a bound: makes this run's values and says the most bytes that one needs. Called before `column`. */
  readonly measure?: (chunk: Chunk, subject: Subject) => number;
  /** Reads the event times; without any such cell they are not made. */
  readonly usesTime?: boolean;
  /** Reads the rows' indexes; without any such cell they are not made. */
  readonly usesIndex?: boolean;
  readonly decision?: Decision | undefined;
  column(chunk: Chunk, subject: Subject): void;
}

/** Where a cell writes and what its chance depends on. */
export interface Place {
  /** Path of the field: the key of its chance. */
  readonly path: string;
  /** Bytes before the value: `,"name":`. Known in advance, hence part of the value's pools. */
  readonly lead: string;
}
