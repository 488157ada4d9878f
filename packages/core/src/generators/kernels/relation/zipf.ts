import { exp, log, pow } from '../../../numeric/deterministic-math.ts';
import { draw53, nextKey, UNIT53, type DrawKey, type Subject } from '../../../numeric/random.ts';

/** Intervals of a guide. */
const GUIDE = 8192;
/** With more ranks, hardly an interval has only one. */
const MOST_GUIDED = 1024;
/** Draws after which a guide is worth its time. */
const WORTH = 4096;
/** More than the error of a rank's bounds. */
const MARGIN = 1e-9;
const NO_GUIDE = new Int16Array(GUIDE);

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
  /** The rank of each interval, or 0. */
  guide: Int16Array;
}

/** Sets the ranks of rows: below `counts[r]`. */
export type PutRanks = (subject: Subject, counts: Float64Array, rows: number, ranks: Float64Array) => void;

/**
 * Draws ranks 0 … n−1 with weights (rank+1)^−q in constant time, by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 * Among few ranks, most intervals of equal probability belong to one rank: a guide has it, and only others are inverted.
 */
export function zipfian(q: number, own: DrawKey): PutRanks {
  const isLog = Math.abs(1 - q) < 1e-9;
  const shape = { q, isLog };
  const low = integral(shape, 1.5) - 1;
  const accept = 2 - inverse(shape, integral(shape, 2.5) - pow(2, -q));
  const zipf: Zipf = { q, own, isLog, low, accept, high: 0, last: 0, draws: 0, guide: NO_GUIDE };
  return (subject, counts, rows, ranks) => putRanks(zipf, subject, counts, rows, ranks);
}

const integral = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, x: number): number =>
  isLog ? log(x) : (pow(x, 1 - q) - 1) / (1 - q);

const inverse = ({ q, isLog }: Pick<Zipf, 'q' | 'isLog'>, u: number): number =>
  isLog ? exp(u) : pow(1 + u * (1 - q), 1 / (1 - q));

const rankOf = (x: number, last: number): number => Math.min(last, Math.max(1, Math.round(x)));

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
    const share = draw53(a[r], b[r], key, odd) * UNIT53;
    const known = zipf.guide[(share * GUIDE) | 0];
    ranks[r] = known > 0 ? known - 1 : invert(zipf, share, a[r], b[r]);
  }
  if (zipf.last > MOST_GUIDED || zipf.draws >= WORTH) return;
  zipf.draws += rows;
  if (zipf.draws >= WORTH) zipf.guide = guideOf(zipf);
}

function prepare(zipf: Zipf, n: number): void {
  zipf.last = n;
  zipf.draws = 0;
  zipf.guide = NO_GUIDE;
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
    const known = zipf.guide[(share * GUIDE) | 0];
    if (known > 0) return known - 1;
  }
}

/** The rank of all shares in an interval, if each is accepted at once; else 0. */
function guideOf(zipf: Zipf): Int16Array {
  const { low, high, last, accept } = zipf;
  const placeOf = (share: number): number => inverse(zipf, high + share * (low - high));
  const guide = new Int16Array(GUIDE);
  for (let i = 0; i < GUIDE; i++) {
    const ends = [placeOf(i / GUIDE), placeOf((i + 1) / GUIDE)];
    const [from, to] = [Math.min(...ends) - MARGIN, Math.max(...ends) + MARGIN];
    const rank = rankOf(from, last);
    if (rank === rankOf(to, last) && rank - from <= accept) guide[i] = rank;
  }
  return guide;
}
