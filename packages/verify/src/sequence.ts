import type { OrderReport } from './report.ts';
import type { Truth } from './truth.ts';

/** The order in which rows arrive. */
export interface Sequence {
  /** The sent row after the last one. */
  readonly next: () => number;
  /** Whether the last rows came as they were sent, so that the next one is likely to do so. */
  readonly isInOrder: () => boolean;
  /** Takes a row. @param isFirst whether it was not seen before */
  readonly take: (row: number, isFirst: boolean) => void;
  readonly report: () => OrderReport;
}

/** After so many rows in order, the next one is expected. */
const STREAK = 8;

/** @param truth that of now */
export function newSequence(truth: () => Truth): Sequence {
  let outOfOrder = 0;
  let mostLate = 0;
  let highest = -1;
  let last = -1;
  let streak = STREAK;
  const next = (): number => {
    const { rows, most } = truth();
    let row = last + 1;
    while (row < rows && most(row) === 0) row++;
    return row;
  };
  return {
    next,
    isInOrder: () => streak >= STREAK,
    take(row, isFirst) {
      streak = row === next() ? streak + 1 : 0;
      last = row;
      if (row > highest) highest = row;
      else if (row < highest && isFirst) {
        outOfOrder++;
        mostLate = Math.max(mostLate, highest - row);
      }
    },
    report: () => ({ rows: outOfOrder, most: mostLate }),
  };
}
