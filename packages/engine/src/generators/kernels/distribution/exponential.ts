import type { Place } from '../engine/cell.ts';
import { exp, log } from '../../../numeric/deterministic-math.ts';
import { drawKey } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import type { Law } from './outcomes.ts';
import { putUniforms } from './uniform.ts';

/** Exponential distribution: the time between events of a Poisson process. */
export function exponential(mean: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putUniforms(own, subject, rows, values);
      for (let r = 0; r < rows; r++) values[r] = -mean * log(values[r]);
    },
  };
}

/** Pareto distribution: the share of values above x is (scale / x)^shape. */
export function pareto(scale: number, shape: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putUniforms(own, subject, rows, values);
      for (let r = 0; r < rows; r++) values[r] = scale * exp(-log(values[r]) / shape);
    },
  };
}

/** −ln 10^-12. */
const REACH = 27.64;

/** The law of `exponential`. */
export const exponentialLaw = (mean: number): Law => ({
  range: [0, REACH * mean],
  between: (from, to) => exp(-Math.max(0, from) / mean) - exp(-Math.max(0, to) / mean),
});

/** The law of `pareto`. */
export function paretoLaw(scale: number, shape: number): Law {
  const above = (x: number): number => (x > scale ? exp(log(scale / x) * shape) : 1);
  return {
    range: [scale, scale * exp(REACH / shape)],
    between: (from, to) => above(from) - above(to),
  };
}
