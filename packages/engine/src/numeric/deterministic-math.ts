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

/**
 * Logarithm, exponential, power, sine and cosine from + − × ÷ only, which IEEE 754 defines exactly. The functions of `Math` may differ in
 * the last bit between JavaScript engines, but a seed must produce the same bytes in all of them.
 */

const scratch = new Float64Array(1);
const halves = new Uint32Array(scratch.buffer);
/** Index of the half that holds sign and exponent. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

const LN2 = 0.6931471805599453;
/** ln 2 in two parts. The first has few enough digits to be multiplied exactly. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const SQRT_HALF = 0.7071067811865476;

// Polynomials are written out: in a loop over coefficients, most of the time goes into the loop.

/** 2^(n − 1074), from the smallest double. */
const POWERS_OF_TWO = ((): Float64Array => {
  const powers = new Float64Array(2098);
  for (let n = 0, power = Number.MIN_VALUE; n < powers.length; n++, power *= 2) powers[n] = power;
  return powers;
})();

/** 2^k. A table, because a double that was just written as bits takes longer to read. */
const twoTo = (k: number): number => POWERS_OF_TWO[k + 1074];

/** Natural logarithm of a positive number, to about 1 ulp. */
export function log(x: number): number {
  if (!(x > 0) || x === Infinity) return x === 0 ? -Infinity : x > 0 ? x : NaN;
  let exponent = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 2 ** 54;
    exponent = -54;
  }
  scratch[0] = x;
  const power = (halves[HIGH] >>> 20) - 1022;
  let fraction = x * twoTo(-power);
  exponent += power;
  if (fraction < SQRT_HALF) {
    fraction *= 2;
    exponent--;
  }
  // ln f = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …), with |s| ≤ 0.172.
  const s = (fraction - 1) / (fraction + 1);
  const z = s * s;
  let sum = ((((1 / 25) * z + 1 / 23) * z + 1 / 21) * z + 1 / 19) * z;
  sum = ((((sum + 1 / 17) * z + 1 / 15) * z + 1 / 13) * z + 1 / 11) * z;
  sum = ((((sum + 1 / 9) * z + 1 / 7) * z + 1 / 5) * z + 1 / 3) * z;
  return exponent * LN2_HIGH + (2 * s * sum + exponent * LN2_LOW + 2 * s);
}

/** Parts of a factor of two in which `exp` looks up the nearest. */
const PARTS = 64;

/** 2^(j/64), from the Taylor series of e^x. */
const ROOTS_OF_TWO = Float64Array.from({ length: PARTS }, (_, j) => {
  const x = (j * LN2) / PARTS;
  let sum = 1;
  for (let n = 18; n > 0; n--) sum = 1 + (x / n) * sum;
  return sum;
});

/** Up to here, 2^n below is far from the smallest and the largest doubles. */
const USUAL = 690;

/** e^x, to about 2 ulp. */
export function exp(x: number): number {
  // x = k ln 2 / 64 + rest, and k = 64 n + j.
  const k = Math.floor(x * (PARTS / LN2) + 0.5);
  const rest = x - k * (LN2_HIGH / PARTS) - k * (LN2_LOW / PARTS);
  const more =
    rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24 + rest * (1 / 120 + rest * (1 / 720))))));
  const parts = k | 0;
  const root = ROOTS_OF_TWO[parts & (PARTS - 1)];
  const power = root + root * more;
  return x > -USUAL && x < USUAL ? power * twoTo(parts >> 6) : unusual(x, power, parts >> 6);
}

/** e^x = power × 2^n, if it may be too large or too small for a double. */
function unusual(x: number, power: number, n: number): number {
  if (x > 709.78) return Infinity;
  if (x < -745) return 0;
  if (x !== x) return x;
  if (n > -1000 && n < 1000) return power * twoTo(n);
  const half = n >> 1;
  return power * twoTo(half) * twoTo(n - half);
}

/** x^y as `Math.pow`, using multiplication for whole exponents up to 64. */
export function pow(x: number, y: number): number {
  if (y === 2) return x * x;
  if (Number.isInteger(y) && Math.abs(y) <= 64) {
    let product = 1;
    for (let base = x, n = Math.abs(y); n > 0; n = Math.floor(n / 2), base *= base)
      if (n % 2 === 1) product *= base;
    return y < 0 ? 1 / product : product;
  }
  if (x > 0) return exp(y * log(x));
  if (x === 0) return y > 0 ? 0 : Infinity;
  if (!Number.isInteger(y)) return NaN;
  return (y % 2 === 0 ? 1 : -1) * exp(y * log(-x));
}

/** (−1)^n (2π)^(2n+1) / (2n+1)!, from n = 0. */
const SERIES = ((): Float64Array => {
  const turn = 2 * Math.PI;
  let term = turn;
  return Float64Array.from({ length: 13 }, (_, n) => {
    if (n > 0) term *= -(turn * turn) / (2 * n * (2 * n + 1));
    return term;
  });
})();

const [S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12] = SERIES;

/** Sine of an angle in turns: 0.25 turns is the maximum. */
export function sinOfTurns(turns: number): number {
  const halfTurns = Math.floor(turns * 2 + 0.5);
  const rest = turns - halfTurns / 2;
  const z = rest * rest;
  let sum = ((S12 * z + S11) * z + S10) * z + S9;
  sum = (((sum * z + S8) * z + S7) * z + S6) * z + S5;
  sum = ((((sum * z + S4) * z + S3) * z + S2) * z + S1) * z + S0;
  return (halfTurns % 2 === 0 ? 1 : -1) * sum * rest;
}

/** Cosine of an angle in turns. */
export const cosOfTurns = (turns: number): number => sinOfTurns(turns + 0.25);
