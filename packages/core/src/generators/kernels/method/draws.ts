import { draw, drawKey, join53, nextKey, UNIT53, type KeyedRandomizer } from '../../../numeric/random.ts';

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
  /** Writes some of several codes to a range of bytes, as `string.fromCharacters`. */
  putCodes(bytes: Uint8Array, from: number, to: number, codes: Uint8Array): void;
  /** Sets an index below each of several counts, one after the other. @param counts from 2 to 2^24 */
  each(counts: Int32Array, indexes: Int32Array): void;
}

const FIRST_KEYS = 32;
/** Up to this many, 32-bit arithmetic decides all but 0.4 % of draws. */
const FEW = 4096;
/** Faker's numbers have 53 bits: 27 from one draw and 26 from another. */
const HIGH = 2 ** -27;
/** Up to these, the upper 27 bits nearly always decide, and no rounding reaches the next number. */
const [MOST_NUMBERS, LARGEST] = [2 ** 24, 2 ** 20];

/** The draws of a field. @param path of the field */
export function newDraws(path: string): Draws {
  const first = drawKey(path, 0);
  let [keys, odds] = [new Int32Array(0), new Int32Array(0)];
  let [a, b, n] = [0, 0, 0];
  const grow = (): void => {
    const all = Array.from({ length: Math.max(FIRST_KEYS, keys.length * 2) }, (_, i) =>
      nextKey(first, i + 1),
    );
    keys = Int32Array.from(all, ({ key }) => key);
    odds = Int32Array.from(all, ({ odd }) => odd);
  };
  grow();
  /** Faker's number, of the draw before, from its upper bits. */
  const exact = (high: number): number => join53(high, draw(a, high, keys[n - 1], odds[n - 1])) * UNIT53;
  const word = (): number => {
    if (n === keys.length) grow();
    const high = draw(a, b, keys[n], odds[n]);
    n++;
    return high;
  };
  const next = (): number => exact(word());
  /** Below a count of at most `FEW`: the upper bits times the count fill a word, and its own upper bits are the index. */
  const few = (count: number): number => {
    const high = word();
    const bits = Math.clz32(count - 1);
    const scaled = Math.imul(high >>> (32 - bits), count);
    const index = scaled >>> bits;
    return (scaled + count) >>> bits === index ? index : Math.floor(exact(high) * count);
  };
  /** Below a count of at most `MOST_NUMBERS`. */
  const many = (count: number): number => {
    const high = word();
    const scaled = (high >>> 5) * count;
    const index = (scaled * HIGH) | 0;
    return (((scaled + count) * HIGH) | 0) === index ? index : Math.floor(exact(high) * count);
  };
  return {
    begin(low, high) {
      a = low;
      b = high;
      n = 0;
    },
    next,
    seed() {},
    int(min, max) {
      if (min === max) return min;
      const count = max - min + 1;
      return count <= MOST_NUMBERS && min <= LARGEST && min >= -LARGEST
        ? (count <= FEW ? few(count) : many(count)) + min
        : Math.floor(next() * count + min);
    },
    below: (count) => (count > FEW ? many(count) : count > 1 ? few(count) : 0),
    chance(probability) {
      const high = word();
      const share = (high >>> 5) * HIGH;
      return share + HIGH <= probability || (share < probability && exact(high) < probability);
    },
    weighted(sums) {
      const last = sums.length - 1;
      const drawn = next() * sums[last];
      for (let i = 0; i < last; i++) if (drawn < sums[i]) return i;
      return last;
    },
    putCodes(bytes, from, to, codes) {
      const count = codes.length;
      if (count === 1) {
        bytes.fill(codes[0], from, to);
        return;
      }
      while (n + to - from > keys.length) grow();
      const [low, upper, drawKeys, drawOdds] = [a, b, keys, odds];
      const bits = Math.clz32(count - 1);
      let i = n;
      for (let p = from; p < to; p++, i++) {
        const high = draw(low, upper, drawKeys[i], drawOdds[i]);
        const scaled = Math.imul(high >>> (32 - bits), count);
        let index = scaled >>> bits;
        if ((scaled + count) >>> bits !== index)
          index = Math.floor(join53(high, draw(low, high, drawKeys[i], drawOdds[i])) * UNIT53 * count);
        bytes[p] = codes[index];
      }
      n = i;
    },
    each(counts, indexes) {
      const size = counts.length;
      while (n + size > keys.length) grow();
      const [low, upper, drawKeys, drawOdds] = [a, b, keys, odds];
      for (let i = 0; i < size; i++) {
        const high = draw(low, upper, drawKeys[n + i], drawOdds[n + i]);
        const scaled = (high >>> 5) * counts[i];
        let index = (scaled * HIGH) | 0;
        if ((((scaled + counts[i]) * HIGH) | 0) !== index)
          index = Math.floor(
            join53(high, draw(low, high, drawKeys[n + i], drawOdds[n + i])) * UNIT53 * counts[i],
          );
        indexes[i] = index;
      }
      n += size;
    },
  };
}
