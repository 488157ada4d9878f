import { systemClock, type RunOptions } from '@catbird/send';
import type { Report } from '../report/report.ts';
import { letterLines, newDeadLetterFile, type DeadLetterFile } from './dead-letter.ts';
import { sentAgain } from './dead-letter-resume.ts';
import { newFaultFile, type FaultFile } from './fault-file.ts';
import type { Prepared } from './prepared.ts';
import type { StreamSpec } from './spec.ts';

/** What a stream writes about its rows: its injected faults, and the rows that did not arrive. */
export interface Logs {
  /** The file of its fault log, if it has one. That of threads is the main thread's. */
  readonly faultFile: FaultFile | undefined;
  /** The file of its dead letters, if it has one. That of threads is the main thread's. */
  readonly deadLetters: DeadLetterFile | undefined;
  /** Takes what became of rows, if there are to be dead letters. */
  readonly onOutcome: RunOptions['onOutcome'];
  /** Writes the dead letters so far, and the fault log up to a row. False if that is not possible now. */
  readonly writeLogs: (upTo: number) => boolean;
  /** Opens the files. @throws DeliveryError if one cannot be opened */
  open(): Promise<void>;
  close(): void;
}

interface LogsOptions {
  readonly report: Report;
  /** Redacts secrets in what a service says. */
  readonly hide: (text: string) => string;
  /** Takes the dead letters of a thread. Undefined: they go to a file. */
  readonly onLetters: ((lines: string) => void) | undefined;
}

/** The logs of a stream, not open yet. */
export function newLogs(
  spec: StreamSpec,
  prepared: Prepared,
  { report, hide, onLetters }: LogsOptions,
): Logs {
  const { options, slot, worker } = spec;
  const { faultsLog, deadLetter } = options;
  const { faultLog } = prepared;
  const hasState = slot !== undefined;
  const isOwn = worker === undefined;
  const faultFile =
    faultsLog !== undefined && isOwn
      ? newFaultFile(faultsLog, { report, clock: systemClock, hasState })
      : undefined;
  const deadLetters =
    deadLetter !== undefined && isOwn ? newDeadLetterFile(deadLetter, { report, hasState }) : undefined;
  const add = deadLetter === undefined ? undefined : (onLetters ?? deadLetters?.append);
  return {
    faultFile,
    deadLetters,
    onOutcome: add && letterWriter(prepared, hide, add),
    writeLogs(upTo) {
      faultLog?.upTo(upTo);
      // Both, though one may fail.
      const [hasLetters, hasFaults] = [deadLetters?.flush() ?? true, faultFile?.flush() ?? true];
      return hasLetters && hasFaults;
    },
    async open() {
      await deadLetters?.open(sentAgain(prepared, prepared.workers.mode === 'send'));
      if (faultFile === undefined) return;
      faultFile.open(prepared.hasRows, prepared.faultPlace);
      faultLog?.to(faultFile.append);
    },
    close() {
      faultFile?.close();
      deadLetters?.close();
    },
  };
}

function letterWriter(
  { positionOf: numberOf, format }: Prepared,
  hide: LogsOptions['hide'],
  add: (lines: string) => void,
): NonNullable<RunOptions['onOutcome']> {
  const options = { numberOf, isJson: format === undefined, hide, now: Date.now };
  return (batch, outcome, reason) => {
    const lines = letterLines(batch, outcome, reason, options);
    if (lines !== '') add(lines);
  };
}
