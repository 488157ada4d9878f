import type { RowWriter } from '@catbird/core';
import { placeOf, type Range } from '@catbird/core/resume';

/** Rows with the same time. */
export interface Span {
  /** The first row, and the row after the last. */
  readonly first: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/** Rows whose times are saved before they are generated, so that another process can generate the same rows again. */
export interface TimedRows {
  readonly rows: RowWriter;
  /** The spans that these remaining rows still need, in order and disjoint. */
  spansOf(remaining: readonly Range[]): readonly Span[];
}

/** Without a rate: rows of the first span, and the minimum of any span. */
const LEAST_ROWS = 5000;
/** Target duration of a span. */
const SPAN_MS = 1000;

/**
 * Gives the rows of about a second the same time: the time at which the first of them is generated. Computed event times stay as
 * they are and need no spans.
 *
 * @param spans the spans of an earlier process
 * @param perSecond rows a second; `Infinity` without a rate
 * @param keep saves the spans. Called after a span is added and before its rows are generated
 */
export function timedRows(
  rows: RowWriter,
  spans: readonly Span[],
  perSecond: number,
  keep: () => void,
): TimedRows {
  let known = [...spans];
  const hasRate = Number.isFinite(perSecond);
  let size = hasRate ? Math.ceil(perSecond) : LEAST_ROWS;

  const begin = (first: number, ms: number): Span => {
    const last = known.at(-1);
    // Without a rate, the duration of the last span gives the rows per second.
    if (!hasRate && last !== undefined) {
      if (ms - last.ms < SPAN_MS / 2) size *= 2;
      if (ms - last.ms > SPAN_MS * 2) size = Math.max(LEAST_ROWS, Math.ceil(size / 2));
    }
    const later = known.map((span) => (span.first > first ? span.first : Infinity));
    const end = Math.min(first + size, ...later);
    const span = { first, end, ms };
    known.push(span);
    keep();
    return span;
  };
  return {
    spansOf(remaining) {
      known = known.filter(({ first, end }) => (remaining[placeOf(first, remaining)]?.[0] ?? Infinity) < end);
      return known;
    },
    rows: {
      fill(batch, extent) {
        const { first, step = 1, count, time } = extent;
        if ('put' in time) return rows.fill(batch, extent);
        const span =
          known.findLast((each) => first >= each.first && first < each.end) ?? begin(first, time.startMs);
        return rows.fill(batch, {
          ...extent,
          count: Math.min(count, Math.ceil((span.end - first) / step)),
          time: { startMs: span.ms, stepMs: 0 },
        });
      },
    },
  };
}
