import { closeSync, openSync, writeFileSync } from 'node:fs';
import { DeliveryError, type Fault, type FaultCounts } from '@catbird/core';
import { rowNumber, type Shard } from './shard.ts';

/** What went wrong as asked: the ground truth of a stream with faults. */
export interface Ledger {
  /** Takes up a fault of a row that was made, in the order of positions. */
  readonly note: (fault: Fault) => void;
  /** The faults of rows that were sent, so far. */
  readonly counts: FaultCounts;
  /**
   * Writes into a file from now on, a JSON object a line.
   *
   * @param goesOn whether the file of an earlier process is added to
   * @throws DeliveryError when it cannot be opened
   */
  open(file: string, goesOn: boolean): void;
  /**
   * Counts and writes the faults of the rows before this one, counted within the shard: rows that were made, and will not be made
   * again, are known to be sent only when the next ones are.
   *
   * @throws what Node says when the file cannot be written
   */
  upTo(row: number): void;
  close(): void;
}

/** A ledger with nothing in it. */
export function newLedger(shard: Shard | undefined): Ledger {
  const counts = { duplicate: 0, late: 0, reordered: 0, malformed: 0, dropped: 0 };
  let waiting: Fault[] = [];
  let handle: number | undefined;
  return {
    note: (fault) => void waiting.push(fault),
    counts,
    open(file, goesOn) {
      try {
        handle = openSync(file, goesOn ? 'a' : 'w');
      } catch (cause) {
        const detail = cause instanceof Error ? cause.message : String(cause);
        throw new DeliveryError('not-found', `Could not open the log of faults ${file}`, { detail, cause });
      }
    },
    upTo(row) {
      const position = rowNumber(row, shard);
      const beyond = waiting.findIndex((fault) => fault.position >= position);
      const sent = beyond < 0 ? waiting : waiting.slice(0, beyond);
      if (sent.length === 0) return;
      waiting = beyond < 0 ? [] : waiting.slice(beyond);
      for (const { kind } of sent) counts[kind]++;
      // At once, so that the log is never behind the state that a killed process leaves.
      if (handle !== undefined)
        writeFileSync(handle, sent.map((fault) => `${JSON.stringify(fault)}\n`).join(''));
    },
    close() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
