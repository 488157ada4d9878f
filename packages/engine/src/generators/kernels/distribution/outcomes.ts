/** Numbers and their weights. */
interface Weighted {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/** Smallest weight, relative to the mode. A draw of 32 bits would practically never pick a smaller one. */
const MIN_WEIGHT = 1e-12;

/** The Poisson distribution as weights, computed outward from the mode. The bounds receive the weight of numbers beyond them. */
export function poisson(mean: number, low: number, high: number): Weighted {
  const mode = Math.floor(mean);
  const weights = new Map<number, number>();
  const add = (k: number, weight: number): void => {
    const kept = Math.min(high, Math.max(low, k));
    weights.set(kept, (weights.get(kept) ?? 0) + weight);
  };
  for (let k = mode, weight = 1; k >= 0 && weight > MIN_WEIGHT; k--, weight *= (k + 1) / mean) add(k, weight);
  for (let k = mode + 1, weight = mean / k; weight > MIN_WEIGHT; k++, weight *= mean / k) add(k, weight);
  const sorted = [...weights].sort(([left], [right]) => left - right);
  return { values: sorted.map(([value]) => value), weights: sorted.map(([, weight]) => weight) };
}

/** A distribution, to compute the shares of numbers that are rounded. */
export interface Law {
  /** Nearly all numbers lie between these: others have a share of less than 10^-12 on each side. */
  readonly range: readonly [number, number];
  /** The share of numbers between two: at least 0. They may be infinite. */
  readonly between: (from: number, to: number) => number;
}

/** How numbers are rounded: to whole units of 1 / scale, from `low` to `high` units, to which others are clamped. */
interface Rounding {
  readonly low: number;
  readonly high: number;
  readonly scale: number;
}

/** With more numbers than this, a table of them takes longer to make, and more of the processor's cache, than it saves. */
const MAX_OUTCOMES = 256;
/** A draw of 32 bits would practically never pick a smaller share. */
const MIN_SHARE = 1e-12;

/** The numbers to which a distribution is rounded, with their shares; undefined if there are too many, or only one. */
export function outcomes({ range, between }: Law, { low, high, scale }: Rounding): Weighted | undefined {
  const first = Math.min(high, Math.max(low, Math.round(range[0] * scale)));
  const last = Math.min(high, Math.max(low, Math.round(range[1] * scale)));
  if (!(last > first && last - first < MAX_OUTCOMES)) return undefined;
  const units = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const all = units.map((unit) => ({
    value: unit / scale + 0,
    weight: between(
      unit === first ? -Infinity : (unit - 0.5) / scale,
      unit === last ? Infinity : (unit + 0.5) / scale,
    ),
  }));
  const likely = all.filter(({ weight }) => weight > MIN_SHARE);
  if (likely.length < 2) return undefined;
  return { values: likely.map(({ value }) => value), weights: likely.map(({ weight }) => weight) };
}
