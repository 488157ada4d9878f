import { uniform } from '../distribution/uniform.ts';
import type { Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import { brownianMotion } from './brownian-motion.ts';

/** A random walk. */
export interface Walk {
  /** Value at the first row. Default: uniform between the bounds, drawn for each walk. */
  readonly start: number | undefined;
  /** Standard deviation of the change from one row to the next. */
  readonly step: number;
  /** Reflecting bounds. Infinite: no bound. */
  readonly min: number;
  readonly max: number;
}

/** A random walk for each subject, over row indexes. */
export function walk({ start, step, min, max }: Walk, { path }: Place): Numbers {
  const share = uniform(`${path}\nstart`, 0);
  const motion = brownianMotion(`${path}\nwalk`, {
    startOf: (a, b) => start ?? min + share(a, b) * (max - min),
    step,
  });
  const bounds = reflection(min, max);
  return {
    usesIndex: true,
    make({ rows, index }, subject, values) {
      motion(index, subject, rows, values);
      reflect(values, rows, bounds);
    },
  };
}

/** Bounds that are closer together are the same: the inverse of their distance would be infinite. */
const NARROWEST = 1e-300;

/** Whether numbers can be reflected at both bounds by `reflected`. */
const isBetween = (min: number, max: number): boolean => max - min >= NARROWEST && 2 * (max - min) < Infinity;

/** A number reflected at two bounds, as often as needed: a triangle wave, without a branch, because numbers may be beyond either. */
function reflected(x: number, min: number, width: number, perPeriod: number): number {
  const way = x - min;
  const rest = way - 2 * width * Math.floor(way * perPeriod);
  return min + (width - Math.abs(rest - width));
}

/** Reflecting bounds, which may be infinite. */
interface Reflection {
  readonly min: number;
  readonly max: number;
  /** The lower bound, the distance of both, and the inverse of the period. An array for the same reason as `Rounding`. */
  readonly bounds: Float64Array;
}

const reflection = (min: number, max: number): Reflection => ({
  min,
  max,
  bounds: Float64Array.of(min, max - min, 1 / (2 * (max - min))),
});

/** Reflects the numbers of rows. */
function reflect(values: Float64Array, rows: number, { min, max, bounds }: Reflection): void {
  const width = max - min;
  if (width < NARROWEST) values.fill(min, 0, rows);
  else if (isBetween(min, max)) reflectBetween(values, rows, bounds);
  else if (min > -Infinity) for (let r = 0; r < rows; r++) values[r] = min + Math.abs(values[r] - min);
  else if (max < Infinity) for (let r = 0; r < rows; r++) values[r] = max - Math.abs(max - values[r]);
}

function reflectBetween(values: Float64Array, rows: number, bounds: Float64Array): void {
  const min = bounds[0];
  const width = bounds[1];
  const perPeriod = bounds[2];
  for (let r = 0; r < rows; r++) values[r] = reflected(values[r], min, width, perPeriod);
}
