import type { Subject } from '../../../numeric/random.ts';
import { nearest } from '../../../numeric/rounding.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Needs, needsOf, type Place } from '../engine/cell.ts';
import { putSame } from '../choice/put-texts.ts';
import { pool } from '../engine/pool.ts';
import { putDecimal, putInteger, putShort, wordOf } from './digits.ts';
import { numbersWith, putText } from './number-text.ts';

/**
 * How numbers are rounded: the lowest number, in units of the last decimal; the greatest one; and the units in 1. An array, because V8
 * reads arguments of loops again in each row, and whole ones as integers.
 */
export type Rounding = Float64Array;

/** Turns numbers into units of the last decimal, between bounds. */
function putUnitsOf(numbers: Float64Array, rows: number, rounding: Rounding): void {
  const low = rounding[0];
  const high = rounding[1];
  const scale = rounding[2];
  for (let r = 0; r < rows; r++) numbers[r] = Math.min(high, Math.max(low, nearest(numbers[r] * scale)));
}

/** Maximum decimals that fit four bytes with their point. */
export const SHORT_DECIMALS = 3;

/** The text after the whole part for each fraction: ".5", ".07", or nothing. */
interface Fractions {
  readonly words: Int32Array;
  readonly lengths: Uint8Array;
}

/** @param decimals at most 3 */
function fractionsOf(decimals: number): Fractions {
  const texts = Array.from({ length: 10 ** decimals }, (_, i) =>
    String(Number(`${i}e-${decimals}`)).slice(1),
  );
  return { words: Int32Array.from(texts, wordOf), lengths: Uint8Array.from(texts, ({ length }) => length) };
}

/** Computes a number for each row of a chunk. */
export interface Numbers extends Needs {
  make(chunk: Chunk, subject: Subject, values: Float64Array): void;
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
  const make: Numbers['make'] = (chunk, subject, units) => {
    numbers.make(chunk, subject, units);
    putUnitsOf(units, chunk.rows, rounding);
  };
  return unitsCell({ ...needsOf(numbers), make }, writing.decimals, place);
}

/** Scratch: the units of a chunk, valid within one call of `column`. V8 compiles its address into loops. */
const scratch = new Float64Array(CHUNK_ROWS);

/** Writes numbers that are given in units of the last decimal. */
export function unitsCell(numbers: Numbers, decimals: number, place: Place): Cell {
  const scale = Number(`1e${decimals}`);
  const fractions = fractionsOf(Math.min(decimals, SHORT_DECIMALS));
  const lead = pool([place.lead]);
  return {
    maxBytes: lead.stride * 8 + 36,
    ...needsOf(numbers),
    values: () => ({
      ...numbersWith(decimals),
      make(chunk, subject, made) {
        numbers.make(chunk, subject, made);
        divide(made, chunk.rows, scale);
      },
    }),
    column(chunk, subject) {
      numbers.make(chunk, subject, scratch);
      putSame(chunk, 0, chunk.rows, lead, lead.lengths[0]);
      if (decimals === 0) putWholes(chunk);
      else if (decimals <= SHORT_DECIMALS) putShorts(chunk, fractions, decimals);
      else putLongs(chunk, decimals);
    },
  };
}

/** Turns units into numbers. Adding 0 turns −0 into 0. */
function divide(numbers: Float64Array, rows: number, scale: number): void {
  for (let r = 0; r < rows; r++) numbers[r] = numbers[r] / scale + 0;
}

function putWholes({ bytes, view, at, rows }: Chunk): void {
  const numbers = scratch;
  for (let r = 0; r < rows; r++) {
    const x = numbers[r];
    at[r] = Number.isSafeInteger(x) ? putInteger(view, at[r], x) : putText(bytes, at[r], x);
  }
}

function putLongs({ bytes, view, at, rows }: Chunk, decimals: number): void {
  const units = scratch;
  for (let r = 0; r < rows; r++) at[r] = putUnits(bytes, view, at[r], units[r], decimals);
}

function putUnits(bytes: Uint8Array, view: DataView, at: number, units: number, decimals: number): number {
  if (units <= MAX_UNITS && units >= -MAX_UNITS) return putDecimal(bytes, view, at, units, decimals);
  return putText(bytes, at, units / Number(`1e${decimals}`));
}

const MINUS = 0x2d;

/** Writes at most three decimals. Numbers of up to eight digits need no search for trailing zeros. */
function putShorts({ bytes, view, at, rows }: Chunk, { words, lengths }: Fractions, decimals: number): void {
  const values = scratch;
  const unit = words.length | 0;
  for (let r = 0; r < rows; r++) {
    const value = values[r];
    let p = at[r];
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
    view.setInt32(p, words[rest], true);
    at[r] = p + lengths[rest];
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
