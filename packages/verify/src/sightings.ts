import type { Counts, OrderReport } from './report.ts';
import type { Truth } from './truth.ts';

/** How often each row was seen, and whether it was changed. One byte a row, and more for rows seen very often. */
export interface Sightings {
  /** Counts a row. Returns how often it has been seen now. */
  readonly see: (row: number) => number;
  readonly seen: (row: number) => number;
  readonly change: (row: number) => void;
  readonly isChanged: (row: number) => boolean;
}

const CHANGED = 0x80;
const MOST = 0x7f;

/** @param rows how many rows there are: it grows when others are seen */
export function newSightings(rows: number): Sightings {
  let counts = new Uint8Array(rows);
  /** How often rows were seen beyond what a byte counts. */
  const beyond = new Map<number, number>();
  const counted = (row: number): number => (counts[row] ?? 0) & MOST;
  const seen = (row: number): number => {
    const count = counted(row);
    return count < MOST ? count : MOST + (beyond.get(row) ?? 0);
  };
  return {
    see(row) {
      if (row >= counts.length) {
        const wider = new Uint8Array(Math.max(row + 1, counts.length * 2));
        wider.set(counts);
        counts = wider;
      }
      if (counted(row) === MOST) beyond.set(row, (beyond.get(row) ?? 0) + 1);
      else counts[row] = ((counts[row] ?? 0) & CHANGED) | (counted(row) + 1);
      return seen(row);
    },
    seen,
    change: (row) => void (counts[row] = (counts[row] ?? 0) | CHANGED),
    isChanged: (row) => ((counts[row] ?? 0) & CHANGED) !== 0,
  };
}

/** Lines that are no rows: some were sent as such. */
interface Unreadable {
  readonly take: (line: string) => void;
  readonly counts: () => Pick<Counts, 'unreadable' | 'malformed'>;
}

/** Different lines that are kept while rows are sent, as they may turn out to have been sent. */
const KEPT = 100_000;

/** @param truth that of now */
export function newUnreadable(truth: () => Truth): Unreadable {
  const seen = new Map<string, number>();
  let others = 0;
  return {
    take(line) {
      const { malformed, isOpen = false } = truth();
      if (malformed?.has(line) === true || seen.has(line) || (isOpen && seen.size < KEPT))
        seen.set(line, (seen.get(line) ?? 0) + 1);
      else others++;
    },
    counts() {
      const { malformed = new Map<string, number>(), isOpen = false } = truth();
      const sent = [...malformed.values()].reduce((sum, count) => sum + count, 0);
      let there = 0;
      let unknown = 0;
      for (const [line, count] of seen) {
        const known = Math.min(count, malformed.get(line) ?? 0);
        there += known;
        unknown += count - known;
      }
      return { unreadable: others + (isOpen ? 0 : unknown), malformed: { sent, there } };
    },
  };
}

/** The order in which rows arrive. */
interface Sequence {
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
