import type { Seed } from '../numeric/random.ts';
import type { Timeline } from '../time/timeline.ts';
import type { Drift } from './drift.ts';
import type { DriftStart } from './drift-settings.ts';
import { rowUnit } from './row-unit.ts';

/** How rows have times. */
export interface RowClock {
  /** Computed event times. Absent: rows have the clock's time. */
  readonly timeline?: Pick<Timeline, 'fromMs' | 'before' | 'changes'> | undefined;
  /** Rows per second of a constant rate without computed times. Absent: there is none. */
  readonly perSecond?: number | undefined;
}

/** Which entries apply to a row: the number of its shape. 0: none. */
export function shapesOfRows({ entries }: Drift, seed: Seed, clock: RowClock): (row: number) => number {
  const hits = entries.map(({ start, share }, i) => {
    const [first, unit] = [firstRow(start, clock), rowUnit(`drift ${i}`, seed)];
    return (row: number): boolean => row >= first() && (share === 1 || unit(row) < share);
  });
  return (row) => hits.reduce((shape, isHit, i) => (isHit(row) ? shape + 2 ** i : shape), 0);
}

/** The first row of an entry. When the rate changes, later rows get other times. */
function firstRow(start: DriftStart, { timeline, perSecond = 0 }: RowClock): () => number {
  if ('row' in start) return () => start.row;
  if (timeline === undefined) {
    const row = 'afterMs' in start ? Math.ceil((perSecond * start.afterMs) / 1000) : 0;
    return () => row;
  }
  const ms = 'ms' in start ? start.ms : timeline.fromMs + start.afterMs;
  let [row, changes] = [timeline.before(ms), timeline.changes.length];
  return () => {
    if (changes !== timeline.changes.length) [row, changes] = [timeline.before(ms), timeline.changes.length];
    return row;
  };
}
