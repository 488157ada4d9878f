import { UNIT32 } from './random.ts';

/** A bijection of 0 … size−1, keyed by two words. */
export type Permutation = (place: number, a: number, b: number) => number;

/**
 * Keyed permutations, computed per position without a table: rounds of bijections of the next power of two, iterated until the
 * result lies in range. This is cycle walking (J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", 2002), not for secrecy.
 *
 * @param size from 1 to 2^30
 */
export function permutation(size: number): Permutation {
  const bits = 32 - Math.clz32(size - 1);
  const mask = (2 ** bits - 1) | 0;
  const half = Math.max(1, bits >> 1);
  return (place, a, b) => {
    const odd = b | 1;
    let x = place | 0;
    do {
      x = Math.imul((x + a) & mask, odd) & mask;
      x ^= x >>> half;
      x = Math.imul((x + b) & mask, 0x21f0aaad) & mask;
      x ^= x >>> half;
      x = Math.imul((x ^ (a >>> 7)) & mask, (a << 1) | 1) & mask;
      x ^= x >>> half;
    } while (x >= size);
    // In short lists, the walk favours some positions. Rotating by a word's upper bits makes all equally likely.
    const turned = x + (((b >>> 0) * UNIT32 * size) | 0);
    return turned < size ? turned : turned - size;
  };
}
