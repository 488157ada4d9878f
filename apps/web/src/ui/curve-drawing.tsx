import { heightAt, type CurveDomain, type CurvePoint, type CurveState } from './curve-points.ts';

/** Height of a curve with its axis, in pixels. */
export const CURVE_HEIGHT = 232;

const MARGIN = { left: 46, right: 10, top: 26, bottom: 24 };

/** Places of a curve's points in its picture, in pixels. */
export interface CurveScale {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The height at the top of the axis. */
  readonly yTop: number;
  x(x: number): number;
  y(y: number): number;
  /** The point at a place in the picture. */
  pointAt(place: { readonly x: number; readonly y: number }): CurvePoint;
}

/** The scale of a picture of this width, for x from 0 to `xMax` and y from 0 to `yTop`. */
export function newScale(width: number, xMax: number, yTop: number): CurveScale {
  const { left, top } = MARGIN;
  const right = Math.max(left + 1, width - MARGIN.right);
  const bottom = CURVE_HEIGHT - MARGIN.bottom;
  const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;
  return {
    left,
    right,
    top,
    bottom,
    yTop,
    x: (x) => rounded(left + (x / xMax) * (right - left)),
    y: (y) => rounded(bottom - (y / yTop) * (bottom - top)),
    pointAt: ({ x, y }) => ({
      x: ((x - left) / (right - left)) * xMax,
      y: Math.max(0, ((bottom - y) / (bottom - top)) * yTop),
    }),
  };
}

const ROUND = [1, 2, 3, 4, 5, 6, 8, 10];

/** The lowest round number, such as 2, 40 or 600, that is at least as high as all points and as `least`. */
export function topOf(points: readonly CurvePoint[], least: number): number {
  const highest = Math.max(least, ...points.map(({ y }) => y));
  if (!(highest > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(highest));
  return (ROUND.find((round) => round * unit >= highest * (1 - 1e-9)) ?? 10) * unit;
}

/** What a curve's axes and points are called. */
interface CurveTexts {
  /** A place on the x axis: `14:00`. */
  readonly x: (x: number) => string;
  /** A height, on the y axis: `380`. */
  readonly y: (y: number) => string;
  /** A point, beside it: `14:00, 380/s`. */
  readonly point: (point: CurvePoint) => string;
  /** A point, for screen readers: `14:00, 380 a second`. */
  readonly spoken: (point: CurvePoint) => string;
}

/** What is drawn. */
export interface CurveDrawing {
  readonly state: CurveState;
  readonly domain: CurveDomain;
  readonly texts: CurveTexts;
  /** Labelled places of the x axis. */
  readonly ticks: readonly number[];
  /** A dashed line at a height, such as that of 100 %. The axis reaches at least twice as high. */
  readonly base?: { readonly y: number; readonly label: string };
}

type Scaled<Names extends keyof CurveDrawing> = Pick<CurveDrawing, Names> & { readonly scale: CurveScale };

/** Gridlines at zero, half and the top, the base, and the labels of both axes. */
export function Axes({ scale, texts, ticks, base, domain }: Scaled<keyof CurveDrawing>) {
  const { left, right, yTop } = scale;
  const lines = [0, yTop / 2, yTop];
  return (
    <g aria-hidden="true">
      {lines.map((y) => (
        <g key={y}>
          <path className={y === base?.y ? 'base' : 'grid-line'} d={`M${left} ${scale.y(y)}H${right}`} />
          <text x={left - 8} y={scale.y(y) + 4} textAnchor="end">
            {texts.y(y)}
          </text>
        </g>
      ))}
      {base !== undefined && (
        <>
          {!lines.includes(base.y) && <path className="base" d={`M${left} ${scale.y(base.y)}H${right}`} />}
          <text x={right} y={scale.y(base.y) - 5} textAnchor="end">
            {base.label}
          </text>
        </>
      )}
      {ticks.map((x) => (
        <text
          key={x}
          x={scale.x(x)}
          y={CURVE_HEIGHT - 4}
          textAnchor={x === 0 ? 'start' : x === domain.xMax ? 'end' : 'middle'}
        >
          {texts.x(x)}
        </text>
      ))}
    </g>
  );
}

/** The curve, and the area below it. */
export function Line({ scale, state: { points }, domain }: Scaled<'state' | 'domain'>) {
  const { xMax } = domain;
  const ends = [0, xMax].map((x) => ({ x, y: heightAt(points, domain.isPeriodic ? 0 : x, domain) }));
  const path = [...ends.slice(0, 1), ...points, ...ends.slice(1)]
    .map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${scale.x(x)} ${scale.y(y)}`)
    .join('');
  return (
    <>
      <path className="area" d={`${path}V${scale.bottom}H${scale.left}z`} />
      <path className="line" d={path} />
    </>
  );
}

/** What the selected point says, beside it. */
export function Selected({ scale, state, texts }: Scaled<'state' | 'texts'>) {
  const point = state.points[state.selected];
  if (point === undefined) return null;
  const x = scale.x(point.x);
  const anchor = x > scale.right - 60 ? 'end' : x < scale.left + 60 ? 'start' : 'middle';
  return (
    <text className="label-on" aria-hidden="true" x={x} y={scale.y(point.y) - 12} textAnchor={anchor}>
      {texts.point(point)}
    </text>
  );
}
