import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { pow } from '../../../numeric/deterministic-math.ts';
import { from1, numbersOf, type Vector } from './vector.ts';

/** 10^digits, for −15 to 15 digits. */
const SCALE = Float64Array.from({ length: 31 }, (_, i) => pow(10, i - 15));

/** Rounds half away from 0. A number one bit below a half counts as a half: 1.005 gives 1.01. */
export function rounded(x: number, digits = 0): number {
  return roundedBy(x, SCALE[placeOf(digits)]);
}

/** The place of the scale. */
const placeOf = (digits: number): number => Math.max(-15, Math.min(15, Math.trunc(digits))) + 15;

function roundedBy(x: number, scale: number): number {
  const units = Math.floor(Math.abs(x) * scale * (1 + 2 ** -52) + 0.5);
  return x < 0 ? -(units / scale) : units / scale;
}

/** Decimals of short numbers. */
const SHORT_DECIMALS = 6;

/** Rounds to the same number of digits in all rows: most expressions do. */
export function roundedTo(part: Vector, digits: number): Vector {
  const place = placeOf(digits);
  const numbers = numbersOf(part);
  const { run } = from1(numbers, (x, result, rows) => putRounded(x, result, rows, place));
  if (digits < 0 || digits > SHORT_DECIMALS) return { run };
  const { of, bounds } = numbers.bounded ?? { of: numbers };
  return {
    run,
    short(chunk, subject, result) {
      const exact = of.run(chunk, subject);
      return bounds === undefined
        ? putShort(exact, result, chunk.rows, place)
        : putShortWithin(exact, result, chunk.rows, place, bounds);
    },
  };
}

function putRounded(x: Float64Array, result: Float64Array, rows: number, place: number): void {
  const scale = SCALE[place];
  for (let r = 0; r < rows; r++) result[r] = roundedBy(x[r], scale);
}

/** Below this, a number of up to six decimals has 15 digits: rounding to as many does not change it. */
const SHORT_LIMIT = 1e9;

/** Sets rounded numbers. Returns whether all are short. */
function putShort(x: Float64Array, result: Float64Array, rows: number, place: number): boolean {
  const scale = SCALE[place];
  let isLarge = 0;
  for (let r = 0; r < rows; r++) {
    const value = roundedBy(x[r], scale);
    // Adding 0 turns −0 into 0, as `rounded15` does.
    result[r] = value + 0;
    isLarge |= Number(Math.abs(value) >= SHORT_LIMIT);
  }
  return isLarge === 0;
}

/** Does the same with numbers between bounds: each pass over the rows takes longer than what it calculates. */
function putShortWithin(
  x: Float64Array,
  result: Float64Array,
  rows: number,
  place: number,
  bounds: Float64Array,
): boolean {
  const scale = SCALE[place];
  const low = bounds[0];
  const high = bounds[1];
  let isLarge = 0;
  for (let r = 0; r < rows; r++) {
    const value = roundedBy(Math.min(high, Math.max(low, x[r])), scale);
    result[r] = value + 0;
    isLarge |= Number(Math.abs(value) >= SHORT_LIMIT);
  }
  return isLarge === 0;
}

/** The greater or the lesser of a number and a bound. */
export function bounded(name: 'min' | 'max', part: Vector, bound: number): Vector {
  const numbers = numbersOf(part);
  const { of, bounds } = numbers.bounded ?? { of: numbers, bounds: Float64Array.of(-Infinity, Infinity) };
  const within = bounds.map((each) => (name === 'min' ? Math.min(each, bound) : Math.max(each, bound)));
  const result = new Float64Array(CHUNK_ROWS);
  return {
    bounded: { of, bounds: within },
    run(chunk, subject) {
      putWithin(of.run(chunk, subject), result, chunk.rows, within);
      return result;
    },
  };
}

function putWithin(x: Float64Array, result: Float64Array, rows: number, bounds: Float64Array): void {
  const low = bounds[0];
  const high = bounds[1];
  for (let r = 0; r < rows; r++) result[r] = Math.min(high, Math.max(low, x[r]));
}
