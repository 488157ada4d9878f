import type { Fault, FaultCounts, Progress, RequestMark } from '@catbird/core';
import type { RateChange } from '@catbird/core/time';
import type { BackfillProgress, ErrorReport, LoggedChange, RunReport } from './protocol.ts';
import { newSeconds } from './seconds.ts';

/** Collects what happens in a run between two reports. */
export interface RunLog {
  /** Starts the run's clock, at 0. @param rows of the past, which are sent first */
  start(rows?: number): void;
  /** Milliseconds since the start. */
  elapsedMs(): number;
  request(mark: RequestMark): void;
  accepted(rows: number): void;
  change(change: RateChange): void;
  fault(fault: Fault): void;
  error(error: ErrorReport): void;
  /** The report on the time since the last one. */
  report(progress: Progress, more: ReportParts): RunReport;
  /** Faults since the last call, as JSON lines; undefined if there were none. */
  faultLines(): string | undefined;
}

/** What a report has besides progress and log. */
export interface ReportParts {
  readonly wallMs: number;
  readonly faults: FaultCounts | undefined;
  readonly backfill: BackfillProgress | undefined;
}

/** @param now monotonic milliseconds */
export function newRunLog(now: () => number): RunLog {
  const seconds = newSeconds();
  let startMs = now();
  let marks: RequestMark[] = [];
  let changes: LoggedChange[] = [];
  let faults: string[] = [];
  let lastError: ErrorReport | undefined;
  let pastRows = 0;
  const elapsedMs = (): number => now() - startMs;
  return {
    start(rows = 0) {
      startMs = now();
      pastRows = rows;
    },
    elapsedMs,
    request: (mark) => void marks.push(mark),
    accepted: (rows) => seconds.accepted(rows, elapsedMs()),
    change: (change) => void changes.push({ second: elapsedMs() / 1000, change }),
    fault: (fault) => void faults.push(JSON.stringify(fault)),
    error(error) {
      lastError = error;
    },
    report(progress, parts) {
      const { time, behind, elapsedMs: atMs } = progress;
      if (time?.isLive === false) pastRows = progress.generated;
      // Rows of the past have no plan: they go as fast as the destination takes them, and may be in flight a while longer.
      const isCompared = time?.isLive === true && progress.generated - progress.inFlight >= pastRows;
      seconds.planned(isCompared ? time.plannedPerSecond : undefined, behind.rows, atMs);
      const since = { marks, changes, seconds: seconds.finished(atMs) };
      marks = [];
      changes = [];
      return { ...progress, ...parts, ...since, lastError };
    },
    faultLines() {
      if (faults.length === 0) return undefined;
      const lines = `${faults.join('\n')}\n`;
      faults = [];
      return lines;
    },
  };
}
