import { permutation } from '../../numeric/permutation.ts';
import { draw, drawKey, mix, UNIT32, type Seed } from '../../numeric/random.ts';

/** How blocks of starts use the deck: each uses every journey once, in an order of its own. */
export interface Shuffle {
  /** Sets `starts[offset + n]` to the start in a block that has journey `journey[from + n]`, for `from + n` below `to`. */
  put(
    starts: Float64Array,
    offset: number,
    block: number,
    journey: Int32Array,
    from: number,
    to: number,
  ): void;
  /** The number of a start's journey in the deck. */
  journeyOf(start: number): number;
  /** The share of a start, from 0 up to 1, by which its steps are later than at least. */
  share(start: number): number;
}

export function newShuffle(name: string, size: number, { s0, s1 }: Seed): Shuffle {
  const order = drawKey(`\njourney\n${name}`, 0);
  const late = drawKey(`\njourney\n${name}`, 1);
  const place = permutation(size);
  let known = -1;
  const journeys = new Int32Array(size);
  const put: Shuffle['put'] = (starts, offset, block, journey, from, to) => {
    const x = mix((block | 0) ^ s0 ^ order.key);
    const y = mix((x ^ Math.floor(block / 2 ** 32)) + s1 + order.odd);
    const base = block * size;
    for (let n = from; n < to; n++) starts[offset + n - from] = base + place(journey[n], x, y);
  };
  const all = Int32Array.from({ length: size }, (_, journey) => journey);
  const starts = new Float64Array(size);
  return {
    put,
    journeyOf(start) {
      const block = Math.floor(start / size);
      if (block !== known) {
        put(starts, 0, block, all, 0, size);
        for (let journey = 0; journey < size; journey++) journeys[starts[journey] - block * size] = journey;
        known = block;
      }
      return journeys[start - block * size];
    },
    share(start) {
      const x = mix((start >>> 0) ^ s0);
      const y = mix((x ^ Math.floor(start / 2 ** 32)) + s1);
      return (draw(x, y, late.key, late.odd) >>> 0) * UNIT32;
    },
  };
}
