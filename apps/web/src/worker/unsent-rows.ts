import { payload, type Batch } from '@catbird/engine';
import type { RowsOutcome } from '@catbird/send';
import type { UnsentReport } from './report-protocol.ts';

/** Keeps rows that were not sent, so that people can download them. */
export interface UnsentRows {
  /** Keeps rows whose final outcome is that they failed or were rejected. */
  outcome(batch: Batch, outcome: RowsOutcome): void;
  /** Undefined if all rows were sent. */
  report(): UnsentReport | undefined;
}

/** The most that is kept. */
export const UNSENT_ROWS = 10_000;
const UNSENT_BYTES = 8 * 2 ** 20;

/** Keeps rows as they were sent, to the byte, up to `UNSENT_ROWS` rows and 8 MiB. */
export function newUnsentRows(): UnsentRows {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [rows, bytes, others, isFull] = [0, 0, 0, false];
  return {
    outcome(batch, outcome) {
      if (outcome !== 'failed' && outcome !== 'rejected') return;
      const lines = payload(batch);
      isFull ||= rows + batch.count > UNSENT_ROWS || bytes + lines.length > UNSENT_BYTES;
      if (isFull) {
        others += batch.count;
        return;
      }
      parts.push(lines.slice());
      rows += batch.count;
      bytes += lines.length;
    },
    report: () => (rows + others === 0 ? undefined : { lines: new Blob(parts), rows, others }),
  };
}
