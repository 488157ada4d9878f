import { type Subject, newSubject } from '../../../numeric/random.ts';
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

/** Numbers for the walks of subjects. They are found in a hash table with open addressing. */
interface WalkNumbers {
  /** The subject of each number. */
  readonly subjects: Subject;
  /** Number of the walk, by the lower bits of a subject's word a, or in one of the next places. −1: none. */
  readonly places: Int32Array;
  used: number;
}

/** Maximum number of walks. With more, all begin anew. */
const MAX_WALKS = 2048;
/** Places, a power of two. */
const PLACES = 4096;
/** Places that are searched for a walk. */
const PROBES = 8;

const newWalkNumbers = (): WalkNumbers => ({
  subjects: newSubject(MAX_WALKS),
  places: new Int32Array(PLACES).fill(-1),
  used: 0,
});

/**
 * Sets the numbers of the walks of rows. Returns the row before which it stopped, because a walk there takes the number of another one.
 *
 * @param clear called with the number of each walk that has had none
 */
function putWalks(
  numbers: WalkNumbers,
  { a, b }: Subject,
  from: number,
  to: number,
  walks: Int32Array,
  clear: (walk: number) => void,
): number {
  const { places, subjects } = numbers;
  const ownA = subjects.a;
  const ownB = subjects.b;
  for (let r = from | 0; r < to; r++) {
    // Without per, there is only one walk.
    if (r > from && a[r] === a[r - 1] && b[r] === b[r - 1]) {
      walks[r] = walks[r - 1];
      continue;
    }
    const walk = places[a[r] & (PLACES - 1)];
    if (walk >= 0 && ownA[walk] === a[r] && ownB[walk] === b[r]) {
      walks[r] = walk;
      continue;
    }
    walks[r] = numberOf(numbers, a[r], b[r], r === from, clear);
    if (walks[r] < 0) return r;
  }
  return to;
}

/** The number of a walk that is not at its first place; −1 if it would have to take that of another one and must not. */
function numberOf(
  numbers: WalkNumbers,
  a: number,
  b: number,
  mayTake: boolean,
  clear: (walk: number) => void,
): number {
  const { places, subjects } = numbers;
  for (let probe = 0; probe < PROBES; probe++) {
    const place = (a + probe) & (PLACES - 1);
    const walk = places[place];
    if (walk < 0) return added(numbers, place, a, b, mayTake, clear);
    if (subjects.a[walk] === a && subjects.b[walk] === b) return walk;
  }
  return mayTake ? owned(numbers, places[a & (PLACES - 1)], a, b, clear) : -1;
}

function added(
  numbers: WalkNumbers,
  place: number,
  a: number,
  b: number,
  mayTake: boolean,
  clear: (walk: number) => void,
): number {
  if (numbers.used === MAX_WALKS) {
    if (!mayTake) return -1;
    numbers.places.fill(-1);
    numbers.used = 0;
  }
  numbers.places[place] = numbers.used;
  return owned(numbers, numbers.used++, a, b, clear);
}

/** The number, as that of a subject's walk. */
function owned(
  { subjects }: WalkNumbers,
  walk: number,
  a: number,
  b: number,
  clear: (walk: number) => void,
): number {
  subjects.a[walk] = a;
  subjects.b[walk] = b;
  clear(walk);
  return walk;
}
