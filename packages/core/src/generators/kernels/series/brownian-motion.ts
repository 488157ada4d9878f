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

/** Where walks were last: one entry of each array per track. */
interface Tracks {
  /** Both words of the subject whose walk it is. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Its position at row 0. */
  readonly starts: Float64Array;
  /** The block of `STEPS` rows: its number, the position at its first row less that of its bridges there, and the change per row. */
  readonly blocks: Float64Array;
  readonly lefts: Float64Array;
  readonly slopes: Float64Array;
  /** What draws the bridges of the block. */
  readonly shapes: Int32Array;
  /** What the block is a part of (`outerOf`), and the positions at both ends of that, in steps from row 0. 0: nothing is kept. */
  readonly outers: Float64Array;
  readonly outerLefts: Float64Array;
  readonly outerRights: Float64Array;
}

const newTracks = (): Tracks => ({
  a: new Int32Array(TRACKS),
  b: new Int32Array(TRACKS),
  starts: new Float64Array(TRACKS),
  blocks: new Float64Array(TRACKS),
  lefts: new Float64Array(TRACKS),
  slopes: new Float64Array(TRACKS),
  shapes: new Int32Array(TRACKS),
  outers: new Float64Array(TRACKS),
  outerLefts: new Float64Array(TRACKS),
  outerRights: new Float64Array(TRACKS),
});

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
  const slot = a & (TRACKS - 1);
  const block = Math.floor(row / STEPS);
  if (tracks.blocks[slot] !== block || tracks.a[slot] !== a || tracks.b[slot] !== b)
    settle(tracks, slot, keys, motion, a, b, block);
  const t = (row - block * STEPS) | 0;
  return tracks.lefts[slot] + tracks.slopes[slot] * t + motion.step * bridgeAt(tracks.shapes[slot], t);
}

/** Bits of a row's number within its block. */
const BITS = 8;

/** Scratch: positions at both ends. Valid within one call of `settle`. */
const ends = new Float64Array(2);

/** Moves a track to a block of a subject's walk. */
function settle(
  tracks: Tracks,
  slot: number,
  keys: WalkKeys,
  { startOf, step }: Motion,
  a: number,
  b: number,
  block: number,
): void {
  const outer = outerOf(block);
  const isOwner = tracks.outers[slot] !== 0 && tracks.a[slot] === a && tracks.b[slot] === b;
  if (!isOwner) {
    tracks.a[slot] = a;
    tracks.b[slot] = b;
    tracks.starts[slot] = startOf(a, b);
  }
  if (isOwner && tracks.outers[slot] === outer) {
    ends[0] = tracks.outerLefts[slot];
    ends[1] = tracks.outerRights[slot];
  } else {
    putOuterEnds(ends, keys, a, b, BITS, block);
    tracks.outers[slot] = outer;
    tracks.outerLefts[slot] = ends[0];
    tracks.outerRights[slot] = ends[1];
  }
  narrow(ends, keys, a, b, BITS, block);
  const shape = shapeOf(keys, a, b, BITS, block);
  tracks.blocks[slot] = block;
  tracks.shapes[slot] = shape;
  tracks.lefts[slot] = tracks.starts[slot] + step * (ends[0] - bridgeAt(shape, 0));
  tracks.slopes[slot] = (step * (ends[1] - ends[0])) / STEPS;
}
