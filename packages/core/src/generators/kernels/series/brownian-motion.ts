import type { Subject } from '../../../numeric/random.ts';
import { BRIDGE_BITS, bridgeAt } from './brownian-bridges.ts';
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

/** Rows of a block. A constant of this file, which V8 compiles as a number: imported ones are read in each row. */
const STEPS = 1 << BRIDGE_BITS;

/**
 * Where walks were last. Each track has `WIDTH` numbers in a row, so that a row reads few lines of the processor's cache. Walks are
 * found by their subjects in a hash table with open addressing.
 */
interface Tracks {
  /** Number of the track, by the lower bits of a subject's word a, or in one of the next places. −1: none. */
  readonly places: Int32Array;
  numbers: Float64Array;
  /** The same bytes. */
  words: Int32Array;
  used: number;
}

/** Places, a power of two. */
const PLACES = 4096;
/** Maximum number of tracks. With more walks, all begin anew. */
const MAX_TRACKS = 2048;
/** Places that are searched for a walk. */
const PROBES = 8;

/** Numbers per track. */
const WIDTH = 10;
/** The block of 2^`BITS` rows: its number, the position at its first row less that of its bridges there, and the change per row. */
const [BLOCK, LEFT, SLOPE] = [0, 1, 2];
/** Words: what draws the bridges of the block, and the subject whose walk it is. */
const [SHAPE, A, B] = [6, 7, 8];
/** What the block is a part of (`outerOf`), and the positions at both ends of that, in steps from row 0. 0: nothing is kept. */
const [OUTER, OUTER_LEFT, OUTER_RIGHT] = [5, 6, 7];
/** The position at row 0. */
const START = 8;

const newTracks = (): Tracks => ({
  places: new Int32Array(PLACES).fill(-1),
  numbers: new Float64Array(0),
  words: new Int32Array(0),
  used: 0,
});

/**
 * Brownian motion over row indexes for each subject. The position at any row can be computed alone.
 *
 * Positions at powers of two come first, each a single large step from the one before (Lévy's construction). From one of them to the
 * next, and within each block of 1024 rows, 1024 such blocks and so on, the motion is a straight line between both ends plus a Brownian
 * bridge from a table. So a row takes about log₂(row) variates. If the walk was nearby before, it takes a few numbers of the table:
 * the last block of each walk is kept, and the ends of the block around it.
 */
export function brownianMotion(path: string, motion: Motion): PutPositions {
  const keys = walkKeys(path);
  // Schemas are compiled to be checked, too.
  let tracks: Tracks | undefined;
  return (index, subject, rows, positions) => {
    tracks ??= newTracks();
    putPositions(tracks, keys, motion, index, subject, rows, positions);
  };
}

/** Sets the positions at rows. */
function putPositions(
  tracks: Tracks,
  keys: WalkKeys,
  motion: Motion,
  index: Float64Array,
  { a, b }: Subject,
  rows: number,
  positions: Float64Array,
): void {
  const { startOf, step } = motion;
  const { places } = tracks;
  let { numbers, words } = tracks;
  for (let r = 0; r < rows; r++) {
    const row = index[r];
    if (row < STEPS) {
      positions[r] = startOf(a[r], b[r]) + step * early(keys, a[r], b[r], row);
      continue;
    }
    const block = Math.floor(row / STEPS);
    let at = places[a[r] & (PLACES - 1)] * WIDTH;
    const isThere =
      at >= 0 && numbers[at + BLOCK] === block && words[2 * at + A] === a[r] && words[2 * at + B] === b[r];
    if (!isThere) {
      at = settled(tracks, keys, motion, a[r], b[r], block) * WIDTH;
      // There may be more room now.
      ({ numbers, words } = tracks);
    }
    const t = (row - block * STEPS) | 0;
    positions[r] = numbers[at + LEFT] + numbers[at + SLOPE] * t + step * bridgeAt(words[2 * at + SHAPE], t);
  }
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
    putOuterEnds(ends, keys, a, b, BRIDGE_BITS, block);
    numbers[at + OUTER] = outer;
    numbers[at + OUTER_LEFT] = ends[0];
    numbers[at + OUTER_RIGHT] = ends[1];
  }
  narrow(ends, keys, a, b, BRIDGE_BITS, block);
  const shape = shapeOf(keys, a, b, BRIDGE_BITS, block);
  words[2 * at + SHAPE] = shape;
  numbers[at + BLOCK] = block;
  numbers[at + LEFT] = numbers[at + START] + step * (ends[0] - bridgeAt(shape, 0));
  numbers[at + SLOPE] = (step * (ends[1] - ends[0])) / STEPS;
  return track;
}

/** The track of a subject's walk. A new one has no block. */
function trackOf(tracks: Tracks, a: number, b: number): number {
  const { places } = tracks;
  for (let probe = 0; probe < PROBES; probe++) {
    const place = (a + probe) & (PLACES - 1);
    const track = places[place];
    if (track < 0) return added(tracks, place, a, b);
    const word = 2 * track * WIDTH;
    if (tracks.words[word + A] === a && tracks.words[word + B] === b) return track;
  }
  const taken = places[a & (PLACES - 1)];
  own(tracks, taken, a, b);
  return taken;
}

function added(tracks: Tracks, place: number, a: number, b: number): number {
  if (tracks.used === MAX_TRACKS) {
    tracks.places.fill(-1);
    tracks.used = 0;
  }
  const track = tracks.used++;
  if (tracks.numbers.length < tracks.used * WIDTH) {
    const more = new Float64Array(tracks.used * WIDTH * 2);
    more.set(tracks.numbers);
    tracks.numbers = more;
    tracks.words = new Int32Array(more.buffer);
  }
  tracks.places[place] = track;
  own(tracks, track, a, b);
  return track;
}

function own({ numbers, words }: Tracks, track: number, a: number, b: number): void {
  const word = 2 * track * WIDTH;
  words[word + A] = a;
  words[word + B] = b;
  numbers[track * WIDTH + BLOCK] = 0;
  numbers[track * WIDTH + OUTER] = 0;
}
