import type { Place } from '../engine/cell.ts';
import { exp, log } from '../../../numeric/deterministic-math.ts';
import { drawKey } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
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
