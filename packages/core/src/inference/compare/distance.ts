/** Kolmogorov-Smirnov distance of two samples, neither of them empty: 0 for the same distribution, 1 if they do not overlap. */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [a.toSorted((p, q) => p - q), b.toSorted((p, q) => p - q)];
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i] ?? Infinity, y[j] ?? Infinity);
    while ((x[i] ?? Infinity) <= value) i++;
    while ((y[j] ?? Infinity) <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/** Shares of values, each 0 to 1. */
export type Shares = ReadonlyMap<unknown, number>;

/** The share of each value. */
export function sharesOf(values: readonly unknown[]): Shares {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, count]) => [value, count / values.length]));
}

/** Total variation of two distributions: 0 for the same shares, 1 if no value is in both. */
export function totalVariation(a: Shares, b: Shares): number {
  let sum = 0;
  for (const key of new Set([...a.keys(), ...b.keys()]))
    sum += Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0));
  return sum / 2;
}

/** Shares by rank instead of by value: the most frequent value is 0. For values that have other names. */
export const byRank = (shares: Shares): Shares =>
  new Map([...shares.values()].sort((p, q) => q - p).map((share, rank) => [rank, share]));

/**
 * What two samples of one distribution differ by in 1 of 100 cases. N. Smirnov, "Table for estimating the goodness of fit of
 * empirical distributions", 1948.
 */
export const noiseOf = (a: number, b: number): number => 1.63 * Math.sqrt((a + b) / (a * b));
