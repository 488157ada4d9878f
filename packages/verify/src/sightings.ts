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
