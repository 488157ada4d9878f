import { rowCells } from '../generators/compile.ts';
import { seedOf } from '../generators/kernels/engine/random.ts';
import { rowFiller } from '../generators/kernels/engine/rows.ts';
import { newSources } from '../generators/sources.ts';
import type { Schema } from '../model/schema.ts';
import type { Batch } from './batch.ts';

/** Event time of row i: ⌊startMs + i · stepMs⌋, milliseconds since 1970, in the years 0 to 9999. A live run passes `{startMs: now, stepMs: 0}`. */
export interface EventTime {
  readonly startMs: number;
  readonly stepMs: number;
}

/** Which rows to write. */
export interface Extent {
  /** Index of the first row, a whole number from 0 to 2^53 − 1. */
  readonly first: number;
  /** Number of rows, at least 1. */
  readonly count: number;
  /** Ends the batch before it grows beyond this many bytes; a first row is always written. Default: no bound. */
  readonly maxBytes?: number;
  readonly time: EventTime;
}

/** Writes rows as bytes. Same schema, seed, index and event time: same bytes, whatever the batching and machine. */
export interface RowWriter {
  /**
   * Writes rows `first`, `first + 1`, … into a batch made by `newBatch`, whose buffers grow and are reused, and returns it.
   *
   * @throws RangeError when a field needs an event time before the year 0 or after 9999
   */
  fill(batch: Batch, extent: Extent): Batch;
}

/** How to compile a schema. */
export interface CompileOptions {
  /** A whole number or any text. The text `"42"` and the number `42` are the same seed. */
  readonly seed: number | string;
}

/**
 * Makes the writer of a schema's rows.
 *
 * @throws Error naming the field when its arguments do not make sense; `parseSchema` reports the same as an issue
 */
export function compile(schema: Schema, { seed }: CompileOptions): RowWriter {
  const fill = rowFiller(rowCells(schema.fields, newSources()), seedOf(seed));
  return {
    fill(batch, { first, count, maxBytes = Infinity, time }) {
      fill(batch, first, count, maxBytes, time.startMs, time.stepMs);
      return batch;
    },
  };
}
