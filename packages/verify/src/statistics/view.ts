import type { FieldStatistics } from './figures.ts';

/**
 * What tells most about a field: the most frequent values, a histogram of its numbers, times or list lengths, or how many values are
 * distinct. `empty`: there is no value, or only objects, whose members are fields of their own.
 */
export type FieldView = 'top' | 'numbers' | 'times' | 'items' | 'distinct' | 'empty';

/** Different values that count as few: the most frequent ones are shown, whatever their shares. */
const FEW = { texts: 12, numbers: 5, scatteredNumbers: 12 };

/** The most frequent values are shown if they have this share of all. */
const TELLING = 0.2;

/** How to show a field. Page and command line agree. */
export function viewOf(field: FieldStatistics): FieldView {
  const { types, items } = field;
  const scalars = types.texts + types.numbers + types.booleans;
  if (scalars === 0) return items === undefined ? 'empty' : 'items';
  if (field.times?.histogram !== undefined && types.texts === scalars) return 'times';
  if (field.numbers?.histogram !== undefined && types.numbers === scalars) return viewOfNumbers(field);
  const frequent = field.top.reduce((sum, { count }) => sum + count, 0);
  const isTelling = field.distinct <= FEW.texts || frequent >= TELLING * scalars;
  return field.top.length > 0 && isTelling ? 'top' : 'distinct';
}

/** The fields to show: all but objects that are always there, whose members say as much. */
export const shownFields = (fields: readonly FieldStatistics[]): readonly FieldStatistics[] =>
  fields.filter(
    (field) => viewOf(field) !== 'empty' || field.types.objects === 0 || field.nulls + field.missing > 0,
  );

function viewOfNumbers(field: FieldStatistics): FieldView {
  const few = areScattered(field) ? FEW.scatteredNumbers : FEW.numbers;
  if (field.distinct <= few && field.top.length > 0) return 'top';
  return isKey(field) ? 'distinct' : 'numbers';
}

/** Codes such as 200 and 404 lie far apart: most bins are empty. */
function areScattered({ numbers }: FieldStatistics): boolean {
  const bins = numbers?.histogram?.counts ?? [];
  return bins.filter((count) => count > 0).length < bins.length / 2;
}

/** Whole numbers that rise from row to row, and of which none comes twice. */
const isKey = ({ isUnique, numbers }: FieldStatistics): boolean =>
  isUnique && numbers?.isRising === true && Number.isInteger(numbers.min) && Number.isInteger(numbers.max);
