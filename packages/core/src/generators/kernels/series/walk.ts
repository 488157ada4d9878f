import type { Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from '../distribution/uniform.ts';
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
  const putPositions = brownianMotion(`${path}\nwalk`, {
    startOf: (a, b) => start ?? min + share(a, b) * (max - min),
    step,
  });
  return {
    usesIndex: true,
    make({ rows, index }, subject, values) {
      putPositions(index, subject, rows, values);
      reflect(values, rows, min, max);
    },
  };
}

/** Bounds that are closer together are the same: the inverse of their distance would be infinite. */
const NARROWEST = 1e-300;

/** Reflects numbers at the bounds, as often as needed. */
function reflect(values: Float64Array, rows: number, min: number, max: number): void {
  const width = max - min;
  if (width < NARROWEST) values.fill(min, 0, rows);
  else if (2 * width < Infinity) {
    // A triangle wave, without a branch: values may be beyond either bound in any row.
    const period = 2 * width;
    const perPeriod = 1 / period;
    for (let r = 0; r < rows; r++) {
      const way = values[r] - min;
      const rest = way - period * Math.floor(way * perPeriod);
      values[r] = min + (width - Math.abs(rest - width));
    }
  } else if (min > -Infinity) for (let r = 0; r < rows; r++) values[r] = min + Math.abs(values[r] - min);
  else if (max < Infinity) for (let r = 0; r < rows; r++) values[r] = max - Math.abs(max - values[r]);
}
