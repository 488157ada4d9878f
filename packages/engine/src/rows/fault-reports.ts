import type { SentRow } from './fault-order.ts';
import { faultCounts, type Fault, type FaultCounts } from './fault.ts';
import type { RowFaults } from './row-faults.ts';

/** Reports the faults of each position once, going forward. */
export interface FaultReports {
  readonly counts: FaultCounts;
  /** The position after the last one reported. */
  readonly end: number;
  /** Reports a position, unless it or a later one was reported. @param changes what has changed in its row by drift */
  add(position: number, place: SentRow, faults: RowFaults, changes?: readonly string[]): void;
  /** Passes positions without faults. */
  pass(first: number, last: number): void;
}

/**
 * @param onFault called in order of position
 * @param onPosition called for each position before its faults, but only for the first of those that are passed
 */
export function newReports(
  onFault: ((fault: Fault) => void) | undefined,
  onPosition: (position: number) => void,
): FaultReports {
  const counts = faultCounts();
  let end = 0;
  const emit = (fault: Fault): void => {
    counts[fault.kind]++;
    onFault?.(fault);
  };
  return {
    counts,
    get end() {
      return end;
    },
    pass(first, last) {
      if (last < end) return;
      if (first >= end) onPosition(first);
      end = last + 1;
    },
    add(position, { row, copyOf, moved, left, heldMs = 0, lost = [] }, { delayMs, how }, changes) {
      if (position < end) return;
      end = position + 1;
      onPosition(position);
      for (const each of left) emit({ row: each, position, kind: 'dropped' });
      for (const each of lost) emit({ row: each, position, kind: 'lost' });
      if (copyOf > 0) emit({ row, position, kind: 'duplicate', back: copyOf });
      if (moved !== 0) emit({ row, position, kind: 'reordered', by: moved });
      if (heldMs > 0) emit({ row, position, kind: 'held', heldMs });
      if (delayMs > 0) emit({ row, position, kind: 'late', delayMs });
      if (changes !== undefined) emit({ row, position, kind: 'drifted', changes });
      if (how !== undefined) emit({ row, position, kind: 'malformed', how });
    },
  };
}
