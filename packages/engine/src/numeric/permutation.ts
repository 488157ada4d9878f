import { drawKey, mix, UNIT32, type Seed } from './random.ts';

/** The key of an order: of all blocks of a list, or of the starts of journeys. */
export const orderKey = (name: string): number => drawKey(`\njourney\n${name}`, 0).key;

/** A word of a block for a key and a seed. */
export const blockWord = (block: number, key: number, { s0, s1 }: Seed): number =>
  mix((mix((block | 0) ^ s0 ^ key) ^ Math.floor(block * 2 ** -32)) + s1);

/** The two words that key the permutation of a block. */
export function orderWords(
  block: number,
  key: number,
  seed: Seed,
): { readonly a: number; readonly b: number } {
  const a = blockWord(block, key, seed);
  return { a, b: mix(a + key) };
}

/** A bijection of 0 … size−1, keyed by two words. */
type Permutation = (place: number, a: number, b: number) => number;

/** The odd multiplier of the second round. */
const MIDDLE = 0x21f0aaad;

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
      x = Math.imul((x + b) & mask, MIDDLE) & mask;
      x ^= x >>> half;
      x = Math.imul((x ^ (a >>> 7)) & mask, (a << 1) | 1) & mask;
      x ^= x >>> half;
    } while (x >= size);
    // In short lists, the walk favours some positions. Rotating by a word's upper bits makes all equally likely.
    const turned = x + (((b >>> 0) * UNIT32 * size) | 0);
    return turned < size ? turned : turned - size;
  };
}

/** The inverse of `permutation` with the same size and words. */
export function inversePermutation(size: number): Permutation {
  const bits = 32 - Math.clz32(size - 1);
  const mask = (2 ** bits - 1) | 0;
  const half = Math.max(1, bits >> 1);
  /** Undoes `x ^= x >>> half`: the upper bits are those of x, and tell the lower ones. */
  const unfolded = (y: number): number => {
    let x = y;
    for (let known = half; known < bits; known += half) x = y ^ (x >>> half);
    return x;
  };
  return (place, a, b) => {
    const [last, middle, first] = [inverseOf((a << 1) | 1), INVERSE_OF_MIDDLE, inverseOf(b | 1)];
    const turned = (place | 0) - (((b >>> 0) * UNIT32 * size) | 0);
    let x = turned < 0 ? turned + size : turned;
    do {
      x = (Math.imul(unfolded(x), last) ^ (a >>> 7)) & mask;
      x = (Math.imul(unfolded(x), middle) - b) & mask;
      x = (Math.imul(unfolded(x), first) - a) & mask;
    } while (x >= size);
    return x;
  };
}

/** The inverse of an odd number, modulo 2^32: each step doubles the bits that are right, from three on (Newton). */
function inverseOf(odd: number): number {
  let x = odd;
  for (let step = 0; step < 4; step++) x = Math.imul(x, 2 - Math.imul(odd, x));
  return x;
}

const INVERSE_OF_MIDDLE = inverseOf(MIDDLE);
