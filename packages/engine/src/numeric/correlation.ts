/** How two columns of numbers go with one another. */
export interface Correlation {
  /** Pearson's correlation, −1 to 1; of ranks, that is Spearman's ρ. 0 if a column is constant. */
  readonly rho: number;
  /** Rows that have both numbers. */
  readonly rows: number;
}

/** Correlates two columns, in which NaN is unknown. @param step every so many rows are looked at */
export function correlation(x: Float64Array, y: Float64Array, step = 1): Correlation {
  let [rows, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  for (let row = 0; row < x.length; row += step) {
    const [a, b] = [x[row], y[row]];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    rows++;
    sumX += a;
    sumY += b;
    sumXX += a * a;
    sumYY += b * b;
    sumXY += a * b;
  }
  const spread = (rows * sumXX - sumX * sumX) * (rows * sumYY - sumY * sumY);
  return { rows, rho: spread > 0 ? (rows * sumXY - sumX * sumY) / Math.sqrt(spread) : 0 };
}

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
