import type { Place } from '../engine/cell.ts';
import { normalVariate, variateKeys, type VariateKeys } from '../distribution/normal-variate.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from '../distribution/uniform.ts';

/** A random walk. */
export interface Walk {
  /** Value at the first row. Default: uniform between the bounds, drawn for each walk. */
  readonly start: number | undefined;
  /** Standard deviation of the change from one row to the next. */
  readonly step: number;
  /** Reflecting bounds. Infinite: no bound. */
  readonly min: number;
  readonly max: number;
}

/** A random walk for each subject, over row indexes. */
export function walk({ start, step, min, max }: Walk, { path }: Place): Numbers {
  const place = brownianMotion(variateKeys(`${path}\nwalk`));
  const share = uniform(`${path}\nstart`, 0);
  return {
    usesIndex: true,
    make({ rows, index }, { a, b }, values) {
      for (let r = 0; r < rows; r++) {
        const from = start ?? min + share(a[r], b[r]) * (max - min);
        values[r] = reflected(from + step * place(a[r], b[r], index[r]), min, max);
      }
    },
  };
}

/** Reflects at the bounds, as often as needed. */
function reflected(x: number, min: number, max: number): number {
  if (x >= min && x <= max) return x;
  if (max === Infinity) return 2 * min - x;
  if (min === -Infinity) return 2 * max - x;
  const width = max - min;
  if (width === 0) return min;
  const way = Math.abs(x - min) % (2 * width);
  return min + (way <= width ? way : 2 * width - way);
}

/** Walks whose paths are kept, a power of two. Those with the same lower bits of a take turns. */
const TRACKS = 1024;
/** Entries of a track: a and b, the number of known powers, the exponent and depth of its last row, … */
const [A, B, POWERS, EXPONENT, DEPTH] = [0, 1, 2, 3, 4];
/** … positions at rows 2^n, and for each halving its first row and the positions at both ends. */
const AT_POWER = 5;
const HALVES = AT_POWER + 55;
const TRACK = HALVES + 3 * 55;

/**
 * The position of a subject's walk at a row, starting from 0 with steps of variance 1 (Lévy's construction of Brownian motion).
 * Positions at powers of two come first, each a single large step from the one before. Between two known rows, the midpoint is
 * their mean plus a normal variate with a quarter of their distance as its variance. Reaching a row takes at most 2 log₂(row)
 * variates. The paths to the last rows of walks are kept, so a row that comes d rows after the last of its walk takes log₂(d) + 2
 * on average.
 */
function brownianMotion(keys: VariateKeys): (a: number, b: number, row: number) => number {
  const places = new Int32Array(TRACKS).fill(-1);
  let tracks = new Float64Array(TRACK);
  let used = 0;
  const placeOf = (slot: number): number => {
    if (places[slot] < 0) places[slot] = used++ * TRACK;
    if (used * TRACK > tracks.length) {
      const more = new Float64Array(tracks.length * 2);
      more.set(tracks);
      tracks = more;
    }
    return places[slot];
  };
  return (a, b, row) => {
    if (row === 0) return 0;
    const at = placeOf(a & (TRACKS - 1));
    if (tracks[at + POWERS] === 0 || tracks[at + A] !== a || tracks[at + B] !== b) {
      tracks[at + A] = a;
      tracks[at + B] = b;
      tracks[at + POWERS] = 1;
      tracks[at + EXPONENT] = -1;
      tracks[at + AT_POWER] = normalVariate(keys, a, b, 1);
    }
    return positionAt(tracks, at, keys, a, b, row);
  };
}

function positionAt(
  tracks: Float64Array,
  at: number,
  keys: VariateKeys,
  a: number,
  b: number,
  row: number,
): number {
  const k = exponentOf(row);
  if (k !== tracks[at + EXPONENT]) begin(tracks, at, keys, k);
  let size = (k - tracks[at + DEPTH]) | 0;
  let half = at + HALVES + 3 * (k - size);
  let from = tracks[half];
  while (row < from || row >= from + POWER[size]) {
    half -= 3;
    size++;
    from = tracks[half];
  }
  for (; row !== from; half += 3) {
    const middle = from + POWER[--size];
    const left = tracks[half + 1];
    const right = tracks[half + 2];
    // Without a branch, which would be mispredicted half of the time.
    const isRight = Number(row >= middle);
    from += isRight * POWER[size];
    tracks[half + 3] = from;
    tracks[half + 4] = left;
    tracks[half + 5] = right;
    tracks[half + 5 - isRight] = (left + right) / 2 + normalVariate(keys, a, b, middle) * ROOT[size];
  }
  tracks[at + DEPTH] = k - size;
  return tracks[half + 1];
}

/** Moves to the rows from 2^k. */
function begin(tracks: Float64Array, at: number, keys: VariateKeys, k: number): void {
  const [a, b] = [tracks[at + A], tracks[at + B]];
  for (let n = tracks[at + POWERS]; n <= k + 1; n++) {
    tracks[at + AT_POWER + n] = tracks[at + AT_POWER + n - 1] + normalVariate(keys, a, b, POWER[n]) * ROOT[n];
    tracks[at + POWERS] = n + 1;
  }
  tracks[at + EXPONENT] = k;
  tracks[at + DEPTH] = 0;
  tracks[at + HALVES] = POWER[k];
  tracks[at + HALVES + 1] = tracks[at + AT_POWER + k];
  tracks[at + HALVES + 2] = tracks[at + AT_POWER + k + 1];
}

/** ⌊log₂(row)⌋. */
const exponentOf = (row: number): number =>
  row < 2 ** 32 ? 31 - Math.clz32(row) : 63 - Math.clz32(row / 2 ** 32);

/** 2^n. */
const POWER = Float64Array.from({ length: 55 }, (_, n) => 2 ** n);
/** √(2^(n−1)): standard deviation of the step from 2^(n−1) to 2^n, and of the midpoint of 2^(n+1) rows. */
const ROOT = POWER.map((power) => Math.sqrt(power / 2));
