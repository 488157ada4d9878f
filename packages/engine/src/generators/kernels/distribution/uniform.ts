import { exp, log } from '../../../numeric/deterministic-math.ts';
import {
  draw,
  draw53,
  drawKey,
  type DrawKey,
  type Subject,
  UNIT32,
  UNIT53,
} from '../../../numeric/random.ts';
import { aliasTable, eitherOf } from '../choice/alias-table.ts';
import type { Place } from '../engine/cell.ts';
import type { Numbers } from '../number/numbers.ts';
import type { Law } from './outcomes.ts';

/** Picks a bar by weight, then a uniform number within it. Bar i spans edges i and i + 1. */
export function histogram(edges: readonly number[], weights: readonly number[], { path }: Place): Numbers {
  const columns = aliasTable(weights);
  const { limits } = columns;
  const either = eitherOf(columns);
  const { key, odd } = drawKey(path, 0);
  const share = uniform(path, 1);
  const bars = weights.length * UNIT32;
  return {
    make({ rows }, { a, b }, values) {
      for (let r = 0; r < rows; r++) {
        const place = (draw(a[r], b[r], key, odd) >>> 0) * bars;
        const bar = place | 0;
        const chosen = either[2 * bar + Number(place - bar >= limits[bar])];
        values[r] = edges[chosen] + share(a[r], b[r]) * (edges[chosen + 1] - edges[chosen]);
      }
    },
  };
}

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

/** A uniform number between 0 and 1, both excluded: a pure function of the subject's two words. */
export type Uniform = (a: number, b: number) => number;

/** The n-th uniform variate of a field. */
export function uniform(path: string, n: number): Uniform {
  const { key, odd } = drawKey(path, n);
  return (a, b) => (draw53(a, b, key, odd) + 0.5) * UNIT53;
}

/** A uniform variate of these keys: a function of its own is inlined, where a closure is called. */
export const uniformOf = ({ key, odd }: DrawKey, a: number, b: number): number =>
  (draw53(a, b, key, odd) + 0.5) * UNIT53;

/** Sets the uniform variates of rows: loops that do one thing each are compiled without calls. */
export function putUniforms(
  { key, odd }: DrawKey,
  { a, b }: Subject,
  rows: number,
  values: Float64Array,
): void {
  for (let r = 0; r < rows; r++) values[r] = (draw53(a[r], b[r], key, odd) + 0.5) * UNIT53;
}
