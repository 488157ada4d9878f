import type { Place } from '../engine/cell.ts';
import { exp } from '../../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../../numeric/normal-quantile.ts';
import { drawKey } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import { putUniforms } from './uniform.ts';

/** Normal distribution. */
export function normal(mean: number, deviation: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putUniforms(own, subject, rows, values);
      putQuantiles(values, rows);
      for (let r = 0; r < rows; r++) values[r] = mean + deviation * values[r];
    },
  };
}

/** Log-normal distribution. @param sigma standard deviation of the logarithm */
export function logNormal(median: number, sigma: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putUniforms(own, subject, rows, values);
      putQuantiles(values, rows);
      for (let r = 0; r < rows; r++) values[r] = median * exp(sigma * values[r]);
    },
  };
}

function putQuantiles(values: Float64Array, rows: number): void {
  for (let r = 0; r < rows; r++) values[r] = normalQuantile(values[r]);
}
