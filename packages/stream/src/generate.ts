import {
  compile,
  growingIn,
  newBatch,
  rowsIn,
  texts,
  withoutDropped,
  type RowWriter,
  type Timeline,
} from '@catbird/engine';
import { systemClock } from '@catbird/send';
import type { Row } from './row.ts';
import { type GivenSchema, isCount, isSeed, newSeed, type RowOptions, schemaOf } from './given.ts';

/** Options of `rows`. */
export interface RowsOptions extends RowOptions {
  /** How many rows. Default: all before `to`, or without an end. */
  readonly count?: number;
  /** Index of the first row. Default 0. */
  readonly first?: number;
}

/** Rows of the first batch, and at most. */
const [LEAST_ROWS, MOST_ROWS] = [16, 4096] as const;

/**
 * The rows of a schema as objects, at once and in order. Loads the data that the schema needs. Without settings of time, rows have the
 * time at which they are made.
 *
 * @throws Error with a line for each mistake in the schema or the options
 */
export async function* rows<const Given extends GivenSchema>(
  schema: Given,
  options: RowsOptions = {},
): AsyncGenerator<Row<Given>, void, undefined> {
  const { writer, timeline, first, end } = await plannedRows(schema, options);
  const batch = newBatch();
  let size: number = LEAST_ROWS;
  for (let next = first; next < end; size = Math.min(MOST_ROWS, size * 2)) {
    const time = timeline ?? { startMs: systemClock.date(), stepMs: 0 };
    writer.fill(batch, { first: next, count: Math.min(size, end - next), time });
    next += batch.count;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    for (const text of texts(withoutDropped(batch))) yield JSON.parse(text) as Row<Given>;
  }
}

/** What writes the rows, and the row after the last one; `Infinity`: there is no last one. */
export interface PlannedRows {
  readonly writer: RowWriter;
  /** Undefined: rows have the time at which they are made. */
  readonly timeline: Timeline | undefined;
  readonly first: number;
  readonly end: number;
}

/** Only what has times to compute, or a mistake, needs the plan of a stream, which loads with it. */
async function plannedRows(schema: GivenSchema, options: RowsOptions): Promise<PlannedRows> {
  return (
    (await timelessRows(schema, options)) ?? (await import('./planned-rows.ts')).plannedRows(schema, options)
  );
}

/** The rows of a schema without times to compute; undefined if it has some, or an option that sets them or has a mistake. */
async function timelessRows(
  given: GivenSchema,
  { seed = newSeed(), types = [], onNote, count = Infinity, first = 0, ...others }: RowsOptions,
): Promise<PlannedRows | undefined> {
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (!isPlain || !isSeed(seed) || !Array.isArray(types) || ![count, first].every(isCount)) return undefined;
  const schema = await schemaOf(given, { types, onNote });
  if (schema.journey !== undefined || schema.recording !== undefined || growingIn(schema).length > 0)
    return undefined;
  const end = Math.min(rowsIn(schema), first + count);
  return { writer: compile(schema, { seed }), timeline: undefined, first, end };
}
