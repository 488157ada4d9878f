import type { Asked } from '../../../packages/core/test/rows.ts';
import { grouped } from '../../../packages/core/test/templates.ts';
import { bars } from './chart/bars.ts';
import type { Chart, Tone, Words } from './chart/picture.ts';
import { plot, type Axis, type Column } from './chart/plot.ts';
import { SEED } from './page.ts';

/** What the page of a template tells beyond its fields. */
export interface Story<Row = never> {
  /** How its fields go together; follows the summary. */
  readonly about: string;
  /** How many rows are drawn; by default those of a day. */
  readonly rows?: number;
  /** By the end of their files' names. */
  readonly charts: Readonly<Record<string, (rows: readonly Row[]) => Chart>>;
}

/** Rows of a day, and of as many days as there are more of them, so that what goes by the time of day shows. */
export const DAY = {
  count: 10_000,
  startMs: Date.UTC(2026, 0, 1),
  stepMs: 8640,
  seed: SEED,
} as const satisfies Asked;

/** A row of any template. */
type AnyRow = Readonly<Record<string, unknown>>;

/** Per cent, as they stand beside a bar. */
export const percent = (share: number): number => Number((100 * share).toFixed(1));

/** Edges of bins of equal width. */
export const edges = (from: number, to: number, bins: number): readonly number[] =>
  Array.from({ length: bins + 1 }, (_, i) => from + ((to - from) * i) / bins);

/** Edges of bins of equal factors. */
export const logEdges = (from: number, to: number, bins: number): readonly number[] =>
  edges(Math.log10(from), Math.log10(to), bins).map((place) => Number((10 ** place).toPrecision(3)));

/** How many per cent of the numbers are in each bin. Numbers outside of all bins are not drawn, but counted among all. */
export const binned = (values: readonly number[], bins: readonly number[]): readonly Column[] =>
  bins.slice(1).map((to, i) => {
    const from = bins[i] ?? to;
    const isLast = i === bins.length - 2;
    const inside = values.filter((value) => value >= from && (value < to || (isLast && value === to)));
    return { from, to, value: (100 * inside.length) / values.length };
  });

/** Which values are counted, and how they are shown. */
interface Shares extends Words {
  readonly field: string;
  /** What the rows are. */
  readonly of: string;
  /** A value in words; by default as it is. */
  readonly say?: (value: unknown) => string;
  readonly toneOf?: (value: unknown) => Tone;
}

/** Bars of the values of a field: numbers in their order, others the most frequent first. */
export const sharesOf =
  ({ field, of, say = String, toneOf = () => 'egg', ...words }: Shares) =>
  (rows: readonly AnyRow[]): Chart => {
    const counted = [...grouped(rows, (row) => row[field])].toSorted(([a, some], [b, others]) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : others.length - some.length,
    );
    const items = counted.map(([value, all]) => ({
      name: say(value),
      value: percent(all.length / rows.length),
      tone: toneOf(value),
    }));
    return bars(words, `share of the ${of}`, ' %', items);
  };

/** Which number is counted, in which bins, and in panels by what. */
interface Spread extends Words {
  readonly field: string;
  readonly by: (row: AnyRow) => string;
  readonly bins: readonly number[];
  readonly x: Axis;
  readonly y: Axis;
}

/** Histograms of a number, one for each value of something else. */
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
