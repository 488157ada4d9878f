import { DeliveryError, type Clock } from '@catbird/send';
import { attempt } from '../files/attempt.ts';
import { messageOf, writingFailure } from '../files/error-code.ts';
import { realPath } from '../files/identity.ts';
import { endsLine, openLineFile, type LineFile } from '../files/line-file.ts';
import type { Report } from '../report/report.ts';
import { faultCounts, type Fault, type FaultChange, type FaultCounts } from '@catbird/engine';

/** How far the log of a stream was complete when its state was saved. */
export interface FaultPlace {
  /** With symbolic links resolved. */
  readonly path: string;
  /** Length. What follows is of rows that are sent again. */
  readonly bytes: number;
  /** It has the faults of all rows before this one. */
  readonly row: number;
}

/** The file of a fault log. */
export interface FaultFile {
  /**
   * Opens it: an empty one for a new stream, or where an earlier process ended.
   *
   * @param kept where that was; null: unknown
   * @throws DeliveryError if it cannot be opened
   */
  open(hasRows: boolean, kept: FaultPlace | null): void;
  /** Adds lines. They wait until they are written. */
  readonly append: (lines: string) => void;
  /** Writes what waits. False if that is not possible now: the next call tries again. */
  flush(): boolean;
  /** Fails if the last `flush` could not write everything. */
  finish(): void;
  /** Where it ends. */
  readonly place: Omit<FaultPlace, 'row'>;
  /** Aborted when it can no longer be completed. */
  readonly failed: AbortSignal;
  readonly error: DeliveryError | undefined;
  close(): void;
}

/** How long a stream goes on although its log cannot be written. */
const PATIENCE_MS = 60_000;
/** How much may wait meanwhile. */
const MOST_BYTES = 64_000_000;

interface FaultFileOptions {
  readonly report: Pick<Report, 'note' | 'error'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the stream can resume where the log ends. */
  readonly hasState: boolean;
}

/** A log that is not open yet. */
export function newFaultFile(name: string, { report, clock, hasState }: FaultFileOptions): FaultFile {
  const path = realPath(name);
  const failure = new AbortController();
  let file: LineFile | undefined;
  let error: DeliveryError | undefined;
  let trouble: { readonly sinceMs: number; readonly cause: unknown } | undefined;

  const fail = (cause: unknown): void => {
    if (error !== undefined) return;
    const hint = hasState
      ? 'Make room, then start the stream again: it resumes where the log ends.'
      : 'The last faults are missing from it. Make room, then run the stream again.';
    const detail = writingFailure(cause);
    error = new DeliveryError('not-found', `Could not write the fault log ${name}`, { detail, hint, cause });
    report.error(error, false);
    failure.abort();
  };
  const endure = (cause: unknown): void => {
    if (trouble === undefined)
      report.note(
        `Could not write the fault log ${name}: ${messageOf(cause)}. Trying again for up to ${PATIENCE_MS / 1000} s`,
      );
    trouble = { sinceMs: trouble?.sinceMs ?? clock.now(), cause };
    if (clock.now() - trouble.sinceMs >= PATIENCE_MS || (file?.waitingBytes ?? 0) > MOST_BYTES) fail(cause);
  };
  return {
    open(hasRows, kept) {
      try {
        const isAsKept = kept !== null && kept.path === path && attempt(() => endsLine(path, kept.bytes));
        if (kept !== null && isAsKept !== true)
          report.note(`The fault log ${name} has changed: it lacks the faults of earlier rows`);
        if (kept !== null && isAsKept === true) file = openLineFile(path, kept.bytes);
        else file = openLineFile(path, hasRows || kept !== null ? 'last line' : 0);
      } catch (cause) {
        const detail = writingFailure(cause);
        throw new DeliveryError('not-found', `Could not open the fault log ${name}`, { detail, cause });
      }
    },
    append: (lines) => file?.append(lines),
    flush() {
      try {
        file?.write();
      } catch (cause) {
        endure(cause);
        return false;
      }
      if (trouble !== undefined) report.note(`The fault log ${name} is complete again`);
      trouble = undefined;
      return true;
    },
    finish() {
      if (trouble !== undefined) fail(trouble.cause);
    },
    get place() {
      return { path, bytes: file?.bytes ?? 0 };
    },
    failed: failure.signal,
    get error() {
      return error;
    },
    close() {
      file?.close();
      file = undefined;
    },
  };
}

/** The injected faults of a stream: its ground truth. */
export interface FaultLog {
  /** Adds a fault of a generated row, or a change of the settings. Positions must not decrease. */
  readonly note: (entry: Fault | FaultChange) => void;
  /** The faults of rows sent so far. */
  readonly counts: FaultCounts;
  /** Where to pass entries on as JSON lines, one for each fault and each change of the settings. Default: they are only counted. */
  to(append: (lines: string) => void): void;
  /**
   * Counts the faults of all rows before this one, an index within the shard, and passes them on. A generated row may be generated
   * again until the rows after it are sent.
   */
  upTo(row: number): void;
}

/**
 * An empty log.
 *
 * @param positionOf the position in the whole stream of a row of this process
 * @param logged an earlier process has logged the faults of all rows before that one: they are counted only
 */
export function newFaultLog(
  positionOf: (row: number) => number,
  logged: { readonly row: number } | null = null,
): FaultLog {
  const counts = faultCounts();
  let waiting: (Fault | FaultChange)[] = [];
  let append: ((lines: string) => void) | undefined;
  return {
    note: (entry) => void waiting.push(entry),
    counts,
    to: (given) => void (append = given),
    upTo(row) {
      const position = positionOf(row);
      const beyond = waiting.findIndex((entry) => entry.position >= position);
      const sent = beyond < 0 ? waiting : waiting.slice(0, beyond);
      if (sent.length === 0) return;
      waiting = beyond < 0 ? [] : waiting.slice(beyond);
      for (const entry of sent) if ('kind' in entry) counts[entry.kind]++;
      const from = logged === null ? 0 : positionOf(logged.row);
      const fresh = sent.filter((entry) => entry.position >= from);
      if (fresh.length > 0) append?.(fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
  };
}
