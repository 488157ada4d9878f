import {
  countText,
  fieldText,
  numberText,
  shareText,
  valueTextOfWords as valueText,
  viewOf,
  type FieldStatistics,
  type FieldView,
} from '@catbird/verify';
/** A part of the caption below a figure; `strong` stands out. */
export interface Word {
  readonly text: string;
  readonly strong?: string;
}

/** The two ends of a caption. */
export type Caption = readonly [start: Word, end: Word];

/** What to say of a field below its figure: nulls first, then what tells most. */
export function captionOf(field: FieldStatistics): Caption {
  const { places, nulls, missing } = field;
  const said = CAPTIONS[viewOf(field)](field) ?? [differentWord(field), NO_WORD];
  const share = (count: number, word: string): Word => ({
    strong: shareText(count / places),
    text: ` ${word}`,
  });
  if (nulls > 0) return [share(nulls, 'null'), said[1]];
  return missing > 0 ? [share(missing, 'missing'), said[1]] : said;
}

const grouped = new Intl.NumberFormat('en-US');

const NO_WORD: Word = { text: '' };

const differentWord = ({ isEstimate, distinct }: FieldStatistics): Word => ({
  strong: `${isEstimate ? '≈ ' : ''}${grouped.format(distinct)}`,
  text: ' different',
});

/** Undefined: how many values are different tells most. */
const CAPTIONS: Readonly<Record<FieldView, (field: FieldStatistics) => Caption | undefined>> = {
  top: ({ top: [first], distinct }) =>
    first && [
      { text: `${valueText(first.value)} `, strong: shareText(first.share) },
      { text: countText(distinct, 'value') },
    ],
  numbers: ({ numbers }) =>
    numbers && [
      { text: 'median ', strong: numberText(numbers.median) },
      { text: `to ${numberText(numbers.max)}` },
    ],
  times: ({ times }) =>
    times && [{ text: times.from.slice(0, 19).replace('T', ' ') }, { text: `+${spanText(times.spanMs)}` }],
  items: ({ items }) =>
    items && [{ text: `${items.min}–${items.max} items` }, { text: 'median ', strong: String(items.median) }],
  distinct: (field) => [differentWord(field), { text: repeatText(field) }],
  empty: () => [NO_WORD, NO_WORD],
};

function repeatText({ top: [first], isUnique, numbers }: FieldStatistics): string {
  if (numbers?.isRising === true) return 'rising';
  return isUnique || first === undefined ? '' : `top ${grouped.format(first.count)}×`;
}

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

/** A column in a sentence, for those who do not see its figure. @param kind what its values are */
export function sentenceOf(field: FieldStatistics, kind: string): string {
  const values = viewOf(field) === 'top' ? field.top : [];
  const shares = values.map(({ value, share, asked }) => {
    const wanted = asked === undefined ? '' : `, asked for ${shareText(asked)}`;
    return `${valueText(value)} ${shareText(share)}${wanted}`;
  });
  return [`${field.path}, ${kind}`, fieldText(field), ...(shares.length > 0 ? [shares.join('; ')] : [])].join(
    '. ',
  );
}
