import { newBatch, texts } from '../src/rows/batch.ts';
import { compile, type EventTime, type RowWriter } from '../src/rows/writer.ts';
import type { Field, Schema } from '../src/model/schema.ts';
import { knowAllTypes } from '../src/generators/catalogue.ts';

// Fields of tests are compiled without a parser.
knowAllTypes();

/** Which rows a test asks for; all of it has a default. */
export interface Asked {
  readonly seed?: number | string;
  readonly first?: number;
  readonly count?: number;
  readonly startMs?: number;
  readonly stepMs?: number;
}

/** 2026-03-01T12:00:00.000Z, the time of events in tests. */
export const NOON = Date.UTC(2026, 2, 1, 12);

/** Rows as JSON texts. */
export function rowsOf(given: readonly Field[] | Schema, asked: Asked = {}): string[] {
  const schema: Schema = 'fields' in given ? given : { fields: given };
  // The steps of a journey in time need times that differ.
  const { seed = 1, first = 0, count = 1, startMs = NOON, stepMs = schema.journey ? 1 : 0 } = asked;
  const batch = compile(schema, { seed }).fill(newBatch(), { first, count, time: { startMs, stepMs } });
  return [...texts(batch)];
}

/** Values of one generator type, parsed. */
export const valuesOf = <Value>(type: string, args: readonly unknown[] = [], asked: Asked = {}): Value[] =>
  rowsOf([{ name: 'v', type, args }], asked).map((row) => (JSON.parse(row) as { v: Value }).v);

const BATCHES = [
  [0, 1],
  [1, 127],
  [128, 129],
  [257, 43],
] as const;

/** The first 300 rows of a writer, in batches that begin and end within chunks. */
export function rowsInBatches(writer: RowWriter, time: EventTime): readonly string[] {
  const batch = newBatch();
  return BATCHES.flatMap(([first, count]) => [...texts(writer.fill(batch, { first, count, time }))]);
}
