import type { Receipt } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import { latencyHistogram } from './latency.ts';
import type { Counts, Progress } from './progress.ts';

/** The counts of a run while it goes on. Every row that is taken up leaves `inFlight` through exactly one of these. */
export interface Tally {
  /** As they are now. */
  readonly counts: Counts;
  /** Rows were made, or are about to be, and wait for their answer. */
  took(rows: number): void;
  /** Rows were due and are not going to be made. */
  dropped(rows: number): void;
  /** A service answered for these rows. */
  received(receipt: Receipt, latencyMs: number): void;
  /** Rows that no service will take. */
  rejected(rows: number): void;
  /** Rows given up; `uncertain` when they may have been stored. */
  failed(rows: number, uncertain: boolean): void;
  /** A request failed; `latencyMs` where there was an answer. */
  erred(error: DeliveryError, latencyMs: number): void;
  /** Something went wrong without a request. */
  noted(error: DeliveryError): void;
  /** A request was an attempt after the first. */
  retried(): void;
  report(elapsedMs: number, asked: number, behindRows: number): Progress;
}

/** Seconds over which the achieved rate is taken. */
const WINDOW_MS = 5000;

interface Sample {
  readonly ms: number;
  readonly accepted: number;
}

/** Counts from zero. */
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
  const samples: Sample[] = [{ ms: 0, accepted: 0 }];
  let retried = 0;
  let bytes = 0;
  let lastError: DeliveryError | undefined;

  const count = (name: string): void => {
    requests[name] = (requests[name] ?? 0) + 1;
  };
  const achievedAt = (elapsedMs: number): number => {
    samples.push({ ms: elapsedMs, accepted: counts.accepted });
    while (samples.length > 2 && elapsedMs - (samples[1]?.ms ?? 0) >= WINDOW_MS) samples.shift();
    const [oldest = { ms: 0, accepted: 0 }] = samples;
    return elapsedMs > oldest.ms ? ((counts.accepted - oldest.accepted) * 1000) / (elapsedMs - oldest.ms) : 0;
  };

  return {
    counts,
    took(rows) {
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
    erred(error, latencyMs) {
      lastError = error;
      count(String(error.status ?? error.kind));
      if (error.status !== undefined) latency.add(latencyMs);
    },
    noted(error) {
      lastError = error;
    },
    retried() {
      retried++;
    },
    report(elapsedMs, asked, behindRows) {
      const seconds = asked > 0 && Number.isFinite(asked) ? behindRows / asked : 0;
      return {
        ...(counts satisfies Counts),
        elapsedMs,
        asked,
        achieved: achievedAt(elapsedMs),
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
