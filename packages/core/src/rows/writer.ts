import type { Schema } from '../schema/schema.ts';
import type { Batch } from './batch.ts';

/** Event time of row i: ⌊startMs + i · stepMs⌋, milliseconds since 1970. A live run passes `{startMs: now, stepMs: 0}`. */
export interface EventTime {
  readonly startMs: number;
  readonly stepMs: number;
}

/** Which rows to write. */
export interface Extent {
  readonly first: number;
  readonly count: number;
  /** Ends the batch before it grows beyond this many bytes; a first row is always written. Default: no bound. */
  readonly maxBytes?: number;
  readonly time: EventTime;
}

/** Writes rows as bytes. Same schema, seed, index and event time: same bytes, whatever the batching and machine. */
export interface RowWriter {
  /** Writes rows `first`, `first + 1`, … into the batch, whose buffers grow and are reused, and returns it. */
  fill(batch: Batch, extent: Extent): Batch;
}

/** How to compile a schema. */
export interface CompileOptions {
  /** A whole number or any text. The text `"42"` and the number `42` are the same seed. */
  readonly seed: number | string;
}

export type Compile = (schema: Schema, options: CompileOptions) => RowWriter;
