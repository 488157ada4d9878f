/** Chi-square of counts against expected shares (which add up to 1), as a standard normal deviate (Wilson and Hilferty 1931). */
export function chiSquareZ(counts: readonly number[], shares: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const terms = counts.map((count, i) => {
    const expected = (shares[i] ?? 0) * total;
    return (count - expected) ** 2 / expected;
  });
  return asNormal(
    terms.reduce((sum, term) => sum + term, 0),
    counts.length - 1,
  );
}

/** Chi-square of two samples against each other, as a standard normal deviate. Rare classes are put together. */
export function twoSampleZ(left: readonly string[], right: readonly string[]): number {
  const classes = new Map<string, [number, number]>();
  for (const [side, sample] of [left, right].entries())
    for (const each of sample) {
      const counts = classes.get(each) ?? [0, 0];
      counts[side === 0 ? 0 : 1]++;
      classes.set(each, counts);
    }
  const rest: [number, number] = [0, 0];
  const common = [...classes.values()].filter(([l, r]) => {
    if (l + r >= 20) return true;
    rest[0] += l;
    rest[1] += r;
    return false;
  });
  if (rest[0] + rest[1] > 0) common.push(rest);
  const [n, m] = [left.length, right.length];
  const chi = common.reduce((sum, [l, r]) => {
    const expected = ((l + r) * n) / (n + m);
    const other = ((l + r) * m) / (n + m);
    return sum + (l - expected) ** 2 / expected + (r - other) ** 2 / other;
  }, 0);
  return asNormal(chi, common.length - 1);
}

function asNormal(chi: number, freedom: number): number {
  if (freedom <= 0) return 0;
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(chi / freedom) - (1 - spread)) / Math.sqrt(spread);
}

/** Greatest distance between the sample and the uniform distribution on [0, 1), times √n: above 1.95 once in a thousand samples (Kolmogorov and Smirnov). */
export function kolmogorov(sample: readonly number[]): number {
  const sorted = sample.toSorted((x, y) => x - y);
  const n = sorted.length;
  const distance = sorted.reduce((most, x, i) => Math.max(most, x - i / n, (i + 1) / n - x), 0);
  return distance * Math.sqrt(n);
}

/** How often each value of 0 … n−1 occurs. */
export function tally(values: readonly number[], n: number): number[] {
  const counts = new Array<number>(n).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
