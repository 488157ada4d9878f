import { grouped } from '../../../packages/engine/test/templates.ts';
import { bars } from './chart/bars.ts';
import type { Chart, Tone, Words } from './chart/picture.ts';
import { plot, type Axis, type Column } from './chart/plot.ts';

export { bars } from './chart/bars.ts';
export type { Tone } from './chart/picture.ts';
export { plot, type Column, type Line, type Panel } from './chart/plot.ts';

/** What a template's page shows besides its fields. One of `stories`, by the template's name. */
export interface Story<Row = never> {
  /** How the fields relate to each other. Follows the template's summary. */
  readonly about: string;
  /** Number of rows to draw. Default: one day, 10,000 rows. */
  readonly rows?: number;
  /** Charts by the suffix of their file names. */
  readonly charts: Readonly<Record<string, (rows: readonly Row[]) => Chart>>;
}

/** The seed of all examples. */
export const SEED = 42;

/** One day of rows. Larger counts span several days, so that daily cycles show. */
export const DAY = { count: 10_000, startMs: Date.UTC(2026, 0, 1), stepMs: 8640 } as const;

/** A row of any template. */
type AnyRow = Readonly<Record<string, unknown>>;

/** A share as a percentage with one decimal. */
export const percent = (share: number): number => Number((100 * share).toFixed(1));

/** Edges of bins of equal width. */
export const edges = (from: number, to: number, bins: number): readonly number[] =>
  Array.from({ length: bins + 1 }, (_, i) => from + ((to - from) * i) / bins);

/** Edges of bins of equal ratio. */
export const logEdges = (from: number, to: number, bins: number): readonly number[] =>
  edges(Math.log10(from), Math.log10(to), bins).map((exponent) => Number((10 ** exponent).toPrecision(3)));

/** Percentage of values per bin. Values outside all bins count towards the total. */
export const binned = (values: readonly number[], bins: readonly number[]): readonly Column[] =>
  bins.slice(1).map((to, i) => {
    const from = bins[i] ?? to;
    const isLast = i === bins.length - 2;
    const inside = values.filter((value) => value >= from && (value < to || (isLast && value === to)));
    return { from, to, value: (100 * inside.length) / values.length };
  });

/** Which values to count, and how to show them. */
interface Shares extends Words {
  readonly field: string;
  /** Plural noun for the rows: `sales`. */
  readonly of: string;
  /** Label of a value. Default: the value itself. */
  readonly labelOf?: (value: unknown) => string;
  readonly toneOf?: (value: unknown) => Tone;
}

/** A bar per value of a field: numbers in ascending order, other values by frequency. */
export const sharesOf =
  ({ field, of, labelOf = String, toneOf = () => 'egg', ...words }: Shares) =>
  (rows: readonly AnyRow[]): Chart => {
    const counted = [...grouped(rows, (row) => row[field])].toSorted(([a, some], [b, others]) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : others.length - some.length,
    );
    const items = counted.map(([value, all]) => ({
      name: labelOf(value),
      value: percent(all.length / rows.length),
      tone: toneOf(value),
    }));
    return bars(words, `share of the ${of}`, ' %', items);
  };

/** Which number to count, in which bins, with one panel per group. */
interface Spread extends Words {
  readonly field: string;
  readonly by: (row: AnyRow) => string;
  readonly bins: readonly number[];
  readonly x: Axis;
  readonly y: Axis;
}

/** A histogram of a number per group of rows. */
export const spreadOf =
  ({ field, by, bins, x, y, ...words }: Spread) =>
  (rows: readonly AnyRow[]): Chart => {
    const groups = [...grouped(rows, by)].toSorted(([a], [b]) => String(a).localeCompare(String(b), 'en'));
    const panels = groups.map(([name, own]) => ({
      name: String(name),
      columns: binned(
        own.map((row) => Number(row[field])),
        bins,
      ),
    }));
    return plot({ ...words, x, y, panels });
  };
