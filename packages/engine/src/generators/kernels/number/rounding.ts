import { nearest } from '../../../numeric/rounding.ts';

/**
 * How numbers are rounded: the lowest number, in units of the last decimal; the greatest one; and the units in 1. An array, because V8
 * reads arguments of loops again in each row, and whole ones as integers.
 */
export type Rounding = Float64Array;

/** A number rounded to units of the last decimal. Adding 0 turns −0 into 0. */
export const roundedWithin = (x: number, low: number, high: number, scale: number): number =>
  Math.min(high, Math.max(low, nearest(x * scale))) / scale + 0;

/** Rounds numbers. */
export function putRounded(numbers: Float64Array, rows: number, rounding: Rounding): void {
  const low = rounding[0];
  const high = rounding[1];
  const scale = rounding[2];
  for (let r = 0; r < rows; r++) numbers[r] = roundedWithin(numbers[r], low, high, scale);
}

/** Turns numbers into units of the last decimal, between bounds. */
export function putUnitsOf(numbers: Float64Array, rows: number, rounding: Rounding): void {
  const low = rounding[0];
  const high = rounding[1];
  const scale = rounding[2];
  for (let r = 0; r < rows; r++) numbers[r] = Math.min(high, Math.max(low, nearest(numbers[r] * scale)));
}
