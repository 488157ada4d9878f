import { exp, log, pow } from '../../../numeric/deterministic-math.ts';
import {
  draw,
  draw53,
  drawKey,
  type DrawKey,
  nextKey,
  type Subject,
  UNIT32,
  UNIT53,
} from '../../../numeric/random.ts';
import { nearest } from '../../../numeric/rounding.ts';
import { CHUNK_ROWS, type Place } from '../engine/cell.ts';

/** Intervals of a guide: few, so that it stays in the first-level cache. */
const INTERVALS = 512;
/** Intervals to each upper half of a share. */
const PER_HALF = INTERVALS * 2 ** -27;
/** Draws after which a guide is worth its time. */
const WORTH = 2 ** 14;

/** Where the reaches are in a guide: after the places. */
const REACHES = INTERVALS + 1;
/** The step from one upper half of a share to the next. */
const HALF = 2 ** -27;
/** Maximum that a place may change within such a step, if only the upper half of a share is drawn. */
const COARSE = 2 ** -6;

/** Where shares are among the ranks, about. */
interface Guide {
  /**
   * The places of the ends of equal intervals of shares: between two ends, a place is interpolated. Then the reach of each interval: a
   * rank is sure if what it is above its place differs by less from `middle`. One array, which V8 checks once.
   */
  readonly numbers: Float64Array;
  /** Half-way between the least and the most that a rank is above its place if it is accepted at once. */
  readonly middle: number;
  /** The middle of the shares with an upper half is close enough to all of them. */
  readonly isCoarse: boolean;
}

/** Ranks with weights (rank+1)^−q, and what was computed for so many. */
interface Zipf {
  readonly q: number;
  readonly own: DrawKey;
  /** q is 1. */
  readonly isLog: boolean;
  readonly low: number;
  readonly accept: number;
  high: number;
  /** The number of ranks. */
  last: number;
  draws: number;
  /** Absent: too few places would be sure. */
  guide: Guide | undefined;
}

/** Sets the ranks of the rows of a chunk: below `counts[r]`. */
export type PutRanks = (subject: Subject, counts: Float64Array, rows: number, ranks: Float64Array) => void;

/**
 * Draws ranks 0 … n−1 with weights (rank+1)^−q in constant time, by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 * Most places are far enough from the bounds of a rank to be interpolated, and only others are inverted.
 */
export function zipfian(q: number, own: DrawKey): PutRanks {
  const isLog = Math.abs(1 - q) < 1e-9;
  const shape = { q, isLog };
  const low = integral(shape, 1.5) - 1;
  const accept = 2 - inverse(shape, integral(shape, 2.5) - pow(2, -q));
  const zipf: Zipf = { q, own, isLog, low, accept, high: 0, last: 0, draws: 0, guide: undefined };
  return (subject, counts, rows, ranks) => putRanks(zipf, subject, counts, rows, ranks);
}

const integral = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, x: number): number =>
  isLog ? log(x) : (pow(x, 1 - q) - 1) / (1 - q);

const inverse = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, u: number): number =>
  isLog ? exp(u) : pow(1 + u * (1 - q), 1 / (1 - q));

const rankOf = (x: number, last: number): number => Math.min(last, Math.max(1, nearest(x)));

/** Scratch: rows whose rank is not sure. Valid within one call of `putRanks`. */
const unsure = new Int32Array(CHUNK_ROWS);

function putRanks(
  zipf: Zipf,
  subject: Subject,
  counts: Float64Array,
  rows: number,
  ranks: Float64Array,
): void {
  if (zipf.guide?.isCoarse !== true || !areAll(counts, rows, zipf.last)) {
    putEach(zipf, subject, counts, rows, ranks);
    return;
  }
  const { a, b } = subject;
  const { key, odd } = zipf.own;
  const { numbers, middle } = zipf.guide;
  const others = putGuided(numbers, middle, a, b, key | 0, odd | 0, rows, ranks);
  for (let i = 0; i < others; i++) {
    const r = unsure[i];
    ranks[r] = invert(zipf, draw53(a[r], b[r], key, odd) * UNIT53, a[r], b[r]);
  }
}

function areAll(numbers: Float64Array, rows: number, number: number): boolean {
  for (let r = 0; r < rows; r++) if (numbers[r] !== number) return false;
  return true;
}

/**
 * Sets ranks by the upper halves of shares, and rows whose rank is not sure in `unsure`. Returns their number. There is no branch to
 * mispredict.
 */
function putGuided(
  numbers: Float64Array,
  middle: number,
  a: Int32Array,
  b: Int32Array,
  key: number,
  odd: number,
  rows: number,
  ranks: Float64Array,
): number {
  let count = 0;
  for (let r = 0; r < rows; r++) {
    const at = ((draw(a[r], b[r], key, odd) >>> 5) + 0.5) * PER_HALF;
    const i = at | 0;
    const low = numbers[i];
    const place = low + (at - i) * (numbers[i + 1] - low);
    const reach = numbers[REACHES + i];
    const rank = (place + 0.5) | 0;
    unsure[count] = r;
    count += 1 - Number(Math.abs(rank - place - middle) < reach);
    ranks[r] = rank - 1;
  }
  return count;
}

