import {
  countText,
  fieldText,
  numberText,
  shareText,
  valueTextOfWords as valueText,
  viewOf,
  type FieldStatistics,
  type FieldView,
  type Scalar,
} from '@catbird/verify';

/** A part of the caption beside a figure; `strong` stands out. */
export interface Word {
  readonly text: string;
  readonly strong?: string;
}

/** What to say of a field beside its figure: nulls first, then what tells most. */
export function captionOf(field: FieldStatistics): Word {
  const { places, nulls, missing } = field;
  if (nulls > 0) return { text: 'empty ', strong: shareText(nulls / places) };
  if (missing > 0) return { text: 'missing ', strong: shareText(missing / places) };
  return CAPTIONS[viewOf(field)](field) ?? distinctWord(field);
}

const grouped = new Intl.NumberFormat('en-US');

const NO_WORD: Word = { text: '' };

/** Characters of a value beside its share. */
const SHORT = 10;

/** The value, or what it is if there is no room for it. */
const shortName = (value: Scalar): string => {
  const text = valueText(value);
  return text.length <= SHORT ? text : 'most';
};

const distinctWord = ({ isEstimate, distinct, isUnique, numbers }: FieldStatistics): Word =>
  isUnique
    ? { text: numbers?.isRising === true ? 'rising' : 'no two alike' }
    : { text: isEstimate ? 'about ' : '', strong: `${grouped.format(distinct)} distinct` };

/** Undefined: how many values are distinct tells most. */
const CAPTIONS: Readonly<Record<FieldView, (field: FieldStatistics) => Word | undefined>> = {
  top: ({ top: [first] }) => first && { text: `${shortName(first.value)} `, strong: shareText(first.share) },
  numbers: ({ numbers }) => numbers && { text: 'median ', strong: numberText(numbers.median) },
  times: ({ times }) => times && { text: `over ${spanText(times.spanMs)}` },
  items: ({ items }) => items && { text: 'median ', strong: countText(items.median, 'item') },
  distinct: distinctWord,
  empty: () => NO_WORD,
};

const UNITS = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A span in the largest unit of which it has two or more: `92 s`, `7 days`. */
function spanText(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= 2 * each) ?? ['ms', 1];
  return `${grouped.format(Math.round(ms / length))} ${unit}`;
}

/** The statistics of a field in a sentence, for those who do not see its figure. */
export function sentenceOf(field: FieldStatistics): string {
  const values = viewOf(field) === 'top' ? field.top : [];
  const shares = values.map(({ value, share, asked }) => {
    const wanted = asked === undefined ? '' : `, asked for ${shareText(asked)}`;
    return `${valueText(value)} ${shareText(share)}${wanted}`;
  });
  return [`${field.path}: ${fieldText(field)}`, ...(shares.length > 0 ? [shares.join('; ')] : [])].join('. ');
}
