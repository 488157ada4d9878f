/**
 * Where walks were last. Each track has `WIDTH` numbers in a row, so that a row reads few lines of the processor's cache. Walks are
 * found by their subjects in a hash table with open addressing.
 */
export interface Tracks {
  /** Number of the track, by the lower bits of a subject's word a, or in one of the next places. −1: none. */
  readonly places: Int32Array;
  numbers: Float64Array;
  /** The same bytes. */
  words: Int32Array;
  used: number;
}

/** Places, a power of two. */
export const PLACES = 4096;
/** Maximum number of tracks. With more walks, all begin anew. */
const MAX_TRACKS = 2048;
/** Places that are searched for a walk. */
const PROBES = 8;

/** Numbers per track. */
export const WIDTH = 10;
/** The block of 2^`BITS` rows: its number, the position at its first row less that of its bridges there, and the change per row. */
export const [BLOCK, LEFT, SLOPE] = [0, 1, 2];
/** Words: what draws the bridges of the block, and the subject whose walk it is. */
export const [SHAPE, A, B] = [6, 7, 8];
/** What the block is a part of (`outerOf`), and the positions at both ends of that, in steps from row 0. 0: nothing is kept. */
export const [OUTER, OUTER_LEFT, OUTER_RIGHT] = [5, 6, 7];
/** The position at row 0. */
export const START = 8;

export const newTracks = (): Tracks => ({
  places: new Int32Array(PLACES).fill(-1),
  numbers: new Float64Array(0),
  words: new Int32Array(0),
  used: 0,
});

/** The track of a subject's walk. A new one has no block. */
export function trackOf(tracks: Tracks, a: number, b: number): number {
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
