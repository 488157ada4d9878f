import { nearest } from '../../../numeric/rounding.ts';
import type { Meaning } from '../engine/cell.ts';
import { putDecimal, putInteger, putShort, wordOf } from './digits.ts';

/** Up to so many decimals, the shortest text of a number has no exponent. */
const PLAIN_DECIMALS = 6;

/** Numbers with so many decimals. */
export const numbersWith = (decimals: number): Meaning =>
  decimals <= PLAIN_DECIMALS ? { kind: 'number' } : { kind: 'number', decimals };

/** Maximum bytes that `putNumber` may write, overshoot included. */
export const NUMBER_BYTES = 40;

const MINUS = 0x2d;
const NULL = 0x6c6c756e; // "null", little-endian
const MILLION = 1e6;
const MAX_UNITS = 1e15;
/** Less than half a unit of the 15th significant digit. */
const CLOSE = 4e-16;

/** The text after the whole part for each number of thousandths: ".5", ".007", or nothing. */
const FRACTIONS = Array.from({ length: 1000 }, (_, i) => String(i / 1000).slice(1));
const FRACTION = Int32Array.from(FRACTIONS, wordOf);
const LENGTH = Uint8Array.from(FRACTIONS, ({ length }) => length);

/** A number rounded to 15 significant digits; NaN if it is not finite. Reading the text that `putNumber` writes gives this number. */
export function rounded15(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  const scaled = value * MILLION;
  const units = nearest(scaled);
  if (Math.abs(units) < MAX_UNITS && Math.abs(scaled - units) <= Math.abs(units) * CLOSE)
    return units / MILLION;
  if (!Number.isFinite(value)) return NaN;
  const quick = quickly15(value);
  if (quick === quick) return quick;
  const rounded = Number(value.toPrecision(15));
  // The largest doubles would round to infinity.
  return Number.isFinite(rounded) ? rounded : value;
}

/** 10^n, exactly. */
const POWER = Float64Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));
/** Products up to 10^15 are rounded by at most 2^-4. */
const UNSURE = 2 ** -4;

/**
 * A number rounded to 15 significant digits by scaling it to units of the last digit; NaN if it is too large or too small for that.
 * Units and powers of ten are exact, so that their quotient is the double closest to the decimal.
 */
function quickly15(value: number): number {
  const size = Math.abs(value);
  if (!(size >= 1e-7 && size < 1e14)) return NaN;
  // In two large steps first: most numbers need 10 or more.
  let digits = size * POWER[7] < 1e14 ? 8 : 0;
  if (size * POWER[digits + 3] < 1e14) digits += 4;
  while (size * POWER[digits] < 1e14) digits++;
  const scaled = size * POWER[digits];
  let units = Math.floor(scaled + 0.5);
  const rest = scaled - units;
  if (Math.abs(rest) >= 0.5 - UNSURE) {
    const exact = rest + lostIn(size, POWER[digits], scaled);
    units += exact < -0.5 ? -1 : exact >= 0.5 ? 1 : 0;
  }
  if (scaled >= 999_999_999_999_999) return NaN;
  const rounded = units / POWER[digits];
  return value < 0 ? -rounded : rounded;
}

/** Splits the 53 bits of a double into two halves, whose products are exact. */
const SPLITTER = 2 ** 27 + 1;

/** What a product of two numbers lost when it was rounded, exactly (Dekker, "A floating-point technique for extending the available precision", 1971). */
function lostIn(x: number, y: number, product: number): number {
  const xHigh = SPLITTER * x - (SPLITTER * x - x);
  const yHigh = SPLITTER * y - (SPLITTER * y - y);
  const [xLow, yLow] = [x - xHigh, y - yHigh];
  return xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
}

/** Writes a number of up to 15 significant digits as its shortest text; NaN as null. */
export function putNumber(bytes: Uint8Array, view: DataView, at: number, value: number): number {
  const scaled = value * 1000;
  const thousandths = nearest(scaled);
  // Both have 15 digits, so numbers that are this close are equal. A division would take longer than all else.
  const isExact = Math.abs(scaled - thousandths) <= Math.abs(thousandths) * CLOSE;
  if (isExact && thousandths < 2 ** 31 && thousandths > -(2 ** 31))
    return putThousandths(view, at, thousandths | 0);
  if (Number.isSafeInteger(value)) return putInteger(view, at, value);
  const units = nearest(value * MILLION);
  if (units / MILLION === value && Math.abs(units) < MAX_UNITS) return putDecimal(bytes, view, at, units, 6);
  if (value === value) return putText(bytes, at, value);
  view.setInt32(at, NULL, true);
  return at + 4;
}

function putThousandths(view: DataView, at: number, units: number): number {
  if (units < 0) {
    view.setInt8(at++, MINUS);
    units = -units;
  }
  const whole = (units / 1000) | 0;
  const rest = units - whole * 1000;
  at = putShort(view, at, whole);
  view.setInt32(at, FRACTION[rest], true);
  return at + LENGTH[rest];
}

/** Writes any finite number as its shortest text, of up to 24 bytes. */
export function putText(bytes: Uint8Array, at: number, value: number): number {
  const text = String(value);
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
