import type { Subject } from '../../../numeric/random.ts';
import { BITS, bridgeAt, STEPS } from './brownian-bridges.ts';
import {
  A,
  B,
  BLOCK,
  LEFT,
  newTracks,
  OUTER,
  OUTER_LEFT,
  OUTER_RIGHT,
  PLACES,
  SHAPE,
  SLOPE,
  START,
  trackOf,
  WIDTH,
  type Tracks,
} from './brownian-tracks.ts';
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

/**
 * Brownian motion over row indexes for each subject. The position at any row can be computed alone.
 *
 * Positions at powers of two come first, each a single large step from the one before (Lévy's construction). From one of them to the
 * next, and within each block of 1024 rows, 1024 such blocks and so on, the motion is a straight line between both ends plus a Brownian
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
  const block = Math.floor(row / STEPS);
  let track = tracks.places[a & (PLACES - 1)];
  const isThere =
    track >= 0 &&
    tracks.numbers[track * WIDTH + BLOCK] === block &&
    tracks.words[2 * track * WIDTH + A] === a &&
    tracks.words[2 * track * WIDTH + B] === b;
  if (!isThere) track = settled(tracks, keys, motion, a, b, block);
  const { numbers, words } = tracks;
  const at = track * WIDTH;
  const t = (row - block * STEPS) | 0;
  return numbers[at + LEFT] + numbers[at + SLOPE] * t + motion.step * bridgeAt(words[2 * at + SHAPE], t);
}

/** Scratch: positions at both ends. Valid within one call of `settled`. */
const ends = new Float64Array(2);

/** The track of a subject's walk, at a block. */
function settled(
  tracks: Tracks,
  keys: WalkKeys,
  { startOf, step }: Motion,
  a: number,
  b: number,
  block: number,
): number {
  const track = trackOf(tracks, a, b);
  const { numbers, words } = tracks;
  const at = track * WIDTH;
  if (numbers[at + BLOCK] === block) return track;
  const outer = outerOf(block);
  if (numbers[at + OUTER] === outer) {
    ends[0] = numbers[at + OUTER_LEFT];
    ends[1] = numbers[at + OUTER_RIGHT];
  } else {
    if (numbers[at + OUTER] === 0) numbers[at + START] = startOf(a, b);
    putOuterEnds(ends, keys, a, b, BITS, block);
    numbers[at + OUTER] = outer;
    numbers[at + OUTER_LEFT] = ends[0];
    numbers[at + OUTER_RIGHT] = ends[1];
  }
  narrow(ends, keys, a, b, BITS, block);
  const shape = shapeOf(keys, a, b, BITS, block);
  words[2 * at + SHAPE] = shape;
  numbers[at + BLOCK] = block;
  numbers[at + LEFT] = numbers[at + START] + step * (ends[0] - bridgeAt(shape, 0));
  numbers[at + SLOPE] = (step * (ends[1] - ends[0])) / STEPS;
  return track;
}
