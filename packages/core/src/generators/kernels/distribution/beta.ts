import type { Place } from '../engine/cell.ts';
import { log, pow } from '../../../numeric/deterministic-math.ts';
import { normalQuantile } from '../../../numeric/normal-quantile.ts';
import { drawKey, type DrawKey } from '../../../numeric/random.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniformOf, type Uniform } from './uniform.ts';

/** Beta distribution between two ends: x / (x + y) of two gamma variates. */
export function beta(
  [first, second]: readonly [number, number],
  [low, high]: readonly [number, number],
  { path }: Place,
): Numbers {
  const [left, right] = [gamma(first, `${path}\nalpha`), gamma(second, `${path}\nbeta`)];
  return {
    make({ rows }, { a, b }, values) {
      for (let r = 0; r < rows; r++) {
        const x = left(a[r], b[r]);
        values[r] = low + (high - low) * (x / (x + right(a[r], b[r])));
      }
    },
  };
}

/**
 * Gamma distribution with scale 1 (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
 * Accepts the first try more than 95 % of the time.
 */
function gamma(shape: number, path: string): Uniform {
  const d = (shape < 1 ? shape + 1 : shape) - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  const boost = drawKey(path, 0);
  const tries: { readonly normal: DrawKey; readonly accept: DrawKey }[] = [];
  return (a, b) => {
    for (let n = 0; ; n++) {
      const { normal, accept } = (tries[n] ??= {
        normal: drawKey(path, 2 * n + 1),
        accept: drawKey(path, 2 * n + 2),
      });
      const x = normalQuantile(uniformOf(normal, a, b));
      const root = 1 + c * x;
      if (root <= 0) continue;
      const v = root * root * root;
      const share = uniformOf(accept, a, b);
      // Marsaglia and Tsang's squeeze: within it, the test below holds.
      if (share >= 1 - 0.0331 * x * x * x * x && log(share) >= 0.5 * x * x + d - d * v + d * log(v)) continue;
      return shape < 1 ? d * v * pow(uniformOf(boost, a, b), 1 / shape) : d * v;
    }
  };
}
