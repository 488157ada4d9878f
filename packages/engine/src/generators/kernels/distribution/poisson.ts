/** Numbers and their weights. */
export interface Weighted {
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
