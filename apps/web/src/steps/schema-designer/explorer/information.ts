import { viewOf, type FieldStatistics } from '@catbird/core/internal/statistics';

/** A histogram is flat from this part of the highest entropy on, and tells little. */
const FLAT = 0.985;
/** What a histogram tells beside shares, and a flat one. */
const PART = { shaped: 0.5, flat: 0.1 };
/** Fields of many values come after those with bits, and before those that tell nothing. */
const REPEATED = 0.01;

/**
 * How much the values of a field tell about the rows, in bits: of few values, the entropy of their shares; of numbers and lengths of
 * lists, half of that of their histogram, in 32 bins. Both count only as far as values are not null. 0 for unique, constant and rising
 * values, and for times.
 */
export function informationOf(field: FieldStatistics): number {
  const { places, nulls, missing, distinct, isUnique, numbers, items } = field;
  const full = places === 0 ? 0 : 1 - (nulls + missing) / places;
  const view = viewOf(field);
  if (view === 'top') return full * entropyOf(sharesOf(field));
  if (view === 'numbers' && numbers?.isRising === false) return full * histogramBits(numbers.histogram);
  if (view === 'items') return full * histogramBits(items?.histogram);
  if (isUnique || view !== 'distinct' || distinct <= 1) return 0;
  return REPEATED * full * (1 - distinct / places);
}

/** Counts of the most frequent values; all others count as one. */
function sharesOf({ top, places, nulls, missing }: FieldStatistics): readonly number[] {
  const counts = top.map(({ count }) => count);
  return [...counts, places - nulls - missing - counts.reduce((sum, count) => sum + count, 0)];
}

function histogramBits(histogram: { readonly counts: readonly number[] } | undefined): number {
  if (histogram === undefined) return 0;
  const { counts } = histogram;
  const bits = entropyOf(counts);
  return bits * (bits > FLAT * Math.log2(counts.length) ? PART.flat : PART.shaped);
}

/** The entropy of a distribution, in bits: C. E. Shannon, "A Mathematical Theory of Communication", 1948. */
function entropyOf(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce(
    (sum, count) => (count > 0 ? sum - (count / total) * Math.log2(count / total) : sum),
    0,
  );
}
