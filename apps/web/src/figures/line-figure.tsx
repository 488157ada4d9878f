import {
  chartOf,
  shareText,
  valueTextOfWords as valueText,
  viewOf,
  type FieldChart,
  type FieldStatistics,
} from '@catbird/verify';
import './line-figure.css';

/** Height of a figure, and of the unit of its drawing, in pixels. */
const HEIGHT = 22;
const STEP = 10;

/**
 * The statistics of a field in the height of a line: shares, a histogram, an area over time, or how many values differ. Nulls are hatched.
 *
 * @param width of the figure, in pixels: values that fit in it are named
 */
export function LineFigure({ field, width }: { readonly field: FieldStatistics; readonly width: number }) {
  const { places, nulls, missing } = field;
  const view = viewOf(field);
  if (view === 'top') return <Strip field={field} width={width} />;
  const empty = places === 0 ? 1 : (nulls + missing) / places;
  const chart = chartOf(field);
  return (
    <span className="line-figure">
      {empty < 1 && (
        <span className="filled" style={{ flexGrow: 1 - empty }}>
          {chart !== undefined ? (
            <Bars chart={chart} isTime={view === 'times'} />
          ) : (
            <Different field={field} />
          )}
        </span>
      )}
      {empty > 0 && <Absent share={empty} nulls={nulls} />}
    </span>
  );
}

/** What is null or missing, at the end of a figure. */
const Absent = ({ share, nulls }: { readonly share: number; readonly nulls: number }) => (
  <span
    className="absent"
    style={{ flexGrow: share }}
    title={`${nulls > 0 ? 'empty' : 'missing'}: ${shareText(share)}`}
  >
    {share > LABELLED && <em>{nulls > 0 ? 'empty' : 'missing'}</em>}
  </span>
);

/** Nulls are named in the figure from this share on. */
const LABELLED = 0.35;

/** Width of a character in a strip, and of what is around a label, in pixels. */
const LABEL = { character: 6.6, around: 8 };

/** The shares of the most frequent values in one strip, widest first; all others as one part. */
function Strip({
  field: { top, places, nulls, missing },
  width,
}: {
  readonly field: FieldStatistics;
  readonly width: number;
}) {
  const absent = (nulls + missing) / places;
  const rest = 1 - absent - top.reduce((sum, { share }) => sum + share, 0);
  return (
    <span className="line-figure strip">
      {top.map(({ value, share, asked }) => {
        const text = valueText(value);
        const fits = share * width > text.length * LABEL.character + LABEL.around;
        const wanted = asked === undefined ? '' : `, asked for ${shareText(asked)}`;
        return (
          <span
            key={`${typeof value} ${value}`}
            style={{ flexGrow: share }}
            title={`${text}: ${shareText(share)}${wanted}`}
          >
            {fits && text}
          </span>
        );
      })}
      {rest > 1 / places && (
        <span className="others" style={{ flexGrow: rest }} title={`others: ${shareText(rest)}`} />
      )}
      {absent > 0 && <Absent share={absent} nulls={nulls} />}
    </span>
  );
}

/** A histogram with the bar of the median in ink; an empty place shows where the axis is broken. */
function Bars({
  chart: { heights, median, breaks },
  isTime,
}: {
  readonly chart: FieldChart;
  readonly isTime: boolean;
}) {
  const bins = heights.length;
  const [low, high] = [breaks.low === undefined ? 0 : 1, breaks.high === undefined ? 0 : 1];
  const inset = isTime ? 0 : 1;
  const bar = (bin: number): string => {
    const height = heights[bin] ?? 0;
    if (height === 0) return '';
    const left = (bin + (bin > 0 ? low : 0) + (bin === bins - 1 ? high : 0)) * STEP + inset;
    // What occurs can be seen.
    const drawn = Math.max(1, Math.round(height * HEIGHT * 10) / 10);
    return `M${left} ${HEIGHT}v${-drawn}h${STEP - 2 * inset}V${HEIGHT}z`;
  };
  return (
    <svg
      viewBox={`0 0 ${(bins + low + high) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={isTime ? 'over-time' : undefined}
    >
      <path d={heights.map((_, bin) => (bin === median && !isTime ? '' : bar(bin))).join('')} />
      {!isTime && <path className="median" d={bar(median)} />}
    </svg>
  );
}

/** Of many values: a comb if all are unique, else how many of them are different, and the most frequent. */
function Different({ field: { isUnique, distinct, types, top } }: { readonly field: FieldStatistics }) {
  if (isUnique)
    return (
      <span className="comb">
        <span>unique</span>
      </span>
    );
  const values = types.texts + types.numbers + types.booleans;
  const most = top[0]?.count ?? 1;
  const bars = top.map(({ count }, i) => {
    const height = Math.round((count / most) * (HEIGHT - 2) * 10) / 10;
    return `M${(i * STEP) / 2} ${HEIGHT}v${-height}h${STEP / 2 - 1}V${HEIGHT}z`;
  });
  return (
    <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {values > 0 && <path className="share" d={`M0 0h${(100 * distinct) / values}v${HEIGHT}H0z`} />}
      <path d={bars.join('')} />
    </svg>
  );
}
