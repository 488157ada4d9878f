import { Select } from '../ui/index.ts';
import { useWidth } from '../ui/use-width.ts';
import type { FieldFigure } from '../worker/figures/figures-protocol.ts';
import { Histogram } from './histogram.tsx';
import { Shares } from './shares.tsx';
import { Walk } from './walk.tsx';
import { figureText, shareText } from './words.ts';

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
