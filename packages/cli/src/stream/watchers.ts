import type { Connection, Counts, Progress, RowWriter } from '@catbird/core';
import type { Report } from '../report/report.ts';
import type { Prepared, StreamOptions } from './prepare.ts';
import { saveState } from './state.ts';
import { timedRows } from './times.ts';
import { newWatermark } from './watermark.ts';

/** Who looks on while a stream goes: the report, the state file, and whoever wants its figures. */
export interface Watchers {
  /** How often they want to hear of progress, in milliseconds. */
  readonly everyMs: number;
  /** The rows to send. */
  readonly rows: RowWriter;
  readonly watch: (connection: Connection) => Connection;
  readonly progress: (progress: Progress) => void;
  /** Notes how far the stream came, when it has ended. */
  readonly end: (counts: Counts) => void;
  readonly close: () => void;
}

const STATE_MS = 1000;

/** How often figures are given, in milliseconds. */
const FIGURES_MS = 1000;

/** Starts those that were asked for. */
export function startWatchers(
  prepared: Prepared,
  options: StreamOptions,
  report: Report,
  onFigures: ((progress: Progress) => void) | undefined,
): Watchers {
  const noteFaults = (upTo: number): void => {
    try {
      prepared.ledger?.upTo(upTo);
    } catch (error) {
      report.note(`Could not write ${options.faultsLog}: ${wordsOf(error)}`);
    }
  };
  const keeper =
    options.state === undefined
      ? undefined
      : newKeeper(options.state, prepared, { options, report, noteFaults });
  const isQuick = onFigures !== undefined || prepared.ledger !== undefined;
  let reportedMs = 0;
  return {
    everyMs: isQuick ? Math.min(report.everyMs, FIGURES_MS) : report.everyMs,
    rows: keeper?.rows ?? prepared.rows,
    watch: (connection) => keeper?.watch(connection) ?? connection,
    progress(progress) {
      onFigures?.(progress);
      noteFaults(prepared.first + progress.generated);
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(progress);
    },
    end({ generated }) {
      noteFaults(prepared.first + generated);
      keeper?.save();
    },
    close: () => keeper?.close(),
  };
}

/** Writes every second how far the stream came, and the times of rows before they are made. */
function newKeeper(
  file: string,
  prepared: Prepared,
  {
    options: { onFailure },
    report,
    noteFaults,
  }: { options: StreamOptions; report: Report; noteFaults: (upTo: number) => void },
) {
  const { seed, fingerprint, shard = null, first, pace, spans } = prepared;
  const watermark = newWatermark(first, onFailure === 'continue');
  const timed = timedRows(prepared.rows, spans, pace.perSecond, () => save());
  function save(): void {
    const { next } = watermark;
    // A log of faults that ends before the state would never tell of what lies between.
    noteFaults(next);
    try {
      saveState(file, { next, seed, fingerprint, shard, spans: timed.spansFrom(next) });
    } catch (error) {
      report.note(`Could not write ${file}: ${wordsOf(error)}`);
    }
  }
  // Also the seed is kept from the start on.
  save();
  const timer = setInterval(save, STATE_MS);
  return {
    rows: timed.rows,
    watch: watermark.watch,
    save,
    close: () => clearInterval(timer),
  };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
