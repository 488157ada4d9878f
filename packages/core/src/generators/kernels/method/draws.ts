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
  /** The whole number from its upper bits. */
  const exact = (high: number): number => join53(high, draw(a, high, keys[n], odds[n])) * UNIT53;
  const next = (): number => {
    if (n === keys.length) grow();
    const drawn = exact(draw(a, b, keys[n], odds[n]));
    n++;
    return drawn;
  };
  /** Below `count`, at most `MOST_NUMBERS`: the lower bits are drawn only if they decide. */
  const narrow = (count: number): number => {
    if (n === keys.length) grow();
    const high = draw(a, b, keys[n], odds[n]);
    let index = 0;
    let isDecided = false;
    if (count <= FEW) {
      // The upper bits times the count fill a word: its own upper bits are the index.
      const bits = Math.clz32(count - 1);
      const scaled = Math.imul(high >>> (32 - bits), count);
      index = scaled >>> bits;
      isDecided = (scaled + count) >>> bits === index;
    } else {
      const scaled = (high >>> 5) * count;
      index = (scaled * HIGH) | 0;
      isDecided = (((scaled + count) * HIGH) | 0) === index;
    }
    if (!isDecided) index = Math.floor(exact(high) * count);
    n++;
    return index;
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
        ? narrow(count) + min
        : Math.floor(next() * count + min);
    },
    below: (count) => (count > 1 ? narrow(count) : 0),
    chance(probability) {
      if (n === keys.length) grow();
      const high = draw(a, b, keys[n], odds[n]);
      const share = (high >>> 5) * HIGH;
      const isTrue = share + HIGH <= probability || (share < probability && exact(high) < probability);
      n++;
      return isTrue;
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
