import type { CurvePoint } from './curve-points.ts';

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
