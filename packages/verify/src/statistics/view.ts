import type { FieldStatistics, Histogram, Scalar, TypeCounts } from './figures.ts';

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

/** Bars of a field's numbers, times or list lengths. */
export interface FieldChart {
  /** From 0 to 1. */
  readonly heights: readonly number[];
  /** Index of the bar of the median. */
  readonly median: number;
  /** Smallest and largest value, for the ends of the axis. */
  readonly from: string;
  readonly to: string;
  /** The axis is broken before the last bar, or after the first, which hold all values beyond these. Absent: it is not. */
  readonly breaks: { readonly low?: string; readonly high?: string };
}

/** The bars of a field; undefined if another view tells more, or all values are equal. */
export function chartOf(field: FieldStatistics): FieldChart | undefined {
  const view = viewOf(field);
  if (view === 'times' && field.times?.histogram !== undefined) {
    const { from, to, spanMs, histogram } = field.times;
    const { heights, median } = histogram;
    return { heights, median, from: instantText(from, spanMs), to: instantText(to, spanMs), breaks: {} };
  }
  const numbers = view === 'numbers' ? field.numbers : view === 'items' ? field.items : undefined;
  if (numbers?.histogram === undefined) return undefined;
  const { min, max, histogram } = numbers;
  const { heights, median } = histogram;
  return { heights, median, from: numberText(min), to: numberText(max), breaks: breaksOf(histogram) };
}

const breaksOf = ({ edges, tails }: Histogram): FieldChart['breaks'] => ({
  ...(tails.low && { low: numberText(edges[1] ?? 0) }),
  ...(tails.high && { high: numberText(edges.at(-2) ?? 0) }),
});

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar as a block character; an empty one is a space. @param height from 0 to 1 */
export const barText = (height: number): string =>
  height > 0 ? (BLOCKS[Math.ceil(height * BLOCKS.length) - 1] ?? '█') : ' ';

/** The bars of a chart as block characters, with `…` where the axis is broken. */
export function barsText({ heights, breaks }: FieldChart): string {
  const bars = heights.map(barText);
  if (breaks.low !== undefined) bars.splice(1, 0, '…');
  if (breaks.high !== undefined) bars.splice(-1, 0, '…');
  return bars.join('');
}

const grouped = new Intl.NumberFormat('en-US');

/** A number of things: `1 value`, `12,345 values`. */
export const countText = (count: number, noun: string): string =>
  `${grouped.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A part of a whole: `31.5 %`. Only the whole is `100 %`, and only nothing is `0 %`. */
export function shareText(share: number): string {
  if (share <= 0) return '0 %';
  if (share >= 1) return '100 %';
  if (share < 0.0005) return '< 0.1 %';
  return share >= 0.9995 ? '> 99.9 %' : `${(share * 100).toFixed(1)} %`;
}

/** A number to six significant digits; whole numbers in full. */
export const numberText = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(6)));

/** A text of at most `most` characters; what is cut off becomes `…`. */
export const clippedText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** A value as people read it: numbers with all their digits, texts without quotes, the empty one as `""`. */
export const valueText = (value: Scalar): string => (value === '' ? '""' : String(value));

/** Units of rates, in seconds. */
const UNITS = [
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['day', 86_400],
  ['year', 365.2425 * 86_400],
] as const;

/** A rate in the smallest unit in which it is 1 or more: `200/s`, `3.2/h`. */
function rateText(perSecond: number): string {
  const [name, seconds] = UNITS.find(([, seconds]) => perSecond * seconds >= 0.9995) ?? ['year', UNITS[4][1]];
  const rate = Number((perSecond * seconds).toPrecision(3));
  return `${rate.toLocaleString('en-US', { maximumSignificantDigits: 3 })}/${name}`;
}

/** The longest spans in which milliseconds, seconds and minutes matter, and how many characters tell them. */
const DETAILS = [
  [60_000, 23],
  [86_400_000, 19],
  [60 * 86_400_000, 16],
] as const;
const DATE_CHARACTERS = 10;

/** An instant in as much detail as a span asks for: `2026-01-01 12:00:00`, or `2026-01-01` of several months. */
function instantText(instant: string, spanMs: number): string {
  const characters = DETAILS.find(([longestMs]) => spanMs < longestMs)?.[1] ?? DATE_CHARACTERS;
  return instant.slice(0, characters).replace('T', ' ');
}

const TYPES: readonly (readonly [keyof TypeCounts, string])[] = [
  ['texts', 'text'],
  ['numbers', 'number'],
  ['booleans', 'boolean'],
  ['objects', 'object'],
  ['lists', 'list'],
];

/** A field in a few words, with nulls first: `90.8 % null, 2 values`, `median 105.14`, `all unique`. */
export function fieldText(field: FieldStatistics): string {
  const { places, nulls, missing, types } = field;
  const kinds = TYPES.filter(([type]) => types[type] > 0);
  return [
    ...(nulls > 0 ? [`${shareText(nulls / places)} null`] : []),
    ...(missing > 0 ? [`${shareText(missing / places)} missing`] : []),
    ...(kinds.length > 1 ? kinds.map(([type, noun]) => countText(types[type], noun)) : []),
    ...CONTENT[viewOf(field)](field),
  ].join(', ');
}

function distinctWords({ isUnique, isEstimate, distinct, numbers }: FieldStatistics): readonly string[] {
  if (!isUnique) return [`${isEstimate ? 'about ' : ''}${grouped.format(distinct)} distinct`];
  return numbers?.isRising === true ? ['all unique', 'rising'] : ['all unique'];
}

/** What a field contains, as text, by what is shown of it. */
const CONTENT: Readonly<Record<FieldView, (field: FieldStatistics) => readonly string[]>> = {
  numbers: ({ numbers }) => (numbers === undefined ? [] : [`median ${numberText(numbers.median)}`]),
  items: ({ items }) =>
    items === undefined
      ? []
      : [`${items.min === items.max ? '' : 'median '}${countText(items.median, 'item')}`],
  times: ({ times }) => (times?.perSecond === undefined ? [] : [rateText(times.perSecond)]),
  top: ({ distinct }) => [countText(distinct, 'value')],
  distinct: distinctWords,
  empty: ({ types, nulls, missing }) =>
    types.objects > 0 ? ['object'] : nulls + missing > 0 ? [] : ['no values'],
};
