import type { Subject } from '../../../numeric/random.ts';
import { type Chunk, CHUNK_ROWS } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import type { Value } from '../engine/scan.ts';

/** The values of a part of an expression, for all rows of a chunk at once. */
export interface Vector {
  /** What the numbers are indexes of. Absent: they are the values, and NaN is null. */
  readonly table?: readonly Value[];
  /** Computes a number for each row. Valid until the next call. */
  readonly run: (chunk: Chunk, subject: Subject) => Float64Array;
}

/** A vector whose values are from a table. */
export type Entries = Vector & { readonly table: readonly Value[] };

/** Sets the results of rows from those of the parts. */
type Loop1 = (x: Float64Array, result: Float64Array, rows: number) => void;
export type Loop2 = (x: Float64Array, y: Float64Array, result: Float64Array, rows: number) => void;

/** A vector computed from another one. */
export function from1({ run }: Vector, loop: Loop1): Vector {
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run(chunk, subject) {
      loop(run(chunk, subject), result, chunk.rows);
      return result;
    },
  };
}

/** A vector computed from two others. */
export function from2(left: Vector, right: Vector, loop: Loop2): Vector {
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run(chunk, subject) {
      loop(left.run(chunk, subject), right.run(chunk, subject), result, chunk.rows);
      return result;
    },
  };
}

/** The same value in each row. */
export function same(value: Value): Vector {
  const zeros = new Float64Array(CHUNK_ROWS);
  return { table: [value], run: () => zeros };
}

/** A number for each event time. @param numberOf also gets when the stream begins */
export function eachTime(numberOf: (ms: number, fromMs: number) => number): Vector {
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run({ ms, fromMs, rows }) {
      for (let r = 0; r < rows; r++) result[r] = numberOf(ms[r], fromMs);
      return result;
    },
  };
}

/** The number that is the value in each row; undefined if it is none, or if values may differ. */
export function constantOf({ table }: Vector): number | undefined {
  const [value, ...others] = table ?? [];
  return typeof value === 'number' && others.length === 0 ? value : undefined;
}

/** The values of a column; undefined if they are only known as text. */
export function ofColumn({ values }: Column): Vector | undefined {
  if (values === undefined) return undefined;
  const { of } = values;
  if (values.kind === 'number') return { run: of };
  const table = values.table as readonly Value[];
  // Two readings of an object are different values.
  return table.every(isPlain) ? { table, run: of } : undefined;
}

const isPlain = (value: Value): boolean => typeof value !== 'object' || value === null;

export const isEntries = (vector: Vector): vector is Entries => vector.table !== undefined;

/** Whether some of the values may be texts. */
export const hasTexts = ({ table = [] }: Vector): boolean => table.some((value) => typeof value === 'string');

/** Whether all values are numbers or null. */
export const isNumeric = ({ table = [] }: Vector): boolean =>
  table.every((value) => typeof value === 'number' || value === null);

/** The numbers among the values, with NaN in place of all other values. */
export function numbersOf(vector: Vector): Vector {
  const { table, run } = vector;
  if (table === undefined) return vector;
  const numbers = Float64Array.from(table, (value) => (typeof value === 'number' ? value : NaN));
  return { run: mapped(run, numbers) };
}

/** The entries with other indexes: those of `to`, which has one for each entry of the table. */
export function mapped(run: Vector['run'], to: Float64Array): Vector['run'] {
  if (to.every((place, entry) => place === entry)) return run;
  if (to.length > 1) return from1({ run }, (x, result, rows) => putMapped(x, to, result, rows)).run;
  const constant = new Float64Array(CHUNK_ROWS).fill(to[0]);
  return () => constant;
}

function putMapped(x: Float64Array, to: Float64Array, result: Float64Array, rows: number): void {
  for (let r = 0; r < rows; r++) result[r] = to[x[r] | 0];
}

/** Several tables as one without repetition, and the place in it of each entry. */
export function united(tables: readonly (readonly Value[])[]): {
  readonly table: readonly Value[];
  readonly places: readonly Float64Array[];
} {
  const table = [...new Set(tables.flat())];
  const placeOf = new Map(table.map((value, place) => [value, place]));
  return { table, places: tables.map((each) => Float64Array.from(each, (value) => placeOf.get(value) ?? 0)) };
}
