import type { Subject } from '../../../numeric/random.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type ListValues,
  type Place,
  type Values,
  type Writing,
} from '../engine/cell.ts';
import { jsonText } from '../engine/json-text.ts';
import { pool, type Pool, putWords } from '../engine/pool.ts';
import type { Value } from '../engine/scan.ts';
import { putText } from '../engine/value.ts';
import { writerOf } from '../engine/write.ts';
import { NUMBER_BYTES, putNumber, rounded15 } from '../number/number-text.ts';
import type { Vector } from './vector.ts';

/** Sums of the numbers in each row's list. Null and other values count as 0. */
export function sumsOf(list: ListValues): Vector {
  const { counts, numbers } = list;
  const table = tableOf(list);
  const result = new Float64Array(CHUNK_ROWS);
  return {
    run({ selection, rows }) {
      result.fill(0, 0, rows);
      for (let n = 0, most = mostOf(counts, selection, rows); n < most; n++)
        add(result, numbers(n), table, counts, n, selection, rows);
      return result;
    },
  };
}

function mostOf(counts: Int32Array, selection: Int32Array, rows: number): number {
  let most = 0;
  for (let r = 0; r < rows; r++) most = Math.max(most, counts[selection[r]]);
  return most;
}

/** Adds the n-th element of each row that has one. Whether it does is random, so most are added without a branch to mispredict. */
function add(
  sums: Float64Array,
  numbers: Float64Array,
  table: Float64Array | undefined,
  counts: Int32Array,
  n: number,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const place = selection[r];
    // Of a row without the element, it is a number of another row.
    const number = table === undefined ? numbers[place] : table[numbers[place]];
    const isThere = n < counts[place];
    if (number - number === 0) sums[r] += number * Number(isThere);
    else if (number === number && isThere) sums[r] += number;
  }
}

/** The numbers among the entries of a table; undefined if the values are numbers themselves. */
const tableOf = (list: ListValues): Float64Array | undefined =>
  list.kind === 'number'
    ? undefined
    : Float64Array.from(list.table, (value) => (typeof value === 'number' ? value : NaN));

/** The sum of the numbers in the list of one row. */
export function sumIn(list: ListValues): Evaluate {
  const { counts, numbers } = list;
  const table = tableOf(list);
  const sum = new Float64Array(1);
  return ({ selection }, r) => {
    sum[0] = 0;
    for (let n = 0; n < counts[selection[r]]; n++)
      add(sum, numbers(n), table, counts, n, selection.subarray(r, r + 1), 1);
    return sum[0];
  };
}

/** Computes the value of row r of a chunk. */
export type Evaluate = (chunk: Chunk, r: number) => Value;

/** How to compute a field's values. */
export interface Formula {
  readonly evaluate: Evaluate;
  /** Computes those of all rows at once. Undefined: they are computed row by row. */
  readonly vector?: Vector | undefined;
  /** All values are numbers or null. */
  readonly isNumber: boolean;
  readonly usesTime: boolean;
  readonly usesIndex: boolean;
  /** Called with the subjects of the rows to evaluate next. */
  begin(subject: Subject): void;
}

/** Writes a value computed from other fields. Rounds numbers to 15 significant digits; NaN and infinities become null. */
export function formula(computed: Formula, place: Place): Cell {
  if (computed.vector !== undefined) return vectorCell(computed, valuesOf(computed.vector), place);
  const lead = pool([place.lead]);
  return computed.isNumber ? numberCell(computed, lead) : anyCell(computed, lead);
}

function vectorCell({ usesTime, usesIndex }: Formula, values: Values, { lead }: Place): Cell {
  return {
    ...vectorText(values, lead),
    usesTime,
    usesIndex,
    values: () => values,
    output: { kind: 'led', lead, rest: () => vectorText(values, '') },
  };
}

function vectorText(values: Values, lead: string): Writing {
  const { maxBytes, put } = writerOf(values, lead);
  const numbers = new Float64Array(CHUNK_ROWS);
  return {
    maxBytes,
    column(chunk, subject) {
      values.make(chunk, subject, numbers);
      put(chunk, numbers);
    },
  };
}

function valuesOf({ table, run }: Vector): Values {
  if (table !== undefined)
    return {
      kind: 'entry',
      table: table.map((value) => (typeof value === 'number' ? finite(rounded15(value)) : value)),
      make(chunk, subject, numbers) {
        numbers.set(run(chunk, subject));
      },
    };
  return {
    kind: 'number',
    make(chunk, subject, numbers) {
      const exact = run(chunk, subject);
      for (let r = 0; r < chunk.rows; r++) numbers[r] = rounded15(exact[r]);
    },
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A number or null. Its size is bounded, so it is computed as it is written. */
function numberCell(computed: Formula, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = computed;
  const numberOf = (chunk: Chunk, r: number): number => {
    const value = evaluate(chunk, r);
    return typeof value === 'number' ? rounded15(value) : NaN;
  };
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    usesIndex,
    values: () => ({
      kind: 'number',
      make(chunk, subject, numbers) {
        computed.begin(subject);
        for (let r = 0; r < chunk.rows; r++) numbers[r] = numberOf(chunk, r);
      },
    }),
    column(chunk, subject) {
      computed.begin(subject);
      const { bytes, view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], words, 0, stride);
        at[r] = putNumber(bytes, view, at[r] + lengths[0], numberOf(chunk, r));
      }
    },
  };
}

function anyCell(computed: Formula, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = computed;
  let values: (number | string)[] = [];
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    usesIndex,
    measure(chunk, subject) {
      computed.begin(subject);
      values = [];
      let longest = 0;
      for (let r = 0; r < chunk.rows; r++) {
        const value = evaluate(chunk, r);
        const made = value === null ? NaN : typeof value === 'number' ? rounded15(value) : jsonText(value);
        if (typeof made === 'string') longest = Math.max(longest, made.length);
        values.push(made);
      }
      // UTF-8 needs at most three bytes per UTF-16 unit.
      return longest * 3;
    },
    column({ bytes, view, at, rows }) {
      for (let r = 0; r < rows; r++) {
        const value = values[r];
        putWords(view, at[r], words, 0, stride);
        const p = at[r] + lengths[0];
        at[r] = typeof value === 'string' ? putText(bytes, p, value) : putNumber(bytes, view, p, value);
      }
      values = [];
    },
  };
}
