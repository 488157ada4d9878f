import type { Counts, SampleReport } from './report.ts';
import type { Part } from './truth.ts';

/** The chance that the bound of a sample does not hold. */
const RISK = 0.05;
/** Steps of a bisection that leave nothing to find in a double. */
const STEPS = 60;

/** What the counts of a sample tell of all rows. */
export function sampleReport({ of }: Part, { expected, changed, missing, pending }: Counts): SampleReport {
  const wrong = changed + missing;
  // Pending rows are not judged.
  const atMost = expected < of ? upperBound(wrong, expected - pending) : wrong / Math.max(1, of);
  return { of, wrong, atMost };
}

/** The greatest share at which `wrong` or fewer of `rows` are found with a chance of 5 %, by Clopper and Pearson: https://doi.org/10.1093/biomet/26.4.404 */
export function upperBound(wrong: number, rows: number): number {
  if (wrong >= rows) return 1;
  if (wrong === 0) return 1 - RISK ** (1 / rows);
  let [low, high] = [wrong / rows, 1];
  for (let i = 0; i < STEPS; i++) {
    const share = (low + high) / 2;
    if (chanceUpTo(wrong, rows, share) > RISK) low = share;
    else high = share;
  }
  return high;
}

/** The chance of at most `most` hits in `tries`. */
function chanceUpTo(most: number, tries: number, share: number): number {
  let term = tries * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= most; k++) {
    term += Math.log((tries - k + 1) / k) + Math.log(share / (1 - share));
    sum += Math.exp(term);
  }
  return sum;
}
