import { findType } from '../generators/catalogue.ts';
import type { Scope } from '../generators/generator.ts';
import type { Cell } from '../generators/kernels/cell.ts';
import { seedOf } from '../generators/kernels/chance.ts';
import { constant } from '../generators/kernels/choice.ts';
import { jsonText } from '../generators/kernels/json.ts';
import { pool } from '../generators/kernels/pool.ts';
import { repeat } from '../generators/kernels/repeat.ts';
import { RUN_ROWS, rowFiller } from '../generators/kernels/rows.ts';
import { newSources } from '../generators/sources.ts';
import type { Field, Schema } from '../schema/schema.ts';
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
  const cells = cellsOf(schema);
  const fill = rowFiller(cells, seedOf(seed));
  return {
    fill(batch, { first, count, maxBytes = Infinity, time }) {
      fill(batch, first, count, maxBytes, time.startMs, time.stepMs);
      return batch;
    },
  };
}

function cellsOf({ fields }: Schema): readonly Cell[] {
  const sources = newSources();
  const cells = fields.flatMap((field, i) =>
    fieldCells(field, `${i === 0 ? '{' : ','}${jsonText(field.name)}:`, sources),
  );
  return cells.length === 0 ? [constant(pool(['{']))] : cells;
}

function fieldCells(
  field: Field,
  lead: string,
  sources: Pick<Scope, 'randomizer' | 'faker'>,
): readonly Cell[] {
  const type = findType(field.type);
  if (type === undefined) throw new Error(`Field "${field.name}": no generator type is called ${field.type}`);
  const make = (before: string): Cell =>
    type.compile(field.args, { ...sources, path: field.name, lead: before });
  try {
    return field.count === undefined || field.count === 1
      ? [make(lead)]
      : repeat(field.count, lead, make, RUN_ROWS);
  } catch (cause) {
    throw new Error(`Field "${field.name}": ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
