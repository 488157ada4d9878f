import { draw, drawKey, join53, nextKey, UNIT53 } from '../../../numeric/random.ts';

/**
 * What faker's randomizer draws for a row, in the same order: a kernel that draws as faker's method does makes the same values, byte
 * for byte.
 */
export interface Draws {
  /** Goes to a row. */
  begin(a: number, b: number): void;
  /** A whole number from min to max, both included, as `number.int`. Draws nothing if there is only one. */
  int(min: number, max: number): number;
  /** As `datatype.boolean`. */
  chance(probability: number): boolean;
  /** One of several codes, as `helpers.arrayElement`. Draws nothing if there is only one. */
  code(codes: Uint8Array): number;
}

const FIRST_KEYS = 32;
/** Up to this many, 32-bit arithmetic decides all but 0.4 % of draws. */
const FEW = 4096;

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
  const word = (): number => {
    if (n === keys.length) grow();
    const high = draw(a, b, keys[n], odds[n]);
    n++;
    return high;
  };
  /** Faker's number, of the draw before, from its upper bits. */
  const exact = (high: number): number => join53(high, draw(a, high, keys[n - 1], odds[n - 1])) * UNIT53;
  /** Below a count of at most `FEW`: the upper bits times the count fill a word, and its own upper bits are the index. */
  const few = (count: number): number => {
    const high = word();
    const bits = Math.clz32(count - 1);
    const scaled = Math.imul(high >>> (32 - bits), count);
    const index = scaled >>> bits;
    return (scaled + count) >>> bits === index ? index : Math.floor(exact(high) * count);
  };
  return {
    begin(low, high) {
      a = low;
      b = high;
      n = 0;
    },
    int(min, max) {
      if (min === max) return min;
      const count = max - min + 1;
      return count <= FEW ? few(count) + min : Math.floor(exact(word()) * count + min);
    },
    chance: (probability) => exact(word()) < probability,
    code: (codes) => codes[codes.length === 1 ? 0 : few(codes.length)],
  };
}
