import type { Subject } from '../../../numeric/random.ts';
import {
  BRIDGE_BITS,
  bridgeAt,
  early,
  narrow,
  outerShape,
  putOuterEnds,
  shapeOf,
  walkKeys,
  type WalkKeys,
} from './brownian-ends.ts';

/** Where walks start, and how fast they move. */
export interface Motion {
  /** The position at row 0 of a subject's walk. */
  readonly startOf: (a: number, b: number) => number;
  /** Standard deviation of the change from one row to the next. */
  readonly step: number;
}

/** Sets the positions of walks at rows of a chunk. @param subject of each row's walk */
export type PutPositions = (
  index: Float64Array,
  subject: Subject,
  rows: number,
  positions: Float64Array,
) => void;

/** Rows of a block. A constant of this file, which V8 compiles as a number: imported ones are read in each row. */
const STEPS = 1 << BRIDGE_BITS;

/** Places of walks, a power of two. */
const PLACES = 8192;

/** The last block of each walk, at the place by the lower bits of its subject's word a: two at one place take turns. */
interface Blocks {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Its number. 0: none. */
  readonly block: Float64Array;
  /** The position at its first row less that of its bridges there. */
  readonly left: Float64Array;
  /** The change per row, without that of its bridges. */
  readonly slope: Float64Array;
  /** What draws its bridges. */
  readonly shape: Int32Array;
}

const newBlocks = (): Blocks => ({
  a: new Int32Array(PLACES),
  b: new Int32Array(PLACES),
  block: new Float64Array(PLACES),
  left: new Float64Array(PLACES),
  slope: new Float64Array(PLACES),
  shape: new Int32Array(PLACES),
});

/**
 * Brownian motion over row indexes for each subject. The position at any row can be computed alone.
 *
 * Positions at powers of two come first, each a single large step from the one before (Lévy's construction). From one of them to the
 * next, and within each block of 1024 rows, 1024 such blocks and so on, the motion is a straight line between both ends plus a Brownian
 * bridge from a table. So a row takes about log₂(row) variates; or, as long as a walk stays in a block, a few numbers of the table.
 */
export function brownianMotion(path: string, motion: Motion): PutPositions {
  const keys = walkKeys(path);
  // Made when rows are: schemas are compiled to be checked, too.
  let blocks: Blocks | undefined;
  return (index, subject, rows, positions) => {
    blocks ??= newBlocks();
    putPositions(blocks, keys, motion, index, subject, rows, positions);
  };
}

function putPositions(
  blocks: Blocks,
  keys: WalkKeys,
  motion: Motion,
  index: Float64Array,
  { a, b }: Subject,
  rows: number,
  positions: Float64Array,
): void {
  const { step } = motion;
  for (let r = 0; r < rows; r++) {
    const block = Math.floor(index[r] / STEPS);
    if (block === 0) {
      positions[r] = motion.startOf(a[r], b[r]) + step * early(keys, a[r], b[r], index[r]);
      continue;
    }
    const n = a[r] & (PLACES - 1);
    const isThere = blocks.block[n] === block && blocks.a[n] === a[r] && blocks.b[n] === b[r];
    if (!isThere) putBlock(blocks, keys, motion, n, a[r], b[r], block);
    const t = index[r] - block * STEPS;
    positions[r] = blocks.left[n] + blocks.slope[n] * t + step * bridgeAt(blocks.shape[n], t);
  }
}

/** Scratch: positions at both ends. Valid within one call of `putBlock`. */
const ends = new Float64Array(2);

/** Sets the block at a place to one of a subject's walk. */
function putBlock(
  blocks: Blocks,
  keys: WalkKeys,
  { startOf, step }: Motion,
  n: number,
  a: number,
  b: number,
  block: number,
): void {
  putOuterEnds(ends, keys, a, b, BRIDGE_BITS, block);
  narrow(ends, outerShape(keys, a, b, BRIDGE_BITS, block), BRIDGE_BITS, block);
  const shape = shapeOf(keys, a, b, BRIDGE_BITS, block);
  blocks.a[n] = a;
  blocks.b[n] = b;
  blocks.block[n] = block;
  blocks.left[n] = startOf(a, b) + step * (ends[0] - bridgeAt(shape, 0));
  blocks.slope[n] = (step * (ends[1] - ends[0])) / STEPS;
  blocks.shape[n] = shape;
}
