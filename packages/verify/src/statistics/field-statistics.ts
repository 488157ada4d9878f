import type { AskedShare } from '@catbird/engine';
import type { Field } from './field.ts';
import type { FieldStatistics, NumberStatistics, TopValue } from './figures.ts';
import { histogramOf, medianOf } from './histogram.ts';
import type { NumberReservoir } from './number-reservoir.ts';
import { timeStatistics } from './time-statistics.ts';

/** Most frequent values at most. */
const TOP = 5;
const EXAMPLES = 2;

/** Below this share of repeated values, the most frequent ones tell nothing. */
const REPEATED = 0.02;

/** What the counts of a field mean. */
interface Context {
  /** Where the field could stand. */
  readonly places: number;
  /** One row in so many was read. */
  readonly step: number;
  readonly asked: AskedShare | undefined;
}

/** The statistics of a field. */
export function fieldStatistics(field: Field, { places, step, asked }: Context): FieldStatistics {
  const { path, count, nulls, texts, booleans, objects, lists, distinct, isRounded } = field;
  const isUnique = distinct.count > 1 && distinct.count === distinct.total && !distinct.isEstimate;
  return {
    path,
    places,
    missing: places - count,
    nulls,
    types: { texts, numbers: field.numbers, booleans, objects, lists },
    distinct: distinct.count,
    isEstimate: distinct.isEstimate || isRounded,
    isUnique: isUnique && !isRounded,
    top: topOf(field, places, asked),
    examples: distinct.first(EXAMPLES),
    ...parts(field, step),
    ...(asked !== undefined && { asked: { nulls: asked.nulls, missing: asked.missing } }),
  };
}

function topOf({ distinct }: Field, places: number, asked: AskedShare | undefined): readonly TopValue[] {
  const repeated = 1 - distinct.count / Math.max(1, distinct.total);
  if (repeated < REPEATED && distinct.count > TOP) return [];
  return distinct.top(TOP).map(({ value, count }) => {
    const share = asked?.values.get(value);
    return { value, count, share: count / places, ...(share !== undefined && { asked: share }) };
  });
}

/** What only fields with numbers, texts or lists have. */
function parts(
  { finite, lengths, items, instants, areDates }: Field,
  step: number,
): Pick<FieldStatistics, 'numbers' | 'times' | 'lengths' | 'items'> {
  const all = {
    numbers: numberStatistics(finite),
    times: instants && timeStatistics(instants, step, areDates),
    lengths: numberStatistics(lengths),
    items: numberStatistics(items),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Statistics of numbers; undefined if there are none. */
export function numberStatistics(numbers: NumberReservoir): NumberStatistics | undefined {
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
