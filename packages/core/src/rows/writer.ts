import { rowCells } from '../generators/compile.ts';
import { seedOf } from '../numeric/random.ts';
import { rowFiller } from '../generators/kernels/engine/rows.ts';
import { entitiesByName, newSources } from '../generators/sources.ts';
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
  /** Maximum bytes of the batch. The first row is always written. Default: no limit. */
  readonly maxBytes?: number;
  readonly time: EventTime;
}

/** Writes rows as bytes. The same schema, seed, index and event time give the same bytes, on any machine and in any batches. */
export interface RowWriter {
  /**
   * Writes rows `first`, `first + 1`, … into a batch from `newBatch` and returns it. Its buffers grow and are reused.
   *
   * @throws RangeError if a field needs an event time before the year 0 or after 9999
   */
  fill(batch: Batch, extent: Extent): Batch;
}

/** Options for `compile`. */
export interface CompileOptions {
  /** An integer or any string. The string `"42"` and the number `42` are the same seed. */
  readonly seed: number | string;
}

/**
 * Compiles a schema to a writer of its rows.
 *
 * @throws Error naming the field if its arguments are invalid; `parseSchema` reports the same as an issue
 */
export function compile(schema: Schema, { seed }: CompileOptions): RowWriter {
  const fill = rowFiller(rowCells(schema.fields, newSources(entitiesByName(schema.entities))), seedOf(seed));
  return {
    fill(batch, { first, count, maxBytes = Infinity, time }) {
      fill(batch, first, count, maxBytes, time.startMs, time.stepMs);
      return batch;
    },
  };
}
