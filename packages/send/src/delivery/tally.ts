import type { Receipt } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import { latencyHistogram, type LatencyBins } from './latency.ts';
import type { Counts, Progress } from './progress.ts';

/** The counters of a run. Every generated row leaves `inFlight` through exactly one of these methods. */
export interface Tally {
  /** The current counts. */
  readonly counts: Counts;
  /** Rows were generated and are now in flight. */
  generated(rows: number): void;
  /** Rows were due but skipped. */
  dropped(rows: number): void;
  /** A service accepted a request, wholly or in part. */
  received(receipt: Receipt, latencyMs: number): void;
  /** Rows were rejected for good. */
  rejected(rows: number): void;
  /** Rows were given up; `uncertain` if they may have been stored. */
  failed(rows: number, uncertain: boolean): void;
  /** A request failed; `latencyMs` counts only if there was a response. */
  requestFailed(error: DeliveryError, latencyMs: number): void;
  /** Sets the last error of the report. */
  noteError(error: DeliveryError): void;
  /** A request was a retry. */
  retried(): void;
  /** The response times so far. */
  latencyBins(): LatencyBins;
  report(elapsedMs: number, asked: number, behindRows: number): Omit<Progress, 'achieved' | 'average'>;
}

/** Rows that were not accepted, those in flight aside. */
export const lostOf = ({ generated, inFlight, accepted }: Counts): number => generated - inFlight - accepted;

/** A tally that starts at zero. */
export function newTally(): Tally {
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
    counts,
    generated(rows) {
      counts.generated += rows;
      counts.inFlight += rows;
    },
    dropped(rows) {
      counts.generated += rows;
      counts.dropped += rows;
    },
    received(receipt, latencyMs) {
      counts.accepted += receipt.accepted;
      counts.quarantined += receipt.quarantined;
      counts.rejected += receipt.rejected;
      counts.inFlight -= receipt.accepted + receipt.quarantined + receipt.rejected;
      bytes += receipt.bytes;
      count(String(receipt.status ?? 'ok'));
      latency.add(latencyMs);
    },
    rejected(rows) {
      counts.rejected += rows;
      counts.inFlight -= rows;
    },
    failed(rows, uncertain) {
      counts.failed += rows;
      if (uncertain) counts.uncertain += rows;
      counts.inFlight -= rows;
    },
    requestFailed(error, latencyMs) {
      lastError = error;
      count(String(error.status ?? error.kind));
      if (error.status !== undefined) latency.add(latencyMs);
    },
    noteError(error) {
      lastError = error;
    },
    retried() {
      retried++;
    },
    latencyBins: () => latency.bins(),
    report(elapsedMs, asked, behindRows) {
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
