import { closeSync, openSync, writeFileSync } from 'node:fs';
import { DeliveryError, type Fault, type FaultCounts } from '@catbird/core';
import { rowNumber, type Shard } from './shard.ts';

/** The injected faults of a stream: its ground truth. */
export interface FaultLog {
  /** Adds a fault of a generated row. Positions must not decrease. */
  readonly note: (fault: Fault) => void;
  /** The faults of rows sent so far. */
  readonly counts: FaultCounts;
  /**
   * Opens a file for JSON lines, one for each fault.
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

/** An empty log. */
export function newFaultLog(shard: Shard | undefined): FaultLog {
  const counts = { duplicate: 0, late: 0, reordered: 0, malformed: 0, dropped: 0 };
  let waiting: Fault[] = [];
  let handle: number | undefined;
  return {
    note: (fault) => void waiting.push(fault),
    counts,
    open(file, append) {
      try {
        handle = openSync(file, append ? 'a' : 'w');
      } catch (cause) {
        const detail = cause instanceof Error ? cause.message : String(cause);
        throw new DeliveryError('not-found', `Could not open the fault log ${file}`, { detail, cause });
      }
    },
    upTo(row) {
      const position = rowNumber(row, shard);
      const beyond = waiting.findIndex((fault) => fault.position >= position);
      const sent = beyond < 0 ? waiting : waiting.slice(0, beyond);
      if (sent.length === 0) return;
      waiting = beyond < 0 ? [] : waiting.slice(beyond);
      for (const { kind } of sent) counts[kind]++;
      // Written before the state is saved, so that the log of a killed process is never behind its state.
      if (handle !== undefined)
        writeFileSync(handle, sent.map((fault) => `${JSON.stringify(fault)}\n`).join(''));
    },
    close() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
