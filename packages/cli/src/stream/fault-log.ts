import { closeSync, openSync, writeFileSync } from 'node:fs';
import { DeliveryError, type Fault, type FaultChange, type FaultCounts } from '@catbird/core';
import { writingFailure } from '../files/error-code.ts';

/** The injected faults of a stream: its ground truth. */
export interface FaultLog {
  /** Adds a fault of a generated row, or a change of the settings. Positions must not decrease. */
  readonly note: (entry: Fault | FaultChange) => void;
  /** The faults of rows sent so far. */
  readonly counts: FaultCounts;
  /**
   * Opens a file for JSON lines, one for each fault and each change of the settings.
   *
   * @param append whether to append to the file of an earlier process
   * @throws DeliveryError if the file cannot be opened
   */
  open(file: string, append: boolean): void;
  /**
   * Counts and writes the faults of all rows before this one, an index within the shard. A generated row may be generated again
   * until the rows after it are sent.
   *
   * @throws Node's error if the file cannot be written
   */
  upTo(row: number): void;
  close(): void;
}

/** An empty log. @param positionOf the position in the whole stream of a row of this process */
export function newFaultLog(positionOf: (row: number) => number): FaultLog {
  const counts = { duplicate: 0, late: 0, reordered: 0, malformed: 0, dropped: 0 };
  let waiting: (Fault | FaultChange)[] = [];
  let handle: number | undefined;
  return {
    note: (entry) => void waiting.push(entry),
    counts,
    open(file, append) {
      try {
        handle = openSync(file, append ? 'a' : 'w');
      } catch (cause) {
        const detail = writingFailure(cause);
        throw new DeliveryError('not-found', `Could not open the fault log ${file}`, { detail, cause });
      }
    },
    upTo(row) {
      const position = positionOf(row);
      const beyond = waiting.findIndex((entry) => entry.position >= position);
      const sent = beyond < 0 ? waiting : waiting.slice(0, beyond);
      if (sent.length === 0) return;
      waiting = beyond < 0 ? [] : waiting.slice(beyond);
      for (const entry of sent) if ('kind' in entry) counts[entry.kind]++;
      // Written before the state is saved, so that the log of a killed process is never behind its state.
      if (handle !== undefined)
        writeFileSync(handle, sent.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
    close() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
