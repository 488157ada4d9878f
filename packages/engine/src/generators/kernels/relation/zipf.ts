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
import type { Place } from '../engine/cell.ts';

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
}

/** Sets the ranks of the rows of a chunk: below `counts[r]`. */
export type PutRanks = (subject: Subject, counts: Float64Array, rows: number, ranks: Float64Array) => void;

/**
 * Draws ranks 0 … n−1 with weights (rank+1)^−q in constant time, by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 */
export function zipfian(q: number, own: DrawKey): PutRanks {
  const isLog = Math.abs(1 - q) < 1e-9;
  const shape = { q, isLog };
  const low = integral(shape, 1.5) - 1;
  const accept = 2 - inverse(shape, integral(shape, 2.5) - pow(2, -q));
  const zipf: Zipf = { q, own, isLog, low, accept, high: 0, last: 0 };
  return (subject, counts, rows, ranks) => putRanks(zipf, subject, counts, rows, ranks);
}

const integral = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, x: number): number =>
  isLog ? log(x) : (pow(x, 1 - q) - 1) / (1 - q);

const inverse = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, u: number): number =>
  isLog ? exp(u) : pow(1 + u * (1 - q), 1 / (1 - q));

const rankOf = (x: number, last: number): number => Math.min(last, Math.max(1, nearest(x)));

/** A function for all rows, not a closure that is called for each. */
function putRanks(
  zipf: Zipf,
  { a, b }: Subject,
  counts: Float64Array,
  rows: number,
  ranks: Float64Array,
): void {
  const { key, odd } = zipf.own;
  for (let r = 0; r < rows; r++) {
    if (counts[r] !== zipf.last) prepare(zipf, counts[r]);
    ranks[r] = invert(zipf, draw53(a[r], b[r], key, odd) * UNIT53, a[r], b[r]);
  }
}

function prepare(zipf: Zipf, n: number): void {
  zipf.last = n;
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
