import type { NumberStatistics } from './figures.ts';
import { histogramOf, medianOf } from './histogram.ts';
import type { KeptNumbers } from './kept-numbers.ts';

/** Statistics of numbers; undefined if there are none. */
export function numberStatistics(numbers: KeptNumbers): NumberStatistics | undefined {
  const { count, min, max, mean, isRising } = numbers;
  if (count === 0) return undefined;
  const sorted = numbers.sorted();
  const histogram = histogramOf(sorted, count);
  return {
    count,
    min,
    max,
    mean,
    median: medianOf(sorted),
    isRising,
    ...(histogram !== undefined && { histogram }),
  };
}
