/** The rank of each value, the mean of them for equal ones; NaN for unknown ones. */
export function ranksOf(values: readonly number[]): Float64Array {
  const ranks = new Float64Array(values.length).fill(NaN);
  const order = values.flatMap((value, i) => (Number.isNaN(value) ? [] : [{ value, i }]));
  order.sort((a, b) => a.value - b.value);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (order[to]?.value === order[from]?.value) to++;
    for (const { i } of order.slice(from, to)) ranks[i] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

/** Spearman's ρ of two columns of ranks, and the rows that have both. NaN if one of them is constant. */
export function spearman(x: Float64Array, y: Float64Array): { readonly rho: number; readonly rows: number } {
  let [rows, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  for (const [i, a] of x.entries()) {
    const b = y[i] ?? NaN;
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    rows++;
    sumX += a;
    sumY += b;
    sumXX += a * a;
    sumYY += b * b;
    sumXY += a * b;
  }
  const variance = (rows * sumXX - sumX * sumX) * (rows * sumYY - sumY * sumY);
  return { rows, rho: (rows * sumXY - sumX * sumY) / Math.sqrt(variance) };
}
