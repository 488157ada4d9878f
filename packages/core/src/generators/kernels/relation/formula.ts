import type { Cell, Place, Chunk } from '../engine/cell.ts';
import { putDecimal, putInteger } from '../number/digits.ts';
import { jsonText } from '../engine/json.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';
import type { Value } from '../engine/scan.ts';
import { putText } from '../engine/value.ts';

/** Makes the value of row r of a run. */
export type Evaluate = (chunk: Chunk, r: number) => Value;

const NUMBER_BYTES = 40;

/** A value made of other fields'. Numbers are rounded to 15 significant digits; those that are none become null. */
export function formula(
  evaluate: Evaluate,
  { isNumber, usesTime }: { readonly isNumber: boolean; readonly usesTime: boolean },
  place: Place,
): Cell {
  const lead = pool([place.lead]);
  return isNumber ? numberCell(evaluate, usesTime, lead) : anyCell(evaluate, usesTime, lead);
}

/** A number or null: its size is known in advance, so it is made where it is written. */
function numberCell(evaluate: Evaluate, usesTime: boolean, { words, stride, lengths }: Pool): Cell {
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    column(chunk) {
      const { bytes, view, at, rows } = chunk;
      for (let r = 0; r < rows; r++) {
        putWords(view, at[r], words, 0, stride);
        at[r] = putNumber(bytes, view, at[r] + lengths[0], evaluate(chunk, r));
      }
    },
  };
}

function anyCell(evaluate: Evaluate, usesTime: boolean, { words, stride, lengths }: Pool): Cell {
  let values: (number | string | null)[] = [];
  return {
    maxBytes: stride * 8 + NUMBER_BYTES,
    usesTime,
    measure(chunk) {
      values = [];
      let longest = 0;
      for (let r = 0; r < chunk.rows; r++) {
        const value = evaluate(chunk, r);
        const made = typeof value === 'number' || value === null ? value : jsonText(value);
        if (typeof made === 'string') longest = Math.max(longest, made.length);
        values.push(made);
      }
      // UTF-8 needs at most three bytes for one UTF-16 unit.
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
const MOST_UNITS = 1e15;
/** Below half a unit of the 15th significant digit. */
const CLOSE = 4e-16;

/** A number of up to 15 significant digits as the shortest text for it; anything else as null. */
function putNumber(bytes: Uint8Array, view: DataView, at: number, value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    view.setInt32(at, NULL, true);
    return at + 4;
  }
  if (Number.isSafeInteger(value)) return putInteger(view, at, value);
  const scaled = value * MILLION;
  const units = Math.round(scaled);
  if (Math.abs(units) < MOST_UNITS && Math.abs(scaled - units) <= Math.abs(units) * CLOSE)
    return putDecimal(bytes, view, at, units, 6);
  const rounded = Number(value.toPrecision(15));
  // The greatest doubles round to what is beyond them.
  return putText(bytes, at, String(Number.isFinite(rounded) ? rounded : value));
}
