import type { Cell, Chunk, Place, SharedSubjects } from '../engine/cell.ts';
import type { Subject } from '../../../numeric/random.ts';
import { fractionsOf, SHORT_DECIMALS, type Fractions } from './decimal.ts';
import { putDecimal, putShort } from './digits.ts';
import { numbersWith, putText } from './number-text.ts';
import { putRounded, putUnitsOf, type Rounding } from './rounding.ts';
import { needsOf, type Needs } from '../engine/needs.ts';
import { pool, putWords, type Pool } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** Computes a number for each row of a chunk. */
export interface Numbers extends Needs {
  make(chunk: Chunk, subject: Subject, values: Float64Array): void;
  /** Does the same for rows that share subjects, and rounds the numbers. Absent: it is not quicker. */
  makeShared?(chunk: Chunk, shared: SharedSubjects, rounding: Rounding, values: Float64Array): void;
}

/** How to write numbers. */
export interface Writing {
  /** Lower numbers are raised to this. */
  readonly min?: number | undefined;
  /** Greater numbers are lowered to this. */
  readonly max?: number | undefined;
  /** Decimals, 0 to 12. */
  readonly decimals: number;
}

/** Decimals of up to 15 significant digits survive text → double → text (IEEE 754 binary64). */
const MAX_UNITS = 999_999_999_999_999;

/** Writes numbers rounded to a number of decimals; those that have over 15 digits then, as their shortest text. */
export function numbersCell(numbers: Numbers, writing: Writing, place: Place): Cell {
  const { low, high, scale } = unitsOf(writing, Number.MAX_VALUE);
  const rounding = Float64Array.of(low, high, scale);
  const { decimals } = writing;
  const fractions = fractionsOf(Math.min(decimals, SHORT_DECIMALS));
  const lead = pool([place.lead]);
  const values = new Float64Array(CHUNK_ROWS);
  const makeUnits: Numbers['make'] = (chunk, subject, units) => {
    numbers.make(chunk, subject, units);
    putUnitsOf(units, chunk.rows, rounding);
  };
  return {
    maxBytes: lead.stride * 8 + 36,
    ...needsOf(numbers),
    isPure: Object.values(needsOf(numbers)).every((isUsed) => !isUsed),
    values: () => ({
      ...numbersWith(decimals),
      make(chunk, subject, made) {
        numbers.make(chunk, subject, made);
        putRounded(made, chunk.rows, rounding);
      },
      makeShared:
        numbers.makeShared && ((chunk, shared, made) => numbers.makeShared?.(chunk, shared, rounding, made)),
    }),
    column(chunk, subject) {
      makeUnits(chunk, subject, values);
      if (decimals <= SHORT_DECIMALS) putShorts(chunk, values, lead, fractions, decimals);
      else putLongs(chunk, values, lead, decimals);
    },
  };
}

function putLongs(
  { bytes, view, at, rows }: Chunk,
  units: Float64Array,
  { words, stride, lengths }: Pool,
  decimals: number,
): void {
  const skip = lengths[0];
  for (let r = 0; r < rows; r++) {
    putWords(view, at[r], words, 0, stride);
    at[r] = putUnits(bytes, view, at[r] + skip, units[r], decimals);
  }
}

function putUnits(bytes: Uint8Array, view: DataView, at: number, units: number, decimals: number): number {
  if (units <= MAX_UNITS && units >= -MAX_UNITS) return putDecimal(bytes, view, at, units, decimals);
  return putText(bytes, at, units / Number(`1e${decimals}`));
}

const MINUS = 0x2d;

/** Writes at most three decimals. Numbers of up to eight digits need no search for trailing zeros. */
function putShorts(
  { bytes, view, at, rows }: Chunk,
  values: Float64Array,
  { words, stride, lengths }: Pool,
  fractions: Fractions,
  decimals: number,
): void {
  const skip = lengths[0];
  const unit = fractions.words.length;
  for (let r = 0; r < rows; r++) {
    const value = values[r];
    putWords(view, at[r], words, 0, stride);
    let p = at[r] + skip;
    if (value >= 1e8 || value <= -1e8) {
      at[r] = putUnits(bytes, view, p, value, decimals);
      continue;
    }
    let units = value | 0;
    if (units < 0) {
      view.setInt8(p++, MINUS);
      units = -units;
    }
    const whole = (units / unit) | 0;
    const rest = units - whole * unit;
    p = putShort(view, p, whole);
    view.setInt32(p, fractions.words[rest], true);
    at[r] = p + fractions.lengths[rest];
  }
}

/** The bounds in units of the last decimal, `most` units at most. */
export function unitsOf(
  { min = -Infinity, max = Infinity, decimals }: Writing,
  most = MAX_UNITS,
): {
  readonly low: number;
  readonly high: number;
  readonly scale: number;
} {
  const scale = Number(`1e${decimals}`);
  const low = Math.max(-most, nearly(min * scale, Math.ceil));
  const high = Math.min(most, nearly(max * scale, Math.floor));
  if (max < min) throw new Error(`max ${max} must be at least min ${min}`);
  if (high < low) throw new Error(`No number with ${decimals} decimals lies between min and max`);
  return { low, high, scale };
}

/** Rounds, unless the number is whole but for float error: 0.29 × 100 is slightly less than 29 and means 29. */
function nearly(units: number, round: (x: number) => number): number {
  const whole = Math.round(units);
  return Math.abs(units - whole) <= 1e-9 * Math.max(1, Math.abs(units)) ? whole : round(units);
}
