import { exp, log, pow } from '../../../numeric/deterministic-math.ts';
import { drawKey, type DrawKey, type Subject } from '../../../numeric/random.ts';
import { CHUNK_ROWS, type Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import { fillZiggurat, normalOf, putNormals } from './normal.ts';
import type { Law } from './outcomes.ts';
import { putUniforms, uniformOf } from './uniform.ts';

/** Lanczos coefficients for g = 7 (Godfrey, "A note on the computation of the convergent Lanczos complex Gamma approximation", 2001). */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of x > 0, to about 1e-14. */
function logGamma(x: number): number {
  if (x < 0.5) return logGamma(x + 1) - log(x);
  const t = x + 6.5;
  const sum = LANCZOS.reduce((total, c, n) => total + c / (x + n), 0.9999999999998099);
  return 0.5 * log(2 * Math.PI) + (x - 0.5) * log(t) - t + log(sum);
}

/** Smallest number by which the fraction may divide. */
const TINY = 1e-300;
/** More than enough for parameters up to 10^4. */
const MAX_TERMS = 1000;

/**
 * The share of the beta distribution below x, from 0 to 1: the regularised incomplete beta function, by its continued fraction
 * (NIST Digital Library of Mathematical Functions, 8.17.22) with Lentz's method.
 *
 * @param alpha above 0. @param beta above 0. @param x from 0 to 1
 */
export function betaShare(alpha: number, beta: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side of the mean.
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - betaShare(beta, alpha, 1 - x);
  const factor = exp(
    logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta) + alpha * log(x) + beta * log(1 - x),
  );
  return (factor / alpha) * fraction(alpha, beta, x);
}

function fraction(alpha: number, beta: number, x: number): number {
  let c = 1;
  let d = 1 / apart(1 - ((alpha + beta) * x) / (alpha + 1));
  let value = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (beta - m) * x) / ((alpha + 2 * m - 1) * (alpha + 2 * m));
    const odd = (-(alpha + m) * (alpha + beta + m) * x) / ((alpha + 2 * m) * (alpha + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / apart(1 + term * d);
      c = apart(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

const apart = (x: number): number => (Math.abs(x) < TINY ? TINY : x);

/** Beta distribution between two ends: x / (x + y) of two gamma variates. */
export function beta(
  [first, second]: readonly [number, number],
  [low, high]: readonly [number, number],
  { path }: Place,
): Numbers {
  const [left, right] = [gamma(first, `${path}\nalpha`), gamma(second, `${path}\nbeta`)];
  const others = new Float64Array(CHUNK_ROWS);
  return {
    make({ rows }, subject, values) {
      left(subject, rows, values);
      right(subject, rows, others);
      for (let r = 0; r < rows; r++) values[r] = low + (high - low) * (values[r] / (values[r] + others[r]));
    },
  };
}

/** The law of `beta`; undefined if both ends are the same, or the shares take long to compute. */
export function betaLaw(
  [first, second]: readonly [number, number],
  [low, high]: readonly [number, number],
): Law | undefined {
  if (!(high > low) || first > MAX_PARAMETER || second > MAX_PARAMETER) return undefined;
  const below = (x: number): number => betaShare(first, second, (x - low) / (high - low));
  return { range: [low, high], between: (from, to) => Math.max(0, below(to) - below(from)) };
}

/** Up to here, the shares are precise. */
const MAX_PARAMETER = 10_000;

/** Sets a variate of each row. */
type PutVariates = (subject: Subject, rows: number, values: Float64Array) => void;

/** The draws of one try. */
interface Try {
  readonly normal: DrawKey;
  readonly accept: DrawKey;
}

/**
 * Gamma distribution with scale 1 (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
 * Accepts the first try more than 95 % of the time, so all rows make it together.
 */
function gamma(shape: number, path: string): PutVariates {
  fillZiggurat();
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  const boost = drawKey(path, 0);
  const tries: Try[] = [];
  const keysOf = (n: number): Try =>
    (tries[n] ??= { normal: drawKey(path, 2 * n + 1), accept: drawKey(path, 2 * n + 2) });
  const again = (a: number, b: number): number => {
    for (let n = 1; ; n++) {
      const { normal, accept } = keysOf(n);
      const value = accepted(d, c, normalOf(normal, a, b), uniformOf(accept, a, b));
      if (value !== REJECTED) return value;
    }
  };
  const shares = new Float64Array(CHUNK_ROWS);
  return (subject, rows, values) => {
    const { a, b } = subject;
    const { normal, accept } = keysOf(0);
    putNormals(normal, subject, rows, values);
    putUniforms(accept, subject, rows, shares);
    putAccepted(d, c, rows, shares, values);
    for (let r = 0; r < rows; r++) if (values[r] === REJECTED) values[r] = again(a[r], b[r]);
    if (shape >= 1) return;
    putUniforms(boost, subject, rows, shares);
    for (let r = 0; r < rows; r++) values[r] *= pow(shares[r], 1 / shape);
  };
}

/** Stands for a rejected try: a gamma variate is never negative. */
const REJECTED = -1;

/** Turns the normal variates of rows into gamma variates. */
function putAccepted(d: number, c: number, rows: number, shares: Float64Array, values: Float64Array): void {
  for (let r = 0; r < rows; r++) values[r] = accepted(d, c, values[r], shares[r]);
}

/** @param c 1 / √(9d). @param x a normal variate. @param share a uniform variate, which accepts or rejects it */
function accepted(d: number, c: number, x: number, share: number): number {
  const root = 1 + c * x;
  if (root <= 0) return REJECTED;
  const v = root * root * root;
  // Marsaglia and Tsang's squeeze: within it, the test below holds.
  if (share >= 1 - 0.0331 * x * x * x * x && log(share) >= 0.5 * x * x + d - d * v + d * log(v))
    return REJECTED;
  return d * v;
}
