import type { Counts, Progress } from '@catbird/core';
import { rowAt } from '@catbird/core/resume';
import { messageOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import type { Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';

/** Follow a running stream: the report, the fault log and the metrics. */
export interface Observers {
  /** Milliseconds between progress reports. */
  readonly everyMs: number;
  readonly progress: (progress: Progress) => void;
  /** Writes the rest of the fault log after the stream has ended. */
  readonly end: (counts: Counts) => void;
}

/** Milliseconds between updates of metrics and fault log. */
const UPDATE_MS = 1000;

/** Writes the fault log, if any, up to a row. */
export const faultWriter =
  ({ faultLog }: Prepared, { faultsLog }: StreamOptions, report: Pick<Report, 'note'>) =>
  (upTo: number): void => {
    try {
      faultLog?.upTo(upTo);
    } catch (error) {
      report.note(`Could not write ${faultsLog}: ${messageOf(error)}`);
    }
  };

/** Starts the observers of a stream. */
export function startObservers(
  prepared: Prepared,
  options: StreamOptions,
  report: Report,
  onMetrics: ((progress: Progress) => void) | undefined,
): Observers {
  const writeFaults = faultWriter(prepared, options, report);
  const writeUntilNow = ({ generated }: Counts): void =>
    writeFaults(rowAt(prepared.first + generated, prepared.remaining).row);
  const isFrequent = onMetrics !== undefined || prepared.faultLog !== undefined;
  let reportedMs = 0;
  return {
    everyMs: isFrequent ? Math.min(report.everyMs, UPDATE_MS) : report.everyMs,
    progress(progress) {
      onMetrics?.(progress);
      writeUntilNow(progress);
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(progress);
    },
    end: writeUntilNow,
  };
}
