/** Numbers, each with its weight. */
export interface Weighted {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/** Less likely numbers than this, against the likeliest, are left out: a draw of 32 bits cannot tell them from never. */
const LEAST = 1e-12;

/** The Poisson distribution as weights, outward from the likeliest number; what lies outside the bounds is added to them. */
export function poisson(mean: number, low: number, high: number): Weighted {
  const mode = Math.floor(mean);
  const weights = new Map<number, number>();
  const add = (k: number, weight: number): void => {
    const kept = Math.min(high, Math.max(low, k));
    weights.set(kept, (weights.get(kept) ?? 0) + weight);
  };
  for (let k = mode, weight = 1; k >= 0 && weight > LEAST; k--, weight *= (k + 1) / mean) add(k, weight);
  for (let k = mode + 1, weight = mean / k; weight > LEAST; k++, weight *= mean / k) add(k, weight);
  const sorted = [...weights].sort(([left], [right]) => left - right);
  return { values: sorted.map(([value]) => value), weights: sorted.map(([, weight]) => weight) };
}
