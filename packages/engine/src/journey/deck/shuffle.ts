import { blockWord, orderKey, orderWords, permutation } from '../../numeric/permutation.ts';
import { drawKey, mix, UNIT32, type Seed } from '../../numeric/random.ts';

/** The words of a block of starts: two for its order of journeys, and one for the lateness of its steps. */
export interface BlockWords {
  readonly a: number;
  readonly b: number;
  readonly late: number;
}

/** How blocks of starts use the deck: each uses every journey once, in an order of its own. */
export interface Shuffle {
  words(block: number): BlockWords;
  /** How late the steps of a start with a journey are, from 0 up to 1: a share of their widths. */
  lateness(start: number, journey: number): number;
  /** The place of a journey's start in a block with these words. */
  readonly place: (journey: number, a: number, b: number) => number;
  /** The numbers of the journeys in the deck, in the order of a block's starts. Valid until the next call. */
  journeys(block: number): Int32Array;
}

/** @param name keys all draws, with the seed */
export function newShuffle(name: string, size: number, seed: Seed): Shuffle {
  const order = orderKey(name);
  const late = drawKey(`\njourney\n${name}`, 1).key;
  const place = permutation(size);
  const perSize = 1 / size;
  const words = (block: number): BlockWords => ({
    ...orderWords(block, order, seed),
    late: blockWord(block, late, seed),
  });
  const journeys = new Int32Array(size);
  let known = -1;
  return {
    words,
    place,
    lateness: (start, journey) => lateness(blockWord(Math.floor(start * perSize), late, seed), journey),
    journeys(block) {
      if (block !== known) {
        const { a, b } = words(block);
        for (let journey = 0; journey < size; journey++) journeys[place(journey, a, b)] = journey;
        known = block;
      }
      return journeys;
    },
  };
}

/** An odd multiplier that keeps the draws of a block apart. */
const APART = 0x9e3779b1;

/** How late a journey's steps are in a block, from 0 up to 1: a share of their widths. */
export const lateness = (late: number, journey: number): number =>
  (mix(late + Math.imul(journey, APART)) >>> 0) * UNIT32;
