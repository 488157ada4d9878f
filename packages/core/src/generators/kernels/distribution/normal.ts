import type { Place } from '../engine/cell.ts';
import { exp } from '../../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../../numeric/normal-quantile.ts';
import { drawKey, type DrawKey, type Subject } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import { putUniforms } from './uniform.ts';

/** Normal distribution. */
export function normal(mean: number, deviation: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      for (let r = 0; r < rows; r++) values[r] = mean + deviation * values[r];
    },
  };
}

/** Log-normal distribution. @param sigma standard deviation of the logarithm */
export function logNormal(median: number, sigma: number, { path }: Place): Numbers {
  const own = drawKey(path, 0);
  return {
    make({ rows }, subject, values) {
      putNormals(own, subject, rows, values);
      for (let r = 0; r < rows; r++) values[r] = median * exp(sigma * values[r]);
    },
  };
}

/** Sets the standard normal variates of rows. */
export function putNormals(key: DrawKey, subject: Subject, rows: number, values: Float64Array): void {
  putUniforms(key, subject, rows, values);
  for (let r = 0; r < rows; r++) values[r] = normalQuantile(values[r]);
}
