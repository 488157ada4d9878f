import type { WalkFigure } from '../worker/figures/figures-protocol.ts';
import { figureText } from './words.ts';

/** Pixels: of the plot, above its line, below the plot, and of the scale at the right. */
const PLOT = 92;
const ABOVE = 6;
const BELOW = 18;
const SCALE = 58;

/** Numbers that continue from row to row, as a line. @param isLive rows are made: the line ends now */
export function Walk({
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
