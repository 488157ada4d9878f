import type { Receipt } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import type { Counts } from './progress.ts';

/** Response times in milliseconds: the median, 95th and 99th percentile. */
interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * Counts of response times in bins, without the empty ones, in order. Bin i begins at 0.1 × 1.02^i milliseconds. Bins of several runs
 * can be added, which percentiles cannot.
 */
export type LatencyBins = readonly (readonly [bin: number, count: number])[];

/** Bins grow by 2 %, so a percentile is off by at most 1 %. From 0.1 ms, 789 of them reach beyond 10 minutes. */
const GROWTH = Math.log(1.02);
const MIN_MS = 0.1;
const BINS = 789;

/** An empty histogram with logarithmic bins. Beyond the last one, times count as it. */
export function latencyHistogram(bins = BINS) {
  const counts = new Float64Array(bins);
  return {
    add(ms: number) {
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

/** Rows that were not accepted, those in flight aside. */
export const lostOf = ({ generated, inFlight, accepted }: Counts): number => generated - inFlight - accepted;

/** A tally that starts at zero. */
export function newTally() {
  const counts = {
    generated: 0,
    accepted: 0,
    quarantined: 0,
    rejected: 0,
    failed: 0,
    uncertain: 0,
    dropped: 0,
    inFlight: 0,
  };
  const requests: Record<string, number> = {};
  const latency = latencyHistogram();
  let retried = 0;
  let bytes = 0;
  let lastError: DeliveryError | undefined;

  const count = (name: string): void => {
    requests[name] = (requests[name] ?? 0) + 1;
  };

  return {
    /** The current counts. */
    counts,
    /** Rows were generated and are now in flight. */
    generated(rows: number) {
      counts.generated += rows;
      counts.inFlight += rows;
    },
    /** Rows were due but skipped. */
    dropped(rows: number) {
      counts.generated += rows;
      counts.dropped += rows;
    },
    /** Incidents drop rows that were generated. */
    droppedInFlight(rows: number) {
      counts.dropped += rows;
      counts.inFlight -= rows;
    },
    /** A service accepted a request, wholly or in part. */
    received(receipt: Receipt, latencyMs: number) {
      counts.accepted += receipt.accepted;
      counts.quarantined += receipt.quarantined;
      counts.rejected += receipt.rejected;
      counts.inFlight -= receipt.accepted + receipt.quarantined + receipt.rejected;
      bytes += receipt.bytes;
      count(String(receipt.status ?? 'ok'));
      latency.add(latencyMs);
    },
    /** Rows were rejected for good. */
    rejected(rows: number) {
      counts.rejected += rows;
      counts.inFlight -= rows;
    },
    /** Rows were given up; `uncertain` if they may have been stored. */
    failed(rows: number, uncertain: boolean) {
      counts.failed += rows;
      if (uncertain) counts.uncertain += rows;
      counts.inFlight -= rows;
    },
    /** A request failed; `latencyMs` counts only if there was a response. */
    requestFailed(error: DeliveryError, latencyMs: number) {
      lastError = error;
      count(String(error.status ?? error.kind));
      if (error.status !== undefined) latency.add(latencyMs);
    },
    /** Sets the last error of the report. */
    noteError(error: DeliveryError) {
      lastError = error;
    },
    /** A request was a retry. */
    retried() {
      retried++;
    },
    /** The response times so far. */
    latencyBins: () => latency.bins(),
    report(elapsedMs: number, asked: number, behindRows: number) {
      const seconds = asked > 0 && Number.isFinite(asked) ? behindRows / asked : 0;
      return {
        ...(counts satisfies Counts),
        elapsedMs,
        asked,
        behind: { rows: behindRows, seconds },
        requests: { ...requests },
        retried,
        bytes,
        latency: latency.percentiles(),
        lastError,
      };
    },
  };
}

/** The counters of a run. Every generated row leaves `inFlight` through exactly one of these methods. */
export type Tally = ReturnType<typeof newTally>;
