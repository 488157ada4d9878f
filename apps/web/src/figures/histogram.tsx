import type { NumbersFigure } from '../worker/figures/figures-protocol.ts';
import { figureText } from './words.ts';

/** Pixels: of the plot, of what is below it, and between bars. */
const PLOT = 92;
const BELOW = 18;
const GAP = 1.5;
const CHARACTER = 7;

/** Numbers in bins, with their median. The bins at the ends hold what is beyond. */
export function Histogram({ figure, width }: { readonly figure: NumbersFigure; readonly width: number }) {
  const { path, edges, bins, tails, median, count } = figure;
  const bar = width / Math.max(1, bins.length);
  const most = Math.max(1, ...inner(bins, tails));
  const [from = 0, to = 0] = [edges[tails.low ? 1 : 0], edges.at(tails.high ? -2 : -1)];
  const at = placeOf(median, edges) * bar;
  const label = `median ${figureText(median)}`;
  const isLeft = at > width - label.length * CHARACTER - 6;
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
      {bins.map((n, i) => {
        const tall = Math.min(1, n / most) * (PLOT - 6);
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
      {count > 0 && (
        <>
          <path className="median" d={`M${at} 0V${PLOT}`} />
          <text className="median-text" x={isLeft ? at - 5 : at + 5} y="9" textAnchor={isLeft ? 'end' : 'start'}>
            {label}
          </text>
        </>
      )}
      <text x="0" y={PLOT + 15}>
        {tails.low ? `below ${figureText(from)}` : figureText(from)}
      </text>
      <text x={width} y={PLOT + 15} textAnchor="end">
        {figureText(to)}
        {tails.high && ' and more'}
      </text>
    </svg>
  );
}

/** The bins without those of tails: they hold a wide range, and would dwarf the others. */
const inner = (bins: readonly number[], { low, high }: NumbersFigure['tails']): readonly number[] =>
  bins.length > 2 ? bins.slice(low ? 1 : 0, high ? -1 : undefined) : bins;

/** Where a value is among the bins, in bins. */
function placeOf(value: number, edges: readonly number[]): number {
  const bin = Math.max(0, Math.min(edges.length - 2, edges.findLastIndex((edge) => edge <= value)));
  const [from = 0, to = 0] = [edges[bin], edges[bin + 1]];
  return bin + Math.max(0, Math.min(1, (value - from) / (to - from || 1)));
}
