import { UNIT32 } from './random.ts';

/** Makes every place of a list change: a bijection of 0 … size−1, chosen by two words. */
export type Permutation = (place: number, a: number, b: number) => number;

/**
 * Permutations of a list's places, computed place by place without a table: rounds of keyed bijections of the next power of two,
 * walked until the result lies within (J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", 2002; here for looks, not for secrecy).
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
    // The walk favours some places of a short list; turned by the upper bits of a word, all of them are alike.
    const turned = x + (((b >>> 0) * UNIT32 * size) | 0);
    return turned < size ? turned : turned - size;
  };
}
