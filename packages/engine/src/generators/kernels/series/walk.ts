import type { Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from '../distribution/uniform.ts';
import { brownianMotion } from './brownian-motion.ts';
import { reflect, reflectAndRound, reflection } from './reflection.ts';

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
      motion.put(index, subject, rows, values);
      reflect(values, rows, bounds);
    },
    makeShared({ rows, index }, { subjects, entries }, rounding, values) {
      motion.putShared(index, subjects, entries, rows, values);
      reflectAndRound(values, rows, bounds, rounding);
    },
  };
}
