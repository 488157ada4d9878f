import { exp, log } from '../../../numeric/deterministic-math.ts';
import { draw53, drawKey, UNIT53, type Subject } from '../../../numeric/random.ts';
import type { Place } from '../engine/cell.ts';

/** Below this share of the mean, ages are as good as uniform, and the difference of exponentials would be inexact. */
const FLAT = 2 ** -20;

/**
 * Draws numbers below `counts[r]`, the newest most often: how many are newer is exponentially distributed with this mean, cut off at
 * the first.
 */
export function recentNumbers(
  mean: number,
  { path }: Place,
): (subject: Subject, counts: Float64Array, rows: number, numbers: Float64Array) => void {
  const { key, odd } = drawKey(`${path}\nkey`, 0);
  return ({ a, b }, counts, rows, numbers) => {
    for (let r = 0; r < rows; r++) {
      const count = counts[r];
      const share = draw53(a[r], b[r], key, odd) * UNIT53;
      // The inverse of the distribution of ages from 0 to `count`.
      const age = count < mean * FLAT ? share * count : -mean * log(1 - share * (1 - exp(-count / mean)));
      numbers[r] = Math.max(0, count - 1 - Math.floor(age));
    }
  };
}
