import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { BRIDGE_BITS, bridgeAt } from './brownian-bridges.ts';
import { endOf, narrow, outerOf, outerShape, putOuterEnds, shapeOf, type WalkKeys } from './brownian-ends.ts';

/** Where walks start, and how fast they move. */
export interface Motion {
  /** The position at row 0 of a subject's walk. */
  readonly startOf: (a: number, b: number) => number;
  /** Standard deviation of the change from one row to the next. */
  readonly step: number;
}

/** Where walks were last: a track for each. */
export interface Tracks {
  /** What each row reads of a track, side by side, so that it is in one line of the processor's cache. */
  readonly numbers: Float64Array;
  /** The same bytes. */
  readonly words: Int32Array;
  /** What is read once in a block. */
  readonly outer: Float64Array;
  /** Standard deviation of the change from one row to the next: in an array, because V8 reads arguments of loops again in each row. */
  readonly step: Float64Array;
}

// Neither exported nor imported: V8 would read them in each row.

/** Rows of a block. */
const STEPS = 1 << BRIDGE_BITS;

/** Numbers per track. */
const WIDTH = 4;
// The first is the number of the block of 2^`BITS` rows, or 0 if none is known.
/** The position at the block's first row less that of its bridges there. */
const LEFT = 1;
/** The change per row. */
const SLOPE = 2;
/** A word: what draws the bridges of the block. */
const SHAPE = 6;

/** Numbers per track in `outer`. */
const OUTER_WIDTH = 6;
/** What the block is a part of (`outerOf`), and the positions at both ends of that, in steps from row 0. 0: nothing is kept. */
const [OUTER, OUTER_LEFT, OUTER_RIGHT] = [0, 1, 2];
/** What draws the bridges there, and the position at the end of the block. */
const [OUTER_SHAPE, RIGHT] = [3, 4];
/** The position at row 0. */
const START = 5;

/** Tracks of so many walks. */
export function newTracks(size: number, { step }: Motion): Tracks {
  const numbers = new Float64Array(size * WIDTH);
  return {
    numbers,
    words: new Int32Array(numbers.buffer),
    outer: new Float64Array(size * OUTER_WIDTH),
    step: Float64Array.of(step),
  };
}

/** Makes a track that of another walk. */
export function clearTrack({ numbers, outer }: Tracks, track: number): void {
  numbers[track * WIDTH] = 0;
  outer[track * OUTER_WIDTH + OUTER] = 0;
}

// `from | 0` is an integer that V8 does not unpack again in each row.

/** Rows of a chunk, and in the place behind them their number. */
export const newRowList = (): Int32Array => new Int32Array(CHUNK_ROWS + 1);

/**
 * Lists the rows whose track is not at the block, up to the first row that is not in it, and returns that. Without a branch, which would be
 * mispredicted: walks are behind at random.
 */
export function putBehind(
  { numbers }: Tracks,
  block: number,
  walks: Int32Array,
  index: Float64Array,
  from: number,
  rows: number,
  behind: Int32Array,
): number {
  const first = block * STEPS;
  const after = first + STEPS;
  let count = 0;
  let r = from | 0;
  for (; r < rows; r++) {
    const row = index[r];
    if (!(row >= first && row < after)) break;
    behind[count] = r;
    count += Number(numbers[walks[r] * WIDTH] !== block);
  }
  behind[CHUNK_ROWS] = count;
  return r;
}

/** Sets positions in a block. All tracks are there. */
export function putWithin(
  { numbers, words, step: steps }: Tracks,
  block: number,
  walks: Int32Array,
  index: Float64Array,
  from: number,
  to: number,
  positions: Float64Array,
): void {
  const step = steps[0];
  const first = block * STEPS;
  for (let r = from | 0; r < to; r++) {
    const at = (walks[r] * WIDTH) | 0;
    const t = (index[r] - first) | 0;
    positions[r] = numbers[at + LEFT] + numbers[at + SLOPE] * t + step * bridgeAt(words[2 * at + SHAPE], t);
  }
}

/** Scratch: positions at both ends. Valid within one call of `move`. */
const ends = new Float64Array(2);

/** Moves the track of a subject's walk to a block. */
export function move(
  { numbers, words, outer }: Tracks,
  keys: WalkKeys,
  { startOf, step }: Motion,
  track: number,
  a: number,
  b: number,
  block: number,
): void {
  const at = track * WIDTH;
  const around = track * OUTER_WIDTH;
  const last = numbers[at];
  if (last === block) return;
  const part = outerOf(block);
  const isSame = outer[around + OUTER] === part;
  if (!isSame) {
    if (outer[around + OUTER] === 0) outer[around + START] = startOf(a, b);
    putOuterEnds(ends, keys, a, b, BRIDGE_BITS, block);
    outer[around + OUTER] = part;
    outer[around + OUTER_LEFT] = ends[0];
    outer[around + OUTER_RIGHT] = ends[1];
    outer[around + OUTER_SHAPE] = outerShape(keys, a, b, BRIDGE_BITS, block);
  }
  const bridges = outer[around + OUTER_SHAPE] | 0;
  const from = outer[around + OUTER_LEFT];
  const to = outer[around + OUTER_RIGHT];
  if (isSame && last === block - 1) {
    // The block begins where the one before ends.
    ends[0] = outer[around + RIGHT];
    ends[1] = endOf(from, to, bridges, BRIDGE_BITS, block);
  } else {
    ends[0] = from;
    ends[1] = to;
    narrow(ends, bridges, BRIDGE_BITS, block);
  }
  const left = ends[0];
  const right = ends[1];
  const shape = shapeOf(keys, a, b, BRIDGE_BITS, block);
  numbers[at] = block;
  numbers[at + LEFT] = outer[around + START] + step * (left - bridgeAt(shape, 0));
  numbers[at + SLOPE] = (step * (right - left)) / STEPS;
  words[2 * at + SHAPE] = shape;
  outer[around + RIGHT] = right;
}
