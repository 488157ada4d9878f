import { cosOfTurns, sinOfTurns } from './deterministic-math.ts';

/**
 * Sine, cosine, tangent and their inverses, for angles in radians, from + − × ÷ and √ only, which IEEE 754 defines exactly. See
 * `deterministic-math.ts` for the reason.
 */

/** π/2 in three parts. The first two have few enough digits to be multiplied exactly by whole numbers up to 2^20. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;

/** Above this many quarters of a turn, the parts of π/2 are too short. */
const MAX_QUARTERS = 2 ** 20;

/** Coefficients of the Taylor series of sine and cosine: (−1)^n / (2n+1)! and (−1)^n / (2n)!. */
const SINE = seriesFrom(1);
const COSINE = seriesFrom(0);

function seriesFrom(first: 0 | 1): Float64Array {
  let term = 1;
  return Float64Array.from({ length: 10 }, (_, n) => {
    const k = 2 * n + first;
    if (n > 0) term /= -(k * (k - 1));
    return term;
  });
}

/** The sum of coefficients × x^(2n). */
function sumOf(coefficients: Float64Array, x: number): number {
  const square = x * x;
  let sum = 0;
  for (let n = coefficients.length - 1; n >= 0; n--) sum = sum * square + coefficients[n];
  return sum;
}

/** Sine of x + a number of quarter turns. */
function shiftedSine(x: number, shift: 0 | 1): number {
  const quarters = Math.round(x / (HALF_PI_HIGH + HALF_PI_MIDDLE));
  // Beyond 1.6 million, an angle says little about its sine: the last bit of x is worth more than 10^-10.
  if (!(Math.abs(quarters) <= MAX_QUARTERS)) {
    const turns = (x % (2 * Math.PI)) / (2 * Math.PI);
    return shift === 0 ? sinOfTurns(turns) : cosOfTurns(turns);
  }
  const rest = x - quarters * HALF_PI_HIGH - quarters * HALF_PI_MIDDLE - quarters * HALF_PI_LOW;
  const quadrant = (((quarters + shift) % 4) + 4) % 4;
  const value = quadrant % 2 === 0 ? rest * sumOf(SINE, rest) : sumOf(COSINE, rest);
  return quadrant < 2 ? value : -value;
}

/** Sine. NaN for infinities. */
export const sin = (x: number): number => shiftedSine(x, 0);

/** Cosine. NaN for infinities. */
export const cos = (x: number): number => shiftedSine(x, 1);

/** Tangent. */
export const tan = (x: number): number => sin(x) / cos(x);

/** Coefficients of the Taylor series of the arctangent: (−1)^n / (2n+1). */
const ARCTANGENT = Float64Array.from({ length: 13 }, (_, n) => (n % 2 === 0 ? 1 : -1) / (2 * n + 1));

/** Arctangent, from −π/2 to π/2. */
export function atan(x: number): number {
  if (x < 0) return -atan(-x);
  if (x > 1) return Math.PI / 2 - atan(1 / x);
  // atan x = 2 atan(x / (1 + √(1 + x²))): twice, so that x is at most 0.2.
  const half = x / (1 + Math.sqrt(1 + x * x));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  return 4 * quarter * sumOf(ARCTANGENT, quarter);
}

/** The angle of a point, from −π to π. 0 for the origin. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  if (Math.abs(x) >= Math.abs(y)) return x > 0 ? atan(y / x) : atan(y / x) + (y >= 0 ? Math.PI : -Math.PI);
  return (y > 0 ? Math.PI / 2 : -Math.PI / 2) - atan(x / y);
}

/** Arcsine, from −π/2 to π/2. NaN outside −1 to 1. */
export const asin = (x: number): number => atan2(x, Math.sqrt((1 - x) * (1 + x)));

/** Arccosine, from 0 to π. NaN outside −1 to 1. */
export const acos = (x: number): number => atan2(Math.sqrt((1 - x) * (1 + x)), x);
