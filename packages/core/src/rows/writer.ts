import { loaded } from '../data/store.ts';
import { rowCells } from '../generators/compile.ts';
import { seedOf } from '../numeric/random.ts';
import { rowFiller, type Extent } from '../generators/kernels/engine/rows.ts';
import { entitiesByName, newSources } from '../generators/sources.ts';
import type { Schema } from '../model/schema.ts';
import type { Batch } from './batch.ts';

export type { EventTime, RowTimes } from '../generators/kernels/engine/event-times.ts';
export type { Extent };

/** Writes rows as bytes. The same schema, seed, index and event time give the same bytes, on any machine and in any batches. */
export interface RowWriter {
  /**
   * Writes rows `first`, `first + step`, … into a batch from `newBatch` and returns it. Its buffers grow and are reused. The
   * batch's `first` is the extent's, and its rows count as consecutive, whatever the step.
   *
   * @throws RangeError if a field needs an event time before the year 0 or after 9999, or the extent is not one of rows
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
 * @throws Error naming the field if its arguments are invalid, which `parseSchema` reports as an issue, or if data that it needs is
 * not loaded: `await loadData(schema)` first
 */
export function compile(schema: Schema, { seed }: CompileOptions): RowWriter {
  const fill = rowFiller(
    rowCells(schema.fields, newSources(entitiesByName(schema.entities), loaded)),
    seedOf(seed),
  );
  return {
    fill(batch, extent) {
      fill(batch, extent);
      return batch;
    },
  };
}
