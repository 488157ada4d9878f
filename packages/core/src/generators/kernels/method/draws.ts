import { draw53, drawKey, nextKey, UNIT53, type KeyedRandomizer } from '../../../numeric/random.ts';

/**
 * What faker's randomizer draws for a row, in the same order: a kernel that draws as faker's method does makes the same values, byte
 * for byte.
 */
export interface Draws extends KeyedRandomizer {
  /** A whole number from min to max, both included, as `number.int`. Draws nothing if there is only one. */
  int(min: number, max: number): number;
  /** A whole number from 0 to count − 1, as the index of `helpers.arrayElement`. Draws nothing if there is only one. */
  below(count: number): number;
  /** As `datatype.boolean`. */
  chance(probability: number): boolean;
  /** An index by weight, as `helpers.weightedArrayElement`. @param sums of the weights up to each */
  weighted(sums: readonly number[]): number;
}

const FIRST_KEYS = 32;

/** The draws of a field. @param path of the field */
export function newDraws(path: string): Draws {
  const first = drawKey(path, 0);
  let keys = new Int32Array(0);
  let odds = new Int32Array(0);
  let [a, b, n] = [0, 0, 0];
  const grow = (): void => {
    const size = Math.max(FIRST_KEYS, keys.length * 2);
    const all = Array.from({ length: size }, (_, i) => nextKey(first, i + 1));
    keys = Int32Array.from(all, ({ key }) => key);
    odds = Int32Array.from(all, ({ odd }) => odd);
  };
  grow();
  const next = (): number => {
    if (n === keys.length) grow();
    const drawn = draw53(a, b, keys[n], odds[n]) * UNIT53;
    n++;
    return drawn;
  };
  return {
    begin(low, high) {
      a = low;
      b = high;
      n = 0;
    },
    next,
    seed() {},
    int: (min, max) => (min === max ? min : Math.floor(next() * (max - min + 1) + min)),
    below: (count) => (count > 1 ? Math.floor(next() * count) : 0),
    chance: (probability) => next() < probability,
    weighted(sums) {
      const last = sums.length - 1;
      const drawn = next() * sums[last];
      for (let i = 0; i < last; i++) if (drawn < sums[i]) return i;
      return last;
    },
  };
}
