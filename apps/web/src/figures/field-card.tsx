import { Select } from '../ui/index.ts';
import { useWidth } from '../ui/use-width.ts';
import type { FieldFigure, WalkFigure } from '../worker/figures/figures-protocol.ts';
import { Histogram } from './histogram.tsx';
import { Shares } from './shares.tsx';
import { figureText, shareText } from './figure-text.ts';

/** The figure of a field, with a menu of all fields that have one. */
export function FieldCard({
  figure,
  names,
  isLive,
  onChoose,
}: {
  readonly figure: FieldFigure;
  /** Of the fields to choose from. */
  readonly names: readonly string[];
  readonly isLive: boolean;
  readonly onChoose: (name: string) => void;
}) {
  const [body, width] = useWidth<HTMLDivElement>();
  return (
    <section className="field-card" aria-label={`Values of ${figure.path}`}>
      <header>
        <Select
          className="field-pick"
          aria-label="Show the field"
          value={figure.path}
          options={names.map((value) => ({ value, label: value }))}
          onValue={onChoose}
        />
        <span>{headText(figure, isLive)}</span>
      </header>
      <div ref={body} className="field-body">
        {figure.kind === 'shares' && <Shares figure={figure} />}
        {figure.kind === 'numbers' && width > 0 && <Histogram figure={figure} width={width} />}
        {figure.kind === 'walk' && width > 0 && <Walk figure={figure} width={width} isLive={isLive} />}
      </div>
      <p className="field-foot">{footText(figure)}</p>
    </section>
  );
}

/** A figure in a word or two. */
function headText(figure: FieldFigure, isLive: boolean): string {
  switch (figure.kind) {
    case 'shares':
      return `${figure.values.length} ${figure.values.length === 1 ? 'value' : 'values'}`;
    case 'walk':
      return figure.line.length === 0
        ? ''
        : `${isLive ? 'now' : 'last'} ${figureText(figure.line.at(-1) ?? 0)}`;
    default:
      if (figure.count === 0) return figure.nulls === 0 ? 'as in the preview' : '';
      return `mean ${figureText(figure.mean)}`;
  }
}

/** What the figure does not say itself. */
function footText(figure: FieldFigure): string {
  const nulls = figure.nulls / Math.max(1, figure.nulls + figure.count);
  const parts = [
    figure.kind === 'shares' &&
      figure.values.some(({ asked }) => asked !== undefined) &&
      'The mark is the share asked for',
    figure.kind === 'numbers' && figure.count > 0 && `95 % below ${figureText(figure.p95)}`,
    figure.kind === 'walk' && 'One line, first row to last',
    nulls > 0 && `${shareText(nulls)} null`,
  ];
  return parts.filter(Boolean).join('. ');
}

/** Pixels: of the plot, above its line, below the plot, and of the scale at the right. */
const PLOT = 92;
const ABOVE = 6;
const BELOW = 18;
const SCALE = 58;

/** Numbers that continue from row to row, as a line. @param isLive rows are made: the line ends now */
function Walk({
  figure: { path, line },
  width,
  isLive,
}: {
  readonly figure: WalkFigure;
  readonly width: number;
  readonly isLive: boolean;
}) {
  const [low, high, last = 0] = [Math.min(...line), Math.max(...line), line.at(-1)];
  const right = width - SCALE;
  const x = (i: number): number => (line.length < 2 ? right : (i / (line.length - 1)) * right);
  const y = (value: number): number =>
    high === low ? PLOT / 2 : ABOVE + (PLOT - ABOVE - 4) * (1 - (value - low) / (high - low));
  return (
    <svg
      className="field-plot"
      width={width}
      height={PLOT + BELOW}
      role="img"
      aria-label={
        line.length === 0
          ? `No values of ${path} yet`
          : `Line of ${path}: ${figureText(low)} to ${figureText(high)}, last ${figureText(last)}`
      }
    >
      {line.length > 0 && (
        <>
          <path className="grid-line" d={`M0 ${y(high)}H${right}M0 ${y(low)}H${right}`} />
          <text x={width} y={y(high) + 4} textAnchor="end">
            {figureText(high)}
          </text>
          {high > low && (
            <text x={width} y={y(low) + 4} textAnchor="end">
              {figureText(low)}
            </text>
          )}
          <path
            className="walk"
            d={line.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('')}
          />
          {isLive && <circle className="now-dot" cx={right} cy={y(last)} r="4" />}
        </>
      )}
      <text x="0" y={PLOT + 15}>
        start
      </text>
      <text x={right} y={PLOT + 15} textAnchor="end">
        {isLive ? 'now' : 'end'}
      </text>
    </svg>
  );
}
