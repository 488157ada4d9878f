import { drawKey, mix, type Seed } from './random.ts';

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
