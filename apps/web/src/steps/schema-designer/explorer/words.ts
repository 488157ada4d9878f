import {
  countText,
  fieldText,
  numberText,
  shareText,
  valueText,
  viewOf,
  type FieldStatistics,
} from '@catbird/core/internal/statistics';
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
  const said = ofValues(field);
  const share = (count: number, word: string): Word => ({
    strong: shareText(count / places),
    text: ` ${word}`,
  });
  if (nulls > 0) return [share(nulls, 'null'), said[1]];
  if (missing > 0) return [share(missing, 'missing'), said[1]];
  return said;
}

const grouped = new Intl.NumberFormat('en-US');

function ofValues(field: FieldStatistics): Caption {
  const { top, distinct, isEstimate, isUnique, numbers, times, items } = field;
  const different = { strong: `${isEstimate ? '≈ ' : ''}${grouped.format(distinct)}`, text: ' different' };
  const [first] = top;
  switch (viewOf(field)) {
    case 'top':
      return first === undefined
        ? [{ text: '' }, { text: '' }]
        : [
            { text: `${valueText(first.value)} `, strong: shareText(first.share) },
            { text: countText(distinct, 'value') },
          ];
    case 'numbers':
      return numbers === undefined
        ? [different, { text: '' }]
        : [
            { text: 'median ', strong: numberText(numbers.median) },
            { text: `to ${numberText(numbers.max)}` },
          ];
    case 'times':
      return times === undefined
        ? [different, { text: '' }]
        : [{ text: times.from.slice(0, 19).replace('T', ' ') }, { text: `+${spanText(times.spanMs)}` }];
    case 'items':
      return items === undefined
        ? [{ text: '' }, { text: '' }]
        : [{ text: `${items.min}–${items.max} items` }, { text: 'median ', strong: String(items.median) }];
    case 'distinct':
      return isUnique || first === undefined
        ? [different, { text: numbers?.isRising === true ? 'rising' : '' }]
        : [different, { text: `top ${grouped.format(first.count)}×` }];
    default:
      return [{ text: '' }, { text: '' }];
  }
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
