import type { Subject } from '../../../numeric/random.ts';
import { bridgeAt, STEPS } from './brownian-bridges.ts';
import { early, narrow, outerOf, putOuterEnds, shapeOf, walkKeys, type WalkKeys } from './brownian-ends.ts';

/** Where walks start, and how fast they move. */
export interface Motion {
  /** The position at row 0 of a subject's walk. */
  readonly startOf: (a: number, b: number) => number;
  /** Standard deviation of the change from one row to the next. */
  readonly step: number;
}

/** Sets the position of each row's walk. */
export type PutPositions = (
  index: Float64Array,
  subject: Subject,
  rows: number,
  positions: Float64Array,
) => void;

/** Walks whose last block is kept, a power of two. Those with the same lower bits of a take turns. */
const TRACKS = 4096;

/** Where walks were last. Each track has `WIDTH` numbers in a row, so that a row reads one line of the processor's cache. */
interface Tracks {
  readonly numbers: Float64Array;
  /** The same bytes. */
  readonly words: Int32Array;
}

/** Numbers per track, and words. */
const [WIDTH, WORDS] = [16, 32];
/** The block of `STEPS` rows: its number, the position at its first row less that of its bridges there, and the change per row. */
const [BLOCK, LEFT, SLOPE] = [0, 1, 2];
/** Words: what draws the bridges of the block, and the subject whose walk it is. */
const [SHAPE, A, B] = [6, 7, 8];
/** What the block is a part of (`outerOf`), and the positions at both ends of that, in steps from row 0. 0: nothing is kept. */
const [OUTER, OUTER_LEFT, OUTER_RIGHT] = [5, 6, 7];
/** The position at row 0. */
const START = 8;

function newTracks(): Tracks {
  const numbers = new Float64Array(TRACKS * WIDTH);
  return { numbers, words: new Int32Array(numbers.buffer) };
}

/**
 * Brownian motion over row indexes for each subject. The position at any row can be computed alone.
 *
 * Positions at powers of two come first, each a single large step from the one before (Lévy's construction). From one of them to the
 * next, and within each block of 256 rows, 256 such blocks and so on, the motion is a straight line between both ends plus a Brownian
 * bridge from a table. So a row takes about log₂(row) variates. If the walk was nearby before, it takes a few numbers of the table:
 * the last block of each walk is kept, and the ends of the block around it.
 */
export function brownianMotion(path: string, motion: Motion): PutPositions {
  const { startOf, step } = motion;
  const keys = walkKeys(path);
  // Schemas are compiled to be checked, too.
  let tracks: Tracks | undefined;
  return (index, { a, b }, rows, positions) => {
    tracks ??= newTracks();
    for (let r = 0; r < rows; r++) {
      const row = index[r];
      if (row >= STEPS) positions[r] = positionAt(tracks, keys, motion, a[r], b[r], row);
      else positions[r] = startOf(a[r], b[r]) + step * early(keys, a[r], b[r], row);
    }
  };
}

/** The position at a row from `STEPS` on. */
function positionAt(
  tracks: Tracks,
  keys: WalkKeys,
  motion: Motion,
  a: number,
  b: number,
  row: number,
): number {
  const { numbers, words } = tracks;
  const slot = a & (TRACKS - 1);
  const at = slot * WIDTH;
  const block = Math.floor(row / STEPS);
  if (numbers[at + BLOCK] !== block || words[slot * WORDS + A] !== a || words[slot * WORDS + B] !== b)
    settle(tracks, slot, keys, motion, a, b, block);
  const t = (row - block * STEPS) | 0;
  return (
    numbers[at + LEFT] + numbers[at + SLOPE] * t + motion.step * bridgeAt(words[slot * WORDS + SHAPE], t)
  );
}

/** Bits of a row's number within its block. */
const BITS = 8;

/** Scratch: positions at both ends. Valid within one call of `settle`. */
const ends = new Float64Array(2);

/** Moves a track to a block of a subject's walk. */
function settle(
  { numbers, words }: Tracks,
  slot: number,
  keys: WalkKeys,
  { startOf, step }: Motion,
  a: number,
  b: number,
  block: number,
): void {
  const [at, word] = [slot * WIDTH, slot * WORDS];
  const outer = outerOf(block);
  const isOwner = numbers[at + OUTER] !== 0 && words[word + A] === a && words[word + B] === b;
  if (!isOwner) {
    words[word + A] = a;
    words[word + B] = b;
    numbers[at + START] = startOf(a, b);
  }
  if (isOwner && numbers[at + OUTER] === outer) {
    ends[0] = numbers[at + OUTER_LEFT];
    ends[1] = numbers[at + OUTER_RIGHT];
  } else {
    putOuterEnds(ends, keys, a, b, BITS, block);
    numbers[at + OUTER] = outer;
    numbers[at + OUTER_LEFT] = ends[0];
    numbers[at + OUTER_RIGHT] = ends[1];
  }
  narrow(ends, keys, a, b, BITS, block);
  const shape = shapeOf(keys, a, b, BITS, block);
  words[word + SHAPE] = shape;
  numbers[at + BLOCK] = block;
  numbers[at + LEFT] = numbers[at + START] + step * (ends[0] - bridgeAt(shape, 0));
  numbers[at + SLOPE] = (step * (ends[1] - ends[0])) / STEPS;
}
