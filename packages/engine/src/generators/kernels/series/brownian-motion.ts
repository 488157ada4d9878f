import type { Subject } from '../../../numeric/random.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { BRIDGE_BITS } from './brownian-bridges.ts';
import { early, walkKeys, type WalkKeys } from './brownian-ends.ts';
import {
  clearTrack,
  move,
  newRowList,
  newTracks,
  putBehind,
  putWithin,
  type Motion,
  type Tracks,
} from './brownian-tracks.ts';
import { MAX_WALKS, newWalkNumbers, putWalks } from './walk-numbers.ts';

/** Sets the positions of walks at rows of a chunk. */
export interface Brownian {
  /** @param subject of each row's walk */
  readonly put: (index: Float64Array, subject: Subject, rows: number, positions: Float64Array) => void;
  /**
   * @param subjects of each walk: the same object as long as they are the same
   * @param walks number of each row's walk
   */
  readonly putShared: (
    index: Float64Array,
    subjects: Subject,
    walks: Int32Array,
    rows: number,
    positions: Float64Array,
  ) => void;
}

/** Rows of a block. A constant of this file, which V8 compiles as a number: imported ones are read in each row. */
const STEPS = 1 << BRIDGE_BITS;

interface Walking {
  readonly keys: WalkKeys;
  readonly motion: Motion;
  readonly tracks: Tracks;
  /** One for each track. */
  readonly subjects: Subject;
}

/**
 * Brownian motion over row indexes for each subject. The position at any row can be computed alone.
 *
 * Positions at powers of two come first, each a single large step from the one before (Lévy's construction). From one of them to the
 * next, and within each block of 1024 rows, 1024 such blocks and so on, the motion is a straight line between both ends plus a Brownian
 * bridge from a table. So a row takes about log₂(row) variates. If the walk was nearby before, it takes a few numbers of the table:
 * the last block of each walk is kept, and the ends of the block around it.
 */
export function brownianMotion(path: string, motion: Motion): Brownian {
  const keys = walkKeys(path);
  // Made when rows are: schemas are compiled to be checked, too.
  let own: { readonly put: Brownian['put'] } | undefined;
  let shared: Walking | undefined;
  return {
    put(index, subject, rows, positions) {
      own ??= ofSubjects(keys, motion);
      own.put(index, subject, rows, positions);
    },
    putShared(index, subjects, walks, rows, positions) {
      if (shared?.subjects !== subjects)
        shared = { keys, motion, tracks: newTracks(subjects.a.length, motion), subjects };
      putPositions(shared, index, walks, 0, rows, positions);
    },
  };
}

/** Numbers the walks of rows. */
function ofSubjects(keys: WalkKeys, motion: Motion): { readonly put: Brownian['put'] } {
  const numbers = newWalkNumbers();
  const tracks = newTracks(MAX_WALKS, motion);
  const walking: Walking = { keys, motion, tracks, subjects: numbers.subjects };
  const walks = new Int32Array(CHUNK_ROWS);
  const clear = (walk: number): void => clearTrack(tracks, walk);
  return {
    put(index, subject, rows, positions) {
      for (let from = 0; from < rows;) {
        const to = putWalks(numbers, subject, from, rows, walks, clear);
        putPositions(walking, index, walks, from, to, positions);
        from = to;
      }
    },
  };
}

/** Scratch: rows whose walk was last in another block. Valid within one call of `putPositions`. */
const behind = newRowList();

function putPositions(
  walking: Walking,
  index: Float64Array,
  walks: Int32Array,
  first: number,
  rows: number,
  positions: Float64Array,
): void {
  for (let from = first; from < rows;) {
    const block = Math.floor(index[from] / STEPS);
    const to = putBehind(walking.tracks, block, walks, index, from, rows, behind);
    if (block === 0) putEarly(walking, index, walks, from, to, positions);
    else putBlock(walking, block, index, walks, from, to, positions);
    from = to;
  }
}

/** Sets positions in the first block, which has no other one before it. */
function putEarly(
  { keys, motion: { startOf, step }, subjects: { a, b } }: Walking,
  index: Float64Array,
  walks: Int32Array,
  from: number,
  to: number,
  positions: Float64Array,
): void {
  for (let r = from; r < to; r++) {
    const n = walks[r];
    positions[r] = startOf(a[n], b[n]) + step * early(keys, a[n], b[n], index[r]);
  }
}

/** Sets positions in one block. Moves the tracks of the rows in `behind` there first. */
function putBlock(
  { keys, motion, tracks, subjects: { a, b } }: Walking,
  block: number,
  index: Float64Array,
  walks: Int32Array,
  from: number,
  to: number,
  positions: Float64Array,
): void {
  const count = behind[CHUNK_ROWS];
  for (let i = 0; i < count; i++) {
    const n = walks[behind[i]];
    move(tracks, keys, motion, n, a[n], b[n], block);
  }
  putWithin(tracks, block, walks, index, from, to, positions);
}
