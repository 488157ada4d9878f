import { exp } from './deterministic-math.ts';

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
