import type { NumbersFigure } from '../worker/figures/figures-protocol.ts';
import { figureText } from './figure-text.ts';

/** Pixels: of the plot, of what is below it, and between bars. */
const PLOT = 92;
const BELOW = 18;
const GAP = 1.5;
const CHARACTER = 7;

/** Numbers in bins, with their median. The bins at the ends hold what is beyond. */
export function Histogram({ figure, width }: { readonly figure: NumbersFigure; readonly width: number }) {
  const { path, edges, bins, tails, beyond, median, count } = figure;
  const bar = width / Math.max(1, bins.length);
  const heights = heightsOf(figure);
  const [from = 0, to = 0] = [edges[tails.low ? 1 : 0], edges.at(tails.high ? -2 : -1)];
  return (
    <svg
      className="field-plot"
      width={width}
      height={PLOT + BELOW}
      role="img"
      aria-label={
        count === 0
          ? `No values of ${path} yet`
          : `Histogram of ${path}: median about ${figureText(median)}, 95 % below ${figureText(figure.p95)}`
      }
    >
      <path className="grid-line" d={`M0 ${PLOT + 0.5}H${width}`} />
      {heights.map((height, i) => {
        const tall = height * (PLOT - 6);
        const isTail = (i === 0 && tails.low) || (i === bins.length - 1 && tails.high);
        return (
          <rect
            key={edges[i]}
            className={isTail ? 'bin is-tail' : 'bin'}
            x={i * bar + GAP / 2}
            width={Math.max(0.5, bar - GAP)}
            y={PLOT - tall}
            height={tall}
          />
        );
      })}
      {count > 0 && <Median value={median} at={placeOf(median, edges) * bar} width={width} />}
      <text x="0" y={PLOT + 15}>
        {figureText(from)}
        {(tails.low || beyond.low) && ' and less'}
      </text>
      <text x={width} y={PLOT + 15} textAnchor="end">
        {figureText(to)}
        {(tails.high || beyond.high) && ' and more'}
      </text>
    </svg>
  );
}

const Median = ({
  value,
  at,
  width,
}: {
  readonly value: number;
  readonly at: number;
  readonly width: number;
}) => {
  const label = `median ${figureText(value)}`;
  const isLeft = at > width - label.length * CHARACTER - 6;
  return (
    <>
      <path className="median" d={`M${at} 0V${PLOT}`} />
      <text className="median-text" x={isLeft ? at - 5 : at + 5} y="9" textAnchor={isLeft ? 'end' : 'start'}>
        {label}
      </text>
    </>
  );
};

/** From 0 to 1. The bins at the ends may be narrower than others, or hold tails, which would dwarf them. */
function heightsOf({ edges, bins, tails }: NumbersFigure): readonly number[] {
  const step = (edges[2] ?? 1) - (edges[1] ?? 0);
  const isTail = (i: number): boolean => (i === 0 && tails.low) || (i === bins.length - 1 && tails.high);
  const densities = bins.map((count, i) =>
    isTail(i) ? count : (count * step) / ((edges[i + 1] ?? 0) - (edges[i] ?? 0)),
  );
  const most = Math.max(1, ...densities.filter((_, i) => bins.length < 3 || !isTail(i)));
  return densities.map((density) => Math.min(1, density / most));
}

/** Where a value is among the bins, in bins. */
function placeOf(value: number, edges: readonly number[]): number {
  const bin = Math.max(
    0,
    Math.min(
      edges.length - 2,
      edges.findLastIndex((edge) => edge <= value),
    ),
  );
  const [from = 0, to = 0] = [edges[bin], edges[bin + 1]];
  return bin + Math.max(0, Math.min(1, (value - from) / (to - from || 1)));
}
