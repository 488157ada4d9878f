import type { RowWriter } from '@catbird/core';
import { countBelow, type Range } from '@catbird/core/resume';
import type { KeptSpan } from './kept-run.ts';

/** Rows whose times are remembered until they are done, so that another session can generate the same rows again. */
export interface BatchTimes {
  readonly rows: RowWriter;
  /** The spans that these remaining rows still need. */
  spansOf(remaining: readonly Range[]): readonly KeptSpan[];
}

/**
 * Remembers the clock's times of batches. Rows of an earlier session's batch get the time that they had.
 *
 * @param spans of an earlier session
 */
export function batchTimes(rows: RowWriter, spans: readonly KeptSpan[]): BatchTimes {
  let known = [...spans];
  return {
    spansOf(remaining) {
      known = known.filter(({ first, end }) => countBelow(end, remaining) > countBelow(first, remaining));
      return known;
    },
    rows: {
      fill(batch, extent) {
        const { first, count, time } = extent;
        // Computed times need not be remembered.
        if ('put' in time) return rows.fill(batch, extent);
        const span = known.find((each) => first >= each.first && first < each.end);
        const later = known.map((each) => (each.first > first ? each.first : Infinity));
        const end = span?.end ?? Math.min(...later, Infinity);
        const filled = rows.fill(batch, {
          ...extent,
          count: Math.min(count, end - first),
          ...(span !== undefined && { time: { startMs: span.ms, stepMs: 0 } }),
        });
        if (span === undefined) known.push({ first, end: first + filled.count, ms: time.startMs });
        return filled;
      },
    },
  };
}
