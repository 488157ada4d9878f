import { causesOf } from './causes/causes.ts';
import type { Cause } from './causes/cause.ts';
import type { Comparer, Difference } from './columns.ts';
import { numbersWhere } from './groups.ts';
import { patternsOf } from './patterns.ts';
import type { ChangedColumn, Example } from './report.ts';
import { newKept, type Kept } from './sample.ts';
import { numberIn, valuesAt, type Truth } from './truth.ts';

/** Differing and agreeing values of a column that causes are judged by. */
const JUDGED_BY = 1000;

/** A column with differences. */
interface ColumnChanges {
  rows: number;
  /** The numbers of the rows, ascending in each flush, with what arrived. */
  readonly kept: Kept<{ readonly row: number; readonly arrived: unknown }>;
}

/** The columns with differences, by their names. */
export type Changes = Map<string, ColumnChanges>;

/** Adds a difference. */
export function addChange(
  changes: Changes,
  row: number,
  { column, arrived }: Pick<Difference, 'column' | 'arrived'>,
): void {
  const own = changes.get(column) ?? { rows: 0, kept: newKept(JUDGED_BY) };
  own.rows++;
  own.kept.add({ row, arrived });
  changes.set(column, own);
}

/** Changes and more of them. Those given stay as they are, as more rows may be taken. */
export function withMore(
  changes: Changes,
  more: readonly { readonly row: number; readonly column: string; readonly arrived: unknown }[],
): Changes {
  const all: Changes = new Map(changes);
  for (const column of new Set(more.map((each) => each.column))) {
    const before = changes.get(column);
    const copy: ColumnChanges = { rows: before?.rows ?? 0, kept: newKept(JUDGED_BY) };
    for (const item of before?.kept.items() ?? []) copy.kept.add(item);
    all.set(column, copy);
  }
  for (const each of more) addChange(all, each.row, each);
  return all;
}

/** Why columns have changed, and in which rows, most rows first. */
export function changedColumns(
  truth: Truth,
  changes: Changes,
  isRight: (row: number) => boolean,
  { sameIn, examples }: Pick<Comparer, 'sameIn'> & { readonly examples: number },
): readonly ChangedColumn[] {
  const agreeing = numbersWhere(truth.rows, JUDGED_BY, isRight);
  const sorted = [...changes].sort(([, a], [, b]) => b.rows - a.rows);
  return sorted.map(([column, { rows, kept }]): ChangedColumn => {
    const items = kept.items();
    const causes = causesOf(truth, { column, rows, differing: items, agreeing, same: sameIn(column) });
    const shown = items.slice(0, examples);
    // Of each row once: two of its values may have arrived.
    const numbers = ascending(shown);
    const expected = valuesAt(truth, numbers, column);
    return {
      column,
      rows,
      causes,
      patterns: isPartial(causes)
        ? patternsOf(truth, { affected: ascending(items), others: agreeing, total: rows })
        : [],
      examples: shown.map(({ row, arrived }): Example => ({
        row: numberIn(truth, row),
        column,
        expected: expected[numbers.indexOf(row)],
        arrived,
      })),
    };
  });
}

/** The numbers of rows, which come in any order, and more than once if a row did. */
const ascending = (items: readonly { readonly row: number }[]): readonly number[] =>
  [...new Set(items.map(({ row }) => row))].toSorted((a, b) => a - b);

/** Whether no cause explains which rows are concerned. */
const isPartial = ([best]: readonly Cause[]): boolean => best === undefined || best.contradicted > 0;
