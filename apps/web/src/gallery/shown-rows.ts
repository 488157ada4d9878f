import { chartOf, countText, type FieldStatistics, newCollector, shownFields, viewOf } from '@catbird/verify';
import { entropyOf } from '../figures/entropy.ts';

/** Rows as a small table: the fields that tell most, each with a figure of all rows and its values in the newest ones. Plain data. */
export interface ShownRows {
  /** That were counted. */
  readonly rows: number;
  readonly columns: readonly ShownColumn[];
}

/** A field of the rows. */
export interface ShownColumn {
  /** `user.email`. */
  readonly name: string;
  readonly field: FieldStatistics;
  /** Of the newest rows, the newest first. Null: the value is null; an empty text: the row lacks it. */
  readonly cells: readonly (string | null)[];
}

/** Columns of a table, and rows in it. */
const MOST = { columns: 6, rows: 12 };
/** Characters of a cell. */
const MOST_CHARACTERS = 48;

/**
 * What to show of rows.
 *
 * @param lines rows as JSON, in their order
 * @param paths of the columns. Default: of the fields that tell most, in the order of the rows
 */
export function shownOf(lines: readonly string[], paths?: readonly string[]): ShownRows {
  const collector = newCollector();
  for (const line of lines) collector.addText(line);
  const { rows, fields } = collector.statistics();
  const newest = lines.slice(-MOST.rows).map((line): unknown => JSON.parse(line));
  newest.reverse();
  const columns = (paths === undefined ? telling(fields) : named(fields, paths)).map((field) => {
    const steps = stepsOf(field.path);
    return { name: steps.join('.'), field, cells: newest.map((row) => cellOf(row, steps)) };
  });
  return { rows, columns };
}

const named = (fields: readonly FieldStatistics[], paths: readonly string[]): readonly FieldStatistics[] =>
  paths.flatMap((path) => fields.filter((field) => field.path === path));

/** Names of keys, whose figures say little. */
const KEY = /(^|[._])id$|[a-z]Id$/;

/** Fields of which a few values or a histogram tell most; then keys and those of many values, then constants, times and what is mostly null. */
const telling = (fields: readonly FieldStatistics[]): readonly FieldStatistics[] => {
  const columns = shownFields(fields).filter(({ path }) => !path.includes('[]'));
  const best = columns.toSorted((a, b) => dullness(a) - dullness(b)).slice(0, MOST.columns);
  return columns.filter((field) => best.includes(field));
};

function dullness(field: FieldStatistics): number {
  const view = viewOf(field);
  const isMostlyNull = field.nulls + field.missing > field.places / 2;
  if (view === 'times' || view === 'empty' || isMostlyNull) return 3;
  if (view === 'items') return 1;
  if (field.distinct <= 1) return 2;
  return view === 'distinct' || KEY.test(field.path) ? 1 : 0;
}

/** Longest value in the row of a card, in characters: those of times and keys say little. */
const SHORT = 18;

/** How uneven the shares or bars are that say most: equal ones say nothing, and one high bar says little more. */
const UNEVEN = 0.2;

/** The field whose figure tells most, and the newest row in short. */
export function bestOf({ columns }: ShownRows): {
  readonly best: FieldStatistics | undefined;
  readonly row: string;
} {
  const distance = (field: FieldStatistics): number => {
    const sizes = viewOf(field) === 'top' ? sharesOf(field) : (chartOf(field)?.heights ?? []);
    return sizes.length < 3 ? 1 : Math.abs(1 - UNEVEN - entropyOf(sizes) / Math.log2(sizes.length));
  };
  const [best] = columns.map(({ field }) => field).toSorted((a, b) => distance(a) - distance(b));
  const row = columns
    .map(({ cells: [cell] }) => cell ?? '')
    .filter((cell) => cell !== '' && cell.length <= SHORT);
  return { best, row: row.join(' · ') };
}

/** Of the most frequent values, and of all others. */
function sharesOf({ top }: FieldStatistics): readonly number[] {
  const shares = top.map(({ share }) => share);
  const others = 1 - shares.reduce((sum, share) => sum + share, 0);
  return others > 0.001 ? [...shares, others] : shares;
}

/** The names in a path: `user.email`, `["post code"]`. */
const stepsOf = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\[("(?:[^"\\]|\\.)*")\]|[^.[]+/g), ([step, quoted]) =>
    quoted === undefined ? step : String(JSON.parse(quoted)),
  );

function cellOf(row: unknown, steps: readonly string[]): string | null {
  const value = steps.reduce<unknown>(
    (at, step) => Object.getOwnPropertyDescriptor(Object(at), step)?.value,
    row,
  );
  if (value === null) return null;
  if (value === undefined) return '';
  if (Array.isArray(value)) return countText(value.length, 'item');
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MOST_CHARACTERS);
}
