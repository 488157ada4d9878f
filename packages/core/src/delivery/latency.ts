/** Response times in milliseconds: the median, 95th and 99th percentile. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** A histogram of response times in constant memory. */
export interface LatencyHistogram {
  add(ms: number): void;
  percentiles(): Percentiles;
}

/** Buckets grow by 5 %, so a percentile is off by at most 5 %. From 0.1 ms, 280 of them reach beyond 80 s. */
const GROWTH = Math.log(1.05);
const MIN_MS = 0.1;
const BUCKETS = 280;

/** An empty histogram with logarithmic buckets. */
export function latencyHistogram(): LatencyHistogram {
  const counts = new Float64Array(BUCKETS);
  let total = 0;
  const at = (share: number): number => {
    if (total === 0) return 0;
    let left = share * total;
    for (let i = 0; i < BUCKETS; i++) {
      left -= counts[i] ?? 0;
      if (left <= 0) return Number((MIN_MS * Math.exp((i + 0.5) * GROWTH)).toPrecision(3));
    }
    return MIN_MS * Math.exp(BUCKETS * GROWTH);
  };
  return {
    add(ms) {
      const bucket = Math.min(
        BUCKETS - 1,
        Math.max(0, Math.floor(Math.log(Math.max(ms, MIN_MS) / MIN_MS) / GROWTH)),
      );
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      total++;
    },
    percentiles: () => ({ p50: at(0.5), p95: at(0.95), p99: at(0.99) }),
  };
}
