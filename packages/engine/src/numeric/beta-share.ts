import { exp, log } from './deterministic-math.ts';

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
