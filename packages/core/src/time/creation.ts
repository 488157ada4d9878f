import type { Creation } from '../model/schema.ts';
import { countBefore, createdAfterMs } from '../numeric/growth.ts';
import { END_MS } from './timing.ts';
import type { Timeline } from './timeline.ts';

/**
 * The timeline of rows that are created by growth: those that exist from the beginning come there, all others at their creation.
 * The population determines all times, so the rate cannot change.
 */
export function newCreationTimeline(creation: Creation, fromMs: number): Timeline {
  const { from, perSecond, size } = creation;
  const time = (row: number): number => {
    const ms = row < size ? fromMs + createdAfterMs(creation, row) : Infinity;
    return ms < END_MS ? ms : Infinity;
  };
  const before = (ms: number): number => {
    if (!(ms > fromMs)) return 0;
    return Math.min(size, countBefore(creation, Math.min(Math.ceil(ms), END_MS) - fromMs));
  };
  const lastMs = time(size - 1);
  return {
    fromMs,
    time,
    before,
    isFixed: true,
    changes: [],
    // What exists at the beginning counts as created within its second.
    rateAt: (ms) => (ms < fromMs || ms > lastMs ? 0 : perSecond + (ms < fromMs + 1000 ? from : 0)),
    change: () => {
      throw new RangeError('Cannot change the rate: each row is the creation of an entity that grows');
    },
    put(ms, first, rows, step = 1) {
      for (let r = 0; r < rows; r++) ms[r] = time(first + r * step);
    },
  };
}
