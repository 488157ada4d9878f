import type { Counts, Progress } from '@catbird/core';
import { messageOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import { rowOf } from './pace.ts';
import type { Prepared } from './prepared.ts';
import { rowAt } from './remaining.ts';
import { rowNumber } from './shard.ts';
import type { StreamOptions } from './spec.ts';

/** Follow a running stream: the report, the fault log and the metrics. */
export interface Observers {
  /** Milliseconds between progress reports. */
  readonly everyMs: number;
  readonly progress: (progress: Progress) => void;
  /** Writes the rest of the fault log after the stream has ended. */
  readonly end: (counts: Counts) => void;
  /** The first report after the stream went live. Undefined if it never did. */
  readonly live: Pick<Progress, 'accepted' | 'elapsedMs'> | undefined;
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
  let live: Observers['live'];
  return {
    get live() {
      return live;
    },
    everyMs: isFrequent ? Math.min(report.everyMs, UPDATE_MS) : report.everyMs,
    progress(progress) {
      if (progress.time?.isLive === true) live ??= progress;
      const reached = withReachedTime(progress, prepared);
      onMetrics?.(reached);
      writeUntilNow(progress);
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(reached);
    },
    end: writeUntilNow,
  };
}

/** Progress with the event time of the last row generated, for a stream that is not live: there, all rows may be due. */
export function withReachedTime(
  progress: Progress,
  {
    time,
    shard,
    first,
    remaining,
    faulty,
  }: Pick<Prepared, 'time' | 'shard' | 'first' | 'remaining' | 'faulty'>,
): Progress {
  const { time: event, generated } = progress;
  if (time === undefined || event === undefined || event.isLive || generated === 0) return progress;
  const { row } = rowAt(first + generated - 1, remaining);
  const position = rowNumber(row, shard);
  const eventMs = time.timeline.time(
    faulty === undefined ? position : rowOf(position, (rows) => faulty.dueBefore(rows)),
  );
  return Number.isFinite(eventMs) ? { ...progress, time: { ...event, eventMs } } : progress;
}
