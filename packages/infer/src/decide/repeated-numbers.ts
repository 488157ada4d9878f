import { uniqueness, numbersOf, type Column } from './column.ts';
import type { Decision } from './decision.ts';
import { FREQUENT, numbers, weighted } from './numbers.ts';
import { clean, isRound, roundingUnit } from './statistics.ts';

/** Distinct numbers that are listed. Fewer are codes. */
const LEAST = 13;
const MOST = 300;
/** Distinct numbers per row, at most. */
const REPEATS = 0.2;

/** A smooth law would have at least so many times as many distinct numbers. */
const SMOOTHER = 2;
/** Parts of equal share in which a law is taken to be even. */
const PARTS = 20;

/** Neighbours that get new places together. */
const GROUP = 5;
/** From this ratio of its ends on, places in a group are spread by ratio. */
const WIDE = 1.5;

/** Numbers that repeat much more often than any smooth law makes them, such as process ids or prices: as many others, with their frequencies. */
export function repeatedNumbers(column: Column): Decision | undefined {
  const { counts, profile, values, isElement } = column;
  const isListed = counts.size >= LEAST && counts.size <= MOST && uniqueness(column) <= REPEATS;
  if (isElement || !isListed) return undefined;
  const sorted = numbersOf(column).toSorted((a, b) => a - b);
  const step = 10 ** -Math.min(12, profile.decimals);
  if (smoothCount(sorted, step) < SMOOTHER * counts.size) return undefined;
  const distinct = [...new Set(sorted)];
  const isKept = (value: number): boolean =>
    isRound(value) && (counts.get(value) ?? 0) >= FREQUENT * values.length;
  const others = newNumbers(distinct, step, isKept);
  const pairs = others.map((value, i) => [value, counts.get(distinct[i]) ?? 1] as const);
  return {
    // Such as a latitude.
    kind: numbers(column).kind,
    reason: `${counts.size} different numbers in ${values.length} rows, which repeat`,
    confidence: 0.9,
    spec: weighted(pairs),
  };
}

/** Distinct numbers that as many draws of a law without repetitions of its own would have. */
function smoothCount(sorted: readonly number[], step: number): number {
  let count = 0;
  for (let part = 0; part < PARTS; part++) {
    const from = Math.floor((part * sorted.length) / PARTS);
    const to = Math.floor(((part + 1) * sorted.length) / PARTS);
    if (to <= from) continue;
    const places = ((sorted[to - 1] ?? 0) - (sorted[from] ?? 0)) / step + 1;
    count += places * (1 - Math.exp((from - to) / places));
  }
  return count;
}

/**
 * As many numbers near some ascending ones, in groups of neighbours that are spread evenly. None is one of them unless three digits write it.
 *
 * @param isKept whether a number stays as it is
 */
function newNumbers(distinct: readonly number[], step: number, isKept: (value: number) => boolean): number[] {
  const spread = distinct.map((_, i) => {
    const first = Math.min(i - (i % GROUP), Math.max(0, distinct.length - GROUP));
    const last = Math.min(first + GROUP, distinct.length);
    const low = edgeBefore(distinct, first);
    const high = edgeBefore(distinct, last);
    const share = (i - first + 0.5) / (last - first);
    return low > 0 && high / low > WIDE ? low * (high / low) ** share : low + (high - low) * share;
  });
  const ends = { min: distinct[0] ?? 0, max: distinct.at(-1) ?? 0 };
  const coarse = spread.map((x) => rounded(x, Math.max(step, roundingUnit(ends))));
  const fine = new Set(coarse).size === coarse.length ? coarse : spread.map((x) => rounded(x, step));
  const known = new Set(distinct);
  const taken = new Set(distinct.filter(isKept));
  return fine.map((x, i) => {
    const own = distinct[i] ?? 0;
    if (isKept(own)) return own;
    let free = x;
    while (taken.has(free) || (known.has(free) && !isRound(free))) free = rounded(free + step, step);
    taken.add(free);
    return free;
  });
}

const rounded = (x: number, unit: number): number => clean(Math.round(x / unit) * unit);

/** The middle between a number and the one before it; the ends are the first and the last. */
function edgeBefore(distinct: readonly number[], i: number): number {
  const [before, after] = [distinct[i - 1], distinct[i]];
  if (before === undefined) return after ?? 0;
  return after === undefined ? before : (before + after) / 2;
}
