import type { Cell, Chunk, Place, Values, Writing } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { jsonText } from '../engine/json.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';
import type { Value } from '../engine/scan.ts';
import { putText } from '../engine/value.ts';
import { writerOf } from '../engine/write.ts';
import { NUMBER_BYTES, putNumber, putRounded15, rounded15 } from '../number/number-text.ts';
import type { Subject } from '../../../numeric/random.ts';
import type { Vector } from './vector.ts';

/** Computes the value of row r of a chunk. */
export type Evaluate = (chunk: Chunk, r: number) => Value;

/** How to compute a field's values. */
export interface Rule {
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
export function formula(rule: Rule, place: Place): Cell {
  if (rule.vector !== undefined) return vectorCell(rule, valuesOf(rule.vector), place);
  const lead = pool([place.lead]);
  return rule.isNumber ? numberCell(rule, lead) : anyCell(rule, lead);
}

function vectorCell({ usesTime, usesIndex }: Rule, values: Values, { lead }: Place): Cell {
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

function valuesOf({ table, run, short }: Vector): Values {
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
      const { rows } = chunk;
      if (short === undefined) putRounded15(run(chunk, subject), rows, numbers);
      else if (!short(chunk, subject, numbers)) putRounded15(numbers, rows, numbers);
    },
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A number or null. Its size is bounded, so it is computed as it is written. */
function numberCell(rule: Rule, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = rule;
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
        rule.begin(subject);
        for (let r = 0; r < chunk.rows; r++) numbers[r] = numberOf(chunk, r);
      },
    }),
    column(chunk, subject) {
      rule.begin(subject);
      const { bytes, view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], words, 0, stride);
        at[r] = putNumber(bytes, view, at[r] + lengths[0], numberOf(chunk, r));
      }
    },
  };
}

function anyCell(rule: Rule, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = rule;
  let values: (number | string)[] = [];
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    usesIndex,
    measure(chunk, subject) {
      rule.begin(subject);
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
