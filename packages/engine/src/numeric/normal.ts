import { exp, log } from './deterministic-math.ts';

/** Coefficients of numerator and denominator, from the constant up (Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", 1988). */
const CENTRE = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
] as const;
const TAIL = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
] as const;
const FAR_TAIL = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
] as const;

type Eight = readonly [number, number, number, number, number, number, number, number];

const polynomial = (c: Eight, x: number): number =>
  ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];

const ratio = ([top, bottom]: readonly [Eight, Eight], x: number): number =>
  polynomial(top, x) / polynomial(bottom, x);

const [[T0, T1, T2, T3, T4, T5, T6, T7], [, B1, B2, B3, B4, B5, B6, B7]] = CENTRE;

/** The ratio of `CENTRE`, written out because 85 % of all draws need it. */
const centre = (x: number): number =>
  (((((((T7 * x + T6) * x + T5) * x + T4) * x + T3) * x + T2) * x + T1) * x + T0) /
  (((((((B7 * x + B6) * x + B5) * x + B4) * x + B3) * x + B2) * x + B1) * x + 1);

/** Quantile function of the standard normal distribution, to 1e-15. @param share between 0 and 1, both excluded */
export function normalQuantile(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) return q * centre(0.180625 - q * q);
  const root = Math.sqrt(-log(q < 0 ? share : 1 - share));
  const far = root <= 5 ? ratio(TAIL, root - 1.6) : ratio(FAR_TAIL, root - 5);
  return q < 0 ? -far : far;
}

const DENSITY_AT_0 = 1 / Math.sqrt(2 * Math.PI);

/**
 * The share of the standard normal distribution between two numbers, with a small relative error also in the tails.
 *
 * @param from may be −∞. @param to at least `from`, may be ∞
 */
export function normalShare(from: number, to: number): number {
  if (from > 0) return tailAbove(from) - tailAbove(to);
  if (to < 0) return tailAbove(-to) - tailAbove(-from);
  return Math.max(0, 1 - tailAbove(-from) - tailAbove(to));
}

/** The share above z ≥ 0. */
function tailAbove(z: number): number {
  if (z > 38) return 0;
  const density = DENSITY_AT_0 * exp((-z * z) / 2);
  return z < 3 ? 0.5 - density * series(z) : density * fraction(z);
}

/** z + z³/3 + z⁵/(3·5) + … (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.11). */
function series(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 3; term > sum * 1e-17; n += 2) {
    term *= (z * z) / n;
    sum += term;
  }
  return sum;
}

/** 1/(z + 1/(z + 2/(z + 3/(z + …)))) (26.2.14 there). */
function fraction(z: number): number {
  let below = z;
  for (let n = 80; n > 0; n--) below = z + n / below;
  return 1 / below;
}
