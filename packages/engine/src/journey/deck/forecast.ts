import type { Starts } from './starts.ts';
import type { RowSteps } from './tiers.ts';

/** Steps are taken for groups of about as many, each at their mean time. */
const GROUPS = 32;

/** About how many rows come before an instant, quickly. It never decreases. */
export type Forecast = (ms: number) => number;

/** @param starts evenly spread ones, which are looked up quickly */
export function newForecast({ headCount, tiers, length }: RowSteps, size: number, starts: Starts): Forecast {
  const others = tiers.flatMap(({ lowMs, widthMs }) => [...lowMs].map((low, n) => low + widthMs[n] / 2));
  const middles = new Float64Array(length);
  middles.set(others, headCount);
  middles.sort();
  const perGroup = Math.ceil(length / GROUPS);
  const groups: { readonly meanMs: number; readonly perStart: number }[] = [];
  for (let from = 0; from < length; from += perGroup) {
    const group = middles.subarray(from, from + perGroup);
    const sum = group.reduce((sum, ms) => sum + ms, 0);
    groups.push({ meanMs: sum / group.length, perStart: group.length / size });
  }
  return (ms) => {
    let rows = 0;
    for (const { meanMs, perStart } of groups) rows += perStart * starts.before(ms - meanMs);
    return rows;
  };
}
