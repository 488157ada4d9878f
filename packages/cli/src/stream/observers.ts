import { incidentStrengths } from '@catbird/engine';
import { type Counts, type Progress, rowAt } from '@catbird/send';
import type { Ready } from './open.ts';
import type { Interrupt } from '../interrupt.ts';

/** Follow a running stream: the report, the fault log and the metrics. */
export interface Observers {
  /** Milliseconds between progress reports. */
  readonly everyMs: number;
  readonly progress: (progress: Progress) => void;
  /** Writes the rest of the logs after the stream has ended. */
  readonly end: (counts: Counts) => void;
}

/** Milliseconds between updates of metrics and fault log. */
const UPDATE_MS = 1000;

/** Starts the observers of a stream. */
export function startObservers(
  {
    prepared,
    report,
    keeper,
    deadLetters,
    writeLogs,
  }: Pick<Ready, 'prepared' | 'report' | 'keeper' | 'deadLetters' | 'writeLogs'>,
  onMetrics: OnMetrics | undefined,
): Observers {
  const { schema, seed, time } = prepared;
  const strengths = incidentStrengths(schema, seed, time?.timing.fromMs ?? 0);
  const writeUntilNow = ({ generated }: Counts): void => {
    // Before its rows are seen to count.
    deadLetters?.flush();
    // A keeper writes it whenever it saves the state, which is to know where it ends.
    if (keeper === undefined) writeLogs(rowAt(prepared.first + generated, prepared.remaining).row);
  };
  const isFrequent = onMetrics !== undefined || prepared.faultLog !== undefined;
  let reportedMs = 0;
  return {
    everyMs: isFrequent ? Math.min(report.everyMs, UPDATE_MS) : report.everyMs,
    progress(progress) {
      writeUntilNow(progress);
      onMetrics?.(progress, progress.time === undefined ? {} : strengths(progress.time.eventMs));
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(progress);
    },
    end: writeUntilNow,
  };
}

/** Takes progress for the metrics, with the strength of each incident at the latest event time. */
export type OnMetrics = (progress: Progress, incidents?: Readonly<Record<string, number>>) => void;

/** What surrounds a stream: signals that end it, and the metrics. */
export interface Surroundings {
  readonly interrupt: Interrupt;
  /** Aborted when the failure of another stream ends this one. */
  readonly othersFailed: AbortSignal;
  /** Aborted to give up requests in flight. */
  readonly abort: AbortSignal;
  readonly onMetrics: OnMetrics | undefined;
}
