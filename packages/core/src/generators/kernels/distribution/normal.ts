import type { Place } from '../engine/cell.ts';
import { exp } from '../../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../../numeric/normal-quantile.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from './uniform.ts';

/** Normal distribution. */
export function normal(mean: number, deviation: number, { path }: Place): Numbers {
  const share = uniform(path, 0);
  return {
    make({ rows }, { a, b }, values) {
      for (let r = 0; r < rows; r++) values[r] = mean + deviation * normalQuantile(share(a[r], b[r]));
    },
  };
}

/** Log-normal distribution. @param sigma standard deviation of the logarithm */
export function logNormal(median: number, sigma: number, { path }: Place): Numbers {
  const share = uniform(path, 0);
  return {
    make({ rows }, { a, b }, values) {
      for (let r = 0; r < rows; r++) values[r] = median * exp(sigma * normalQuantile(share(a[r], b[r])));
    },
  };
}
