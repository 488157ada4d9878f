import { causesOf } from './causes/causes.ts';
import type { Cause } from './causes/cause.ts';
import type { Comparer, Difference } from './comparer.ts';
import { patternsOf, rangesOf } from './patterns.ts';
import type { ChangedColumn, Example, Group } from './report.ts';
import { numberIn, valuesAt, type Truth, rowsAt } from './truth.ts';
import { mix } from '@catbird/engine';

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

/** Keeps some of many, all equally likely, without randomness: the same ones each time. */
interface Kept<Item> {
  readonly add: (item: Item) => void;
  /** In the order in which they came. */
  readonly items: () => readonly Item[];
  /** How many were added. */
  readonly count: number;
}

/** Keeps at most `most` of the items. */
export function newKept<Item>(most: number): Kept<Item> {
  const kept: { readonly item: Item; readonly at: number }[] = [];
  let count = 0;
  return {
    add(item) {
      const at = count++;
      if (kept.length < most) {
        kept.push({ item, at });
        return;
      }
      const place = Math.floor(((mix(at) >>> 0) / 2 ** 32) * count);
      if (place < most) kept[place] = { item, at };
    },
    items: () => kept.toSorted((a, b) => a.at - b.at).map(({ item }) => item),
    get count() {
      return count;
    },
  };
}

/** At most `most` numbers below `rows` for which a test holds, spread over all without a rhythm. */
function numbersWhere(rows: number, most: number, test: (row: number) => boolean): readonly number[] {
  const tries = Math.min(rows, most * 4);
  const found: number[] = [];
  let last = -1;
  for (let i = 0; i < tries; i++) {
    const row = Math.floor(((i + unit(i)) * rows) / tries);
    if (row !== last && row < rows && test(row)) found.push(row);
    last = row;
  }
  return found.length <= most
    ? found
    : Array.from({ length: most }, (_, i) => found[Math.floor(((i + unit(i)) * found.length) / most)] ?? 0);
}

const unit = (i: number): number => (mix(i + 1) >>> 0) / 2 ** 32;

/** Other rows that patterns are judged by. */
const OTHERS = 4000;

/** Rows of one kind, by their numbers, of which some may be left out of `numbers`. */
export function groupOf(truth: Truth, numbers: readonly number[], rows: number, examples: number): Group {
  if (rows <= 0) return { rows: 0, ranges: [], rangeCount: 0, patterns: [], examples: [] };
  const ranges = rangesOf(numbers);
  const inside = new Set(numbers);
  const others = numbersWhere(truth.rows, OTHERS, (row) => truth.least(row) > 0 && !inside.has(row));
  const shown = numbers.slice(0, examples);
  const contents = rowsAt(truth, Float64Array.from(shown));
  return {
    rows,
    ranges: ranges.slice(0, 20).map(([from, end]) => [numberIn(truth, from), numberIn(truth, end - 1) + 1]),
    rangeCount: ranges.length,
    patterns: patternsOf(truth, { affected: numbers, others, total: rows }),
    examples: shown.map((row, i): Example => ({ row: numberIn(truth, row), expected: contents[i] })),
  };
}

/** Rows that are made at once. */
const AT_ONCE = 1024;

/** What rows should be, made a block at a time. */
export function* contentsOf(truth: Truth, rows: readonly number[]): Generator<Example> {
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const numbers = rows.slice(first, first + AT_ONCE);
    const contents = rowsAt(truth, Float64Array.from(numbers));
    for (const [i, row] of numbers.entries()) yield { row: numberIn(truth, row), expected: contents[i] };
  }
}
