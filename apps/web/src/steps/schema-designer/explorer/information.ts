import { entropyOf, histogramBits } from '../../../figures/entropy.ts';
import { viewOf, type FieldStatistics } from '@catbird/verify';

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
  if (view === 'numbers' && numbers?.isRising === false) return full * bitsIn(numbers.histogram);
  if (view === 'items') return full * bitsIn(items?.histogram);
  if (isUnique || view !== 'distinct' || distinct <= 1) return 0;
  return REPEATED * full * (1 - distinct / places);
}

/** Counts of the most frequent values; all others count as one. */
function sharesOf({ top, places, nulls, missing }: FieldStatistics): readonly number[] {
  const counts = top.map(({ count }) => count);
  return [...counts, places - nulls - missing - counts.reduce((sum, count) => sum + count, 0)];
}

const bitsIn = (histogram: { readonly counts: readonly number[] } | undefined): number =>
  histogram === undefined ? 0 : histogramBits(entropyOf(histogram.counts), histogram.counts.length);
