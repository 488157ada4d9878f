import { faultCounts, type Fault, type FaultChange, type FaultCounts } from '@catbird/engine';

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