/** A function for all rows, not a closure that is called for each. */
function putEach(
  zipf: Zipf,
  { a, b }: Subject,
  counts: Float64Array,
  rows: number,
  ranks: Float64Array,
): void {
  const { key, odd } = zipf.own;
  for (let r = 0; r < rows; r++) {
    if (counts[r] !== zipf.last) prepare(zipf, counts[r]);
    const share = draw53(a[r], b[r], key, odd) * UNIT53;
    const known = zipf.guide === undefined ? 0 : guided(zipf.guide, share);
    ranks[r] = known > 0 ? known - 1 : invert(zipf, share, a[r], b[r]);
  }
  if (zipf.draws >= WORTH) return;
  zipf.draws += rows;
  if (zipf.draws >= WORTH) zipf.guide = guideOf(zipf);
}

function prepare(zipf: Zipf, n: number): void {
  zipf.last = n;
  zipf.draws = 0;
  zipf.guide = undefined;
  zipf.high = integral(zipf, n + 0.5);
}

/** The rank of a share, or of the first of the next draws that is accepted. */
function invert(zipf: Zipf, share: number, a: number, b: number): number {
  const { q, own, low, high, last, accept } = zipf;
  for (let attempt = 1; ; attempt++) {
    const u = high + share * (low - high);
    const x = inverse(zipf, u);
    const rank = rankOf(x, last);
    if (rank - x <= accept || u >= integral(zipf, rank + 0.5) - pow(rank, -q)) return rank - 1;
    const { key, odd } = nextKey(own, attempt);
    share = draw53(a, b, key, odd) * UNIT53;
  }
}

/** The rank of a share, from 1; 0 if that is not sure. */
function guided({ numbers, middle }: Guide, share: number): number {
  const at = share * INTERVALS;
  const i = at | 0;
  const place = numbers[i] + (at - i) * (numbers[i + 1] - numbers[i]);
  const rank = Math.floor(place + 0.5);
  return Math.abs(rank - place - middle) < numbers[REACHES + i] ? rank : 0;
}

/**
 * Places are a convex function of shares, so a chord is at most a quarter of its width times the difference of the slopes at its
 * ends away from the curve. The slope at place x is x^q. Undefined if too few places would be sure.
 */
function guideOf(zipf: Zipf): Guide | undefined {
  const { q, isLog, low, high, accept } = zipf;
  const width = (high - low) / INTERVALS;
  const places = Float64Array.from({ length: INTERVALS + 1 }, (_, i) => inverse(zipf, high - i * width));
  const slopes = places.map((place) => pow(place, q));
  // The closer q is to 1, the larger the power that places are, and with it the error of `inverse`.
  const precision = 2 ** -46 * (isLog ? 1 : 1 + 1 / Math.abs(1 - q));
  const most = Math.min(accept, 0.5);
  // The first interval is the widest.
  const step = (places[0] - places[1]) * INTERVALS * HALF;
  const isCoarse = step < COARSE;
  const least = isCoarse ? step : 0;
  // The last place begins no interval.
  const reaches = slopes.map(
    (slope, i) => (most + 0.5) / 2 - (width * (slope - slopes[i + 1])) / 4 - places[i] * precision - least,
  );
  return reaches[INTERVALS / 2] > 0.25
    ? { numbers: Float64Array.of(...places, ...reaches), middle: (most - 0.5) / 2, isCoarse }
    : undefined;
}

/** How often each rank is drawn: as a power of it, or a share of the ranks gets a share of the rows. */
export type Frequency =
  | { readonly kind: 'uniform' }
  | { readonly kind: 'zipf'; readonly exponent: number }
  | { readonly kind: 'hot'; readonly keys: number; readonly rows: number };

/** Draws ranks, from 0 for the most frequent. */
export function ranking(frequency: Frequency, { path }: Place): PutRanks {
  const [own, choosing] = [drawKey(`${path}\nkey`, 0), drawKey(`${path}\nkey`, 1)];
  if (frequency.kind === 'zipf') return zipfian(frequency.exponent, own);
  if (frequency.kind === 'uniform')
    return (subject, counts, rows, ranks) => putUniform(subject, own, counts, rows, ranks);
  const { keys: hotKeys, rows: hotRows } = frequency;
  return ({ a, b }, counts, rows, ranks) => {
    let last = NaN;
    let hot = 1;
    for (let r = 0; r < rows; r++) {
      const n = counts[r];
      if (n !== last) {
        last = n;
        hot = Math.max(1, Math.round(n * hotKeys));
      }
      const isHot = hot >= n || (draw(a[r], b[r], choosing.key, choosing.odd) >>> 0) * UNIT32 < hotRows;
      const unit = draw53(a[r], b[r], own.key, own.odd) * UNIT53;
      ranks[r] = isHot ? Math.floor(unit * hot) : hot + Math.floor(unit * (n - hot));
    }
  };
}

function putUniform(
  { a, b }: Subject,
  { key, odd }: DrawKey,
  counts: Float64Array,
  rows: number,
  ranks: Float64Array,
): void {
  for (let r = 0; r < rows; r++) ranks[r] = Math.floor(draw53(a[r], b[r], key, odd) * UNIT53 * counts[r]);
}
