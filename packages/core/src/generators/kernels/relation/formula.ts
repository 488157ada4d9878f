import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { putDecimal, putInteger } from '../number/digits.ts';
import { jsonText } from '../engine/json.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';
import type { Subject } from '../../../numeric/random.ts';
import type { Value } from '../engine/scan.ts';
import { putText } from '../engine/value.ts';

/** Computes the value of row r of a chunk. */
export type Evaluate = (chunk: Chunk, r: number) => Value;

/** How to compute a field's values. */
export interface Rule {
  readonly evaluate: Evaluate;
  /** All values are numbers or null. */
  readonly isNumber: boolean;
  readonly usesTime: boolean;
  readonly usesIndex: boolean;
  /** Called with the subjects of the rows to evaluate next. */
  begin(subject: Subject): void;
}

const NUMBER_BYTES = 40;

/** Writes a value computed from other fields. Rounds numbers to 15 significant digits; NaN and infinities become null. */
export function formula(rule: Rule, place: Place): Cell {
  const lead = pool([place.lead]);
  return rule.isNumber ? numberCell(rule, lead) : anyCell(rule, lead);
}

/** A number or null. Its size is bounded, so it is computed as it is written. */
function numberCell(rule: Rule, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = rule;
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    usesIndex,
    column(chunk, subject) {
      rule.begin(subject);
      const { bytes, view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], words, 0, stride);
        at[r] = putNumber(bytes, view, at[r] + lengths[0], evaluate(chunk, r));
      }
    },
  };
}

function anyCell(rule: Rule, { words, stride, lengths }: Pool): Cell {
  const { evaluate, usesTime, usesIndex } = rule;
  let values: (number | string | null)[] = [];
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
        const made = typeof value === 'number' || value === null ? value : jsonText(value);
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

const NULL = 0x6c6c756e; // "null", little-endian
const MILLION = 1e6;
const MAX_UNITS = 1e15;
/** Less than half a unit of the 15th significant digit. */
const CLOSE = 4e-16;

/** Writes a number with up to 15 significant digits as its shortest text, and anything else as null. */
function putNumber(bytes: Uint8Array, view: DataView, at: number, value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    view.setInt32(at, NULL, true);
    return at + 4;
  }
  if (Number.isSafeInteger(value)) return putInteger(view, at, value);
  const scaled = value * MILLION;
  const units = Math.round(scaled);
  if (Math.abs(units) < MAX_UNITS && Math.abs(scaled - units) <= Math.abs(units) * CLOSE)
    return putDecimal(bytes, view, at, units, 6);
  const rounded = Number(value.toPrecision(15));
  // The largest doubles would round to infinity.
  return putText(bytes, at, String(Number.isFinite(rounded) ? rounded : value));
}
