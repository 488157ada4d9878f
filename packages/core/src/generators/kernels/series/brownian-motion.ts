import { normalVariate, QUANTILES, type VariateKeys } from '../distribution/normal-variate.ts';
import { mix, type Subject } from '../../../numeric/random.ts';

/** Walks whose paths are kept, a power of two. Those with the same lower bits of a take turns. */
const TRACKS = 1024;
/** Entries of a track: the last row, the number of known powers, … */
const [LAST, POWERS] = [0, 1];
/** … positions at rows 2^n, and at both ends of the 2^n rows around the last one, for each n that was halved. */
const AT_POWER = 2;
const ENDS = AT_POWER + 55;
const TRACK = ENDS + 2 * 55;

/** Kept paths. */
interface Paths {
  /** First entry of each track; −1: it is not used yet. */
  readonly places: Int32Array;
  /** Both words of the subject whose path each track is. */
  readonly owners: Int32Array;
  tracks: Float64Array;
  used: number;
}

/** Sets the position of each row's walk. */
export type PutPositions = (
  index: Float64Array,
  subject: Subject,
  rows: number,
  positions: Float64Array,
) => void;

/**
 * The position of a subject's walk at a row, starting from 0 with steps of variance 1 (Lévy's construction of Brownian motion).
 * Positions at powers of two come first, each a single large step from the one before. Between two known rows, the midpoint is
 * their mean plus a normal variate with a quarter of their distance as its variance. Reaching a row takes at most 2 log₂(row)
 * variates. The paths to the last rows of walks are kept, so a row that comes d rows after the last of its walk takes log₂(d) + 2
 * on average.
 */
export function brownianMotion(keys: VariateKeys): PutPositions {
  const paths: Paths = {
    places: new Int32Array(TRACKS).fill(-1),
    owners: new Int32Array(TRACKS * 2),
    tracks: new Float64Array(TRACK),
    used: 0,
  };
  return (index, { a, b }, rows, positions) => {
    for (let r = 0; r < rows; r++) {
      const row = index[r];
      const at = trackOf(paths, keys, a[r], b[r]);
      if (row >= INT_ROWS) positions[r] = farPosition(paths.tracks, at, keys, a[r], b[r], row);
      else if (row > 0) positions[r] = nearPosition(paths.tracks, at, keys, a[r], b[r], row | 0);
      else positions[r] = 0;
    }
  };
}

/** The track of a subject. */
function trackOf(paths: Paths, keys: VariateKeys, a: number, b: number): number {
  const { owners, places } = paths;
  const slot = a & (TRACKS - 1);
  const place = places[slot];
  if (place >= 0 && owners[2 * slot] === a && owners[2 * slot + 1] === b) return place;
  return newTrack(paths, keys, a, b);
}

function newTrack(paths: Paths, keys: VariateKeys, a: number, b: number): number {
  const { owners, places } = paths;
  const slot = a & (TRACKS - 1);
  if (places[slot] < 0) places[slot] = paths.used++ * TRACK;
  if (paths.used * TRACK > paths.tracks.length) {
    const more = new Float64Array(paths.tracks.length * 2);
    more.set(paths.tracks);
    paths.tracks = more;
  }
  owners[2 * slot] = a;
  owners[2 * slot + 1] = b;
  const at = places[slot];
  paths.tracks[at + LAST] = 0;
  paths.tracks[at + POWERS] = 1;
  paths.tracks[at + AT_POWER] = normalVariate(keys, a, b, 1);
  return at;
}

/** Rows below this are 32-bit integers. */
const INT_ROWS = 2 ** 31;

