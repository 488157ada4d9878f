/** Response times in milliseconds: the median, 95th and 99th percentile. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Counts of response times in bins, without the empty ones, in order. Bin i begins at 0.1 × 1.02^i milliseconds. Bins of several runs
 * can be added, which percentiles cannot.
 */
export type LatencyBins = readonly (readonly [bin: number, count: number])[];

/** A histogram of response times in constant memory. */
export interface LatencyHistogram {
  add(ms: number): void;
  percentiles(): Percentiles;
  bins(): LatencyBins;
}

/** Bins grow by 2 %, so a percentile is off by at most 1 %. From 0.1 ms, 789 of them reach beyond 10 minutes. */
const GROWTH = Math.log(1.02);
const MIN_MS = 0.1;
const BINS = 789;

/** An empty histogram with logarithmic bins. Beyond the last one, times count as it. */
export function latencyHistogram(bins = BINS): LatencyHistogram {
  const counts = new Float64Array(bins);
  return {
    add(ms) {
      const bin = Math.floor(Math.log(Math.max(ms, MIN_MS) / MIN_MS) / GROWTH);
      const within = Math.min(bins - 1, Math.max(0, bin));
      counts[within] = (counts[within] ?? 0) + 1;
    },
    percentiles: () => percentilesOf(sparse(counts)),
    bins: () => sparse(counts),
  };
}

/** The percentiles of counted response times: 0 if there are none. */
export function percentilesOf(bins: LatencyBins): Percentiles {
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  const at = (share: number): number => {
    let left = share * total;
    for (const [bin, count] of bins) {
      left -= count;
      if (left <= 0) return Number((MIN_MS * Math.exp((bin + 0.5) * GROWTH)).toPrecision(3));
    }
    return total === 0 ? 0 : MIN_MS * Math.exp(BINS * GROWTH);
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Adds up the bins of several runs. */
export function addedBins(all: readonly LatencyBins[]): LatencyBins {
  const counts = new Map<number, number>();
  for (const [bin, count] of all.flat()) counts.set(bin, (counts.get(bin) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b);
}

const sparse = (counts: Float64Array): LatencyBins =>
  Array.from(counts, (count, bin) => [bin, count] as const).filter(([, count]) => count > 0);
