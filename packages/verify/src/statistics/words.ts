import type { FieldStatistics, Scalar, TypeCounts } from './figures.ts';
import { viewOf, type FieldView } from './view.ts';

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
export function instantText(instant: string, spanMs: number): string {
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
