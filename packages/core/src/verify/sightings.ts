import { ANY } from './truth.ts';

/** How often each row was seen, and whether it was changed. One byte a row. */
export interface Sightings {
  /** Counts a row. Returns how often it has been seen now, at most 127. */
  readonly see: (row: number) => number;
  readonly seen: (row: number) => number;
  readonly change: (row: number) => void;
  readonly isChanged: (row: number) => boolean;
}

const CHANGED = 0x80;
const MOST = ANY;

/** @param rows how many rows there are */
export function newSightings(rows: number): Sightings {
  const counts = new Uint8Array(rows);
  const seen = (row: number): number => (counts[row] ?? 0) & MOST;
  return {
    see(row) {
      const count = Math.min(MOST, seen(row) + 1);
      counts[row] = ((counts[row] ?? 0) & CHANGED) | count;
      return count;
    },
    seen,
    change: (row) => void (counts[row] = (counts[row] ?? 0) | CHANGED),
    isChanged: (row) => ((counts[row] ?? 0) & CHANGED) !== 0,
  };
}
