import type { Place } from '../engine/cell.ts';
import { variateKeys } from '../distribution/normal-variate.ts';
import { remainder } from '../../../numeric/remainder.ts';
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
  const putPositions = brownianMotion(variateKeys(`${path}\nwalk`));
  const share = uniform(`${path}\nstart`, 0);
  return {
    usesIndex: true,
    make({ rows, index }, subject, values) {
      const { a, b } = subject;
      putPositions(index, subject, rows, values);
      for (let r = 0; r < rows; r++) {
        const from = start ?? min + share(a[r], b[r]) * (max - min);
        values[r] = reflected(from + step * values[r], min, max);
      }
    },
  };
}

/** Reflects at the bounds, as often as needed. */
function reflected(x: number, min: number, max: number): number {
  if (x >= min && x <= max) return x;
  if (max === Infinity) return 2 * min - x;
  if (min === -Infinity) return 2 * max - x;
  const width = max - min;
  if (width === 0) return min;
  const way = remainder(Math.abs(x - min), 2 * width);
  return min + (way <= width ? way : 2 * width - way);
}
