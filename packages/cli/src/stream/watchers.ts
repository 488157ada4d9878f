import type { Counts, Progress } from '@catbird/core';
import { wordsOf } from '../files/error-code.ts';
import type { Report } from '../report/report.ts';
import type { Prepared, StreamOptions } from './prepare.ts';
import { rowAt } from './remaining.ts';

/** Who looks on while a stream goes: the report, the log of faults, and whoever wants its figures. */
export interface Watchers {
  /** How often they want to hear of progress, in milliseconds. */
  readonly everyMs: number;
  readonly progress: (progress: Progress) => void;
  /** Notes what is left to note, when the stream has ended. */
  readonly end: (counts: Counts) => void;
}

/** How often figures are given, in milliseconds. */
const FIGURES_MS = 1000;

/** Writes the log of faults, if there is one, up to a row. */
export const faultsNoter =
  ({ ledger }: Prepared, { faultsLog }: StreamOptions, report: Pick<Report, 'note'>) =>
  (upTo: number): void => {
    try {
      ledger?.upTo(upTo);
    } catch (error) {
      report.note(`Could not write ${faultsLog}: ${wordsOf(error)}`);
    }
  };

/** Starts those that were asked for. */
export function startWatchers(
  prepared: Prepared,
  options: StreamOptions,
  report: Report,
  onFigures: ((progress: Progress) => void) | undefined,
): Watchers {
  const noteFaults = faultsNoter(prepared, options, report);
  const noteMade = ({ generated }: Counts): void =>
    noteFaults(rowAt(prepared.first + generated, prepared.remaining).row);
  const isQuick = onFigures !== undefined || prepared.ledger !== undefined;
  let reportedMs = 0;
  return {
    everyMs: isQuick ? Math.min(report.everyMs, FIGURES_MS) : report.everyMs,
    progress(progress) {
      onFigures?.(progress);
      noteMade(progress);
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(progress);
    },
    end: noteMade,
  };
}
