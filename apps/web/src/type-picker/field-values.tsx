import {
  chartOf,
  clippedText,
  numberText,
  shareText,
  valueTextOfWords as valueText,
  viewOf,
  type FieldChart,
  type FieldStatistics,
  type TopValue,
} from '@catbird/verify';
import { Fragment } from 'react';

/** Longest value shown, in characters. */
const MAX_CHARACTERS = 32;

const short = (value: TopValue['value']): string => clippedText(valueText(value), MAX_CHARACTERS);

/** Statistics of a field: a histogram, the most frequent values, or how many are distinct. */
export function FieldValues({ field }: { readonly field: FieldStatistics }) {
  const chart = chartOf(field);
  if (chart !== undefined) return <Histogram path={field.path} chart={chart} />;
  if (viewOf(field) === 'top') return <Shares top={field.top} />;
  const { numbers, types, examples } = field;
  if (numbers !== undefined && types.texts + types.booleans === 0)
    return <p className="axis">{`${numberText(numbers.min)} to ${numberText(numbers.max)}`}</p>;
  return examples.length === 0 ? null : <p className="axis">{examples.map(short).join(', ')}</p>;
}

/** The most frequent values, with bars of their shares and marks at the shares asked for. */
const Shares = ({ top }: { readonly top: readonly TopValue[] }) => (
  <div className="shares">
    {top.map(({ value, share, asked }) => (
      <Fragment key={`${typeof value} ${value}`}>
        <code>{short(value)}</code>
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <path className="whole" d="M0 2h100v6h-100z" />
          <path d={`M0 2h${100 * share}v6h${-100 * share}z`} />
          {asked !== undefined && <path className="mark" d={`M${100 * asked} 0v10`} />}
        </svg>
        <span>
          {shareText(share)}
          {asked !== undefined && <span className="sr">, asked for {shareText(asked)}</span>}
        </span>
      </Fragment>
    ))}
  </div>
);

const HEIGHT = 40;
const STEP = 10;

function Histogram({ path, chart }: { readonly path: string; readonly chart: FieldChart }) {
  const { heights, median, from, to, breaks } = chart;
  const bins = heights.length;
  // An empty place shows where the axis is broken.
  const [low, high] = [breaks.low === undefined ? 0 : 1, breaks.high === undefined ? 0 : 1];
  const bar = (bin: number): string => {
    const place = bin + (bin > 0 ? low : 0) + (bin === bins - 1 ? high : 0);
    const height = heights[bin] ?? 0;
    // What occurs can be seen.
    const drawn = Math.max(1, Math.round(height * HEIGHT * 10) / 10);
    return height === 0 ? '' : `M${place * STEP + 1} ${HEIGHT}v${-drawn}h${STEP - 2}V${HEIGHT}z`;
  };
  return (
    <>
      <svg
        className="histogram"
        viewBox={`0 0 ${(bins + low + high) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Histogram of ${path}, from ${from} to ${to}`}
      >
        <path d={heights.map((_, bin) => (bin === median ? '' : bar(bin))).join('')} />
        <path className="median" d={bar(median)} />
      </svg>
      <p className="axis">
        <span>{breaks.low === undefined ? from : `${from} … ${breaks.low}`}</span>
        <span>{breaks.high === undefined ? to : `${breaks.high} … ${to}`}</span>
      </p>
    </>
  );
}
