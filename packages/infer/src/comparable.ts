import { newObserver, type Limits, type Observer, type Row } from './observe/observe.ts';
import { readRows } from './read/read-rows.ts';
import type { Comparison } from './compare/compare.ts';

/** A sample that rows can be compared with. */
export interface Comparable {
  /**
   * Compares rows with those of the sample, field by field: at most as many as were kept of it.
   *
   * @param generated rows in any format that a sample may have
   */
  readonly compare: (generated: AsyncIterable<Uint8Array>) => Promise<Comparison>;
}

/** Makes rows of a sample comparable. What compares them is loaded with the first comparison. */
export const comparable = (original: readonly Row[], limits: Limits): Comparable => ({
  async compare(generated) {
    const { compareRows } = await import('./compare/compare.ts');
    let observer: Observer | undefined;
    await readRows(generated, limits, () => (observer = newObserver(limits)));
    return compareRows(original, observer?.profile().rows ?? []);
  },
});

/** Rows of a sample that are kept, and so compared. */
const MOST_ROWS = 10_000;
/** Fewer would differ by chance alone. */
const LEAST_ROWS = 1_000;

/** How many rows to generate for a comparison with a sample. @param rows those of the sample */
export const rowsToCompare = (rows: number): number => Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows));