/** The position at a row from 1 to `INT_ROWS` − 1. */
function nearPosition(
  tracks: Float64Array,
  at: number,
  keys: VariateKeys,
  a: number,
  b: number,
  row: number,
): number {
  const last = tracks[at + LAST];
  const before = last < INT_ROWS ? last | 0 : 0;
  const k = 31 - Math.clz32(row);
  let size = k;
  if (Math.clz32(before) !== 31 - k) begin(tracks, at, keys, a, b, k);
  else size = Math.max(32 - Math.clz32(row ^ before), 31 - Math.clz32(before & -before));
  tracks[at + LAST] = row;
  const until = 31 - Math.clz32(row & -row);
  const odd = keys.odd | 0;
  const low = a ^ keys.key;
  const high = Math.imul(b, keys.other);
  let ends = at + ENDS + 2 * size;
  while (size > until) {
    size--;
    const half = row >>> size;
    const bits = mix(mix(Math.imul((half | 1) << size, odd) + low) + high);
    const step = (QUANTILES[bits >>> 20] + QUANTILES[(bits >>> 8) & 4095]) * ROOT[size];
    const left = tracks[ends];
    const right = tracks[ends + 1];
    ends -= 2;
    tracks[ends] = left;
    tracks[ends + 1] = right;
    // Without a branch, which would be mispredicted half of the time.
    tracks[ends + 1 - (half & 1)] = (left + right) / 2 + step;
  }
  return tracks[ends];
}

/** The position at a row from `INT_ROWS`. */
function farPosition(
  tracks: Float64Array,
  at: number,
  keys: VariateKeys,
  a: number,
  b: number,
  row: number,
): number {
  const last = tracks[at + LAST];
  const k = lengthOf(row) - 1;
  let size = k;
  if (lengthOf(last) - 1 !== k) begin(tracks, at, keys, a, b, k);
  else size = Math.max(differing(row, last), zerosOf(last));
  tracks[at + LAST] = row;
  let ends = at + ENDS + 2 * size;
  for (const until = zerosOf(row); size > until;) {
    size--;
    const half = Math.floor(row / POWER[size]);
    const isRight = half % 2;
    const step = normalVariate(keys, a, b, (half + 1 - isRight) * POWER[size]) * ROOT[size];
    const [left, right] = [tracks[ends], tracks[ends + 1]];
    ends -= 2;
    tracks[ends] = left;
    tracks[ends + 1] = right;
    tracks[ends + 1 - isRight] = (left + right) / 2 + step;
  }
  return tracks[ends];
}

/** Moves to the rows from 2^k. */
function begin(tracks: Float64Array, at: number, keys: VariateKeys, a: number, b: number, k: number): void {
  for (let n = tracks[at + POWERS]; n <= k + 1; n++) {
    tracks[at + AT_POWER + n] = tracks[at + AT_POWER + n - 1] + normalVariate(keys, a, b, POWER[n]) * ROOT[n];
    tracks[at + POWERS] = n + 1;
  }
  tracks[at + ENDS + 2 * k] = tracks[at + AT_POWER + k];
  tracks[at + ENDS + 2 * k + 1] = tracks[at + AT_POWER + k + 1];
}

const highOf = (row: number): number => Math.floor(row / 2 ** 32);

/** Bits of a row's number. */
const lengthOf = (row: number): number =>
  row < 2 ** 32 ? 32 - Math.clz32(row) : 64 - Math.clz32(highOf(row));

/** Bits from the highest in which two rows differ; 0 if they are the same. */
function differing(row: number, other: number): number {
  const high = highOf(row) ^ highOf(other);
  return high === 0 ? 32 - Math.clz32(row ^ other) : 64 - Math.clz32(high);
}

/** Zeros at the end of a row's number, which is not 0. */
function zerosOf(row: number): number {
  const low = row | 0;
  const high = highOf(row);
  return low === 0 ? 63 - Math.clz32(high & -high) : 31 - Math.clz32(low & -low);
}

/** 2^n. */
const POWER = Float64Array.from({ length: 55 }, (_, n) => 2 ** n);
/** √(2^(n−1)): standard deviation of the step from 2^(n−1) to 2^n, and of the midpoint of 2^(n+1) rows. */
const ROOT = POWER.map((power) => Math.sqrt(power / 2));
