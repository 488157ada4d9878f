import type { Place } from '../engine/cell.ts';
import { normalVariates, type NormalVariate } from '../distribution/normal-variate.ts';
import type { Numbers } from '../number/numbers.ts';
import { uniform } from '../distribution/uniform.ts';

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
  const place = brownianMotion(normalVariates(`${path}\nwalk`));
  const share = uniform(`${path}\nstart`, 0);
  return {
    usesIndex: true,
    make({ rows, index }, { a, b }, values) {
      for (let r = 0; r < rows; r++) {
        const from = start ?? min + share(a[r], b[r]) * (max - min);
        values[r] = reflected(from + step * place(a[r], b[r], index[r]), min, max);
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
  const way = Math.abs(x - min) % (2 * width);
  return min + (way <= width ? way : 2 * width - way);
}

/**
 * The position of a subject's walk at a row, starting from 0 with steps of variance 1 (Lévy's construction of Brownian motion).
 * Positions at powers of two come first, each a single large step from the one before. Between two known rows, the midpoint is
 * their mean plus a normal variate with a quarter of their distance as its variance. Reaching a row takes at most 2 log₂(row)
 * variates. The path to the last row is kept, so the next row of the same walk takes two on average.
 */
function brownianMotion(variate: NormalVariate): NormalVariate {
  const atPower = new Float64Array(55);
  const from = new Float64Array(55);
  const left = new Float64Array(55);
  const right = new Float64Array(55);
  let [lastA, lastB, powers, exponent, depth] = [0, 0, 0, -1, 0];
  return (a, b, row) => {
    if (row === 0) return 0;
    if (powers === 0 || a !== lastA || b !== lastB) {
      [lastA, lastB, powers, exponent] = [a, b, 1, -1];
      atPower[0] = variate(a, b, 1);
    }
    const k = exponentOf(row);
    for (; powers <= k + 1; powers++)
      atPower[powers] = atPower[powers - 1] + variate(a, b, POWER[powers]) * ROOT[powers];
    if (k !== exponent) {
      [exponent, depth] = [k, 0];
      from[0] = POWER[k];
      left[0] = atPower[k];
      right[0] = atPower[k + 1];
    }
    while (row < from[depth] || row >= from[depth] + POWER[k - depth]) depth--;
    while (row !== from[depth]) {
      const size = k - depth;
      const middle = from[depth] + POWER[size - 1];
      const value = (left[depth] + right[depth]) / 2 + variate(a, b, middle) * ROOT[size - 1];
      depth++;
      if (row < middle) {
        from[depth] = from[depth - 1];
        left[depth] = left[depth - 1];
        right[depth] = value;
      } else {
        from[depth] = middle;
        left[depth] = value;
        right[depth] = right[depth - 1];
      }
    }
    return left[depth];
  };
}

/** ⌊log₂(row)⌋. */
const exponentOf = (row: number): number =>
  row < 2 ** 32 ? 31 - Math.clz32(row) : 63 - Math.clz32(row / 2 ** 32);

/** 2^n. */
const POWER = Float64Array.from({ length: 55 }, (_, n) => 2 ** n);
/** √(2^(n−1)): standard deviation of the step from 2^(n−1) to 2^n, and of the midpoint of 2^(n+1) rows. */
const ROOT = POWER.map((power) => Math.sqrt(power / 2));
