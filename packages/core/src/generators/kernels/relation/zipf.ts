import { exp, log, pow } from '../../../numeric/deterministic-math.ts';
import { draw53, nextKey, UNIT53, type DrawKey } from '../../../numeric/random.ts';

/** Intervals of a guide. */
const GUIDE = 8192;
/** With more ranks, hardly an interval has only one. */
const MOST_GUIDED = 1024;
/** Draws after which a guide is worth its time. */
const WORTH = 4096;
/** More than the error of a rank's bounds. */
const MARGIN = 1e-9;

/**
 * Draws ranks 0 … n−1 with weights (rank+1)^−q in constant time, by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 * Among few ranks, most intervals of equal probability belong to one rank: a guide has it, and only others are inverted.
 */
export function zipfian(q: number, own: DrawKey): (a: number, b: number, n: number) => number {
  const isLog = Math.abs(1 - q) < 1e-9;
  const integral = (x: number): number => (isLog ? log(x) : (pow(x, 1 - q) - 1) / (1 - q));
  const inverse = (u: number): number => (isLog ? exp(u) : pow(1 + u * (1 - q), 1 / (1 - q)));
  const low = integral(1.5) - 1;
  const accept = 2 - inverse(integral(2.5) - pow(2, -q));
  let high = 0;
  let last = 0;
  let draws = 0;
  let guide: Int16Array | undefined;
  const rankOf = (x: number): number => Math.min(last, Math.max(1, Math.round(x)));
  const placeOf = (share: number): number => inverse(high + share * (low - high));
  const prepare = (n: number): void => {
    if (n !== last) {
      [last, draws, guide] = [n, 0, undefined];
      high = integral(n + 0.5);
    }
    if (n <= MOST_GUIDED && ++draws === WORTH) guide = guideOf(placeOf, rankOf, accept);
  };
  return (a, b, n) => {
    prepare(n);
    for (let attempt = 0; ; attempt++) {
      const { key, odd } = attempt === 0 ? own : nextKey(own, attempt);
      const share = draw53(a, b, key, odd) * UNIT53;
      const known = guide === undefined ? 0 : guide[(share * GUIDE) | 0];
      if (known > 0) return known - 1;
      const u = high + share * (low - high);
      const x = inverse(u);
      const rank = rankOf(x);
      if (rank - x <= accept || u >= integral(rank + 0.5) - pow(rank, -q)) return rank - 1;
    }
  };
}

/** The rank of all shares in an interval, if each is accepted at once; else 0. */
function guideOf(
  placeOf: (share: number) => number,
  rankOf: (x: number) => number,
  accept: number,
): Int16Array {
  const guide = new Int16Array(GUIDE);
  for (let i = 0; i < GUIDE; i++) {
    const ends = [placeOf(i / GUIDE), placeOf((i + 1) / GUIDE)];
    const [from, to] = [Math.min(...ends) - MARGIN, Math.max(...ends) + MARGIN];
    const rank = rankOf(from);
    if (rank === rankOf(to) && rank - from <= accept) guide[i] = rank;
  }
  return guide;
}
