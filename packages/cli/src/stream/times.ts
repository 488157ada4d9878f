import type { RowWriter } from '@catbird/core';
import { placeOf, type Range } from './ranges.ts';

/** Rows that bear the same time. */
export interface Span {
  /** The first row, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/** Rows whose times are known before they are made: whoever makes them again, another process too, gives them the same. */
export interface TimedRows {
  readonly rows: RowWriter;
  /** The times that may still be asked for when only these rows are, in order and apart. */
  spansOf(remaining: readonly Range[]): readonly Span[];
}

/** Rows of the first span where there is no rate, and the fewest of any there. */
const LEAST_ROWS = 5000;
/** A span shall last about so long, in milliseconds. */
const SPAN_MS = 1000;

/**
 * Gives the rows of about a second one time, the one at which the first of them is made.
 *
 * @param spans the times that an earlier process gave
 * @param perSecond rows a second; `Infinity` where there is no rate
 * @param keep called when there is a new span, before any of its rows is made: once it has returned, the span must be safe
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
    // Without a rate, how long the last ones took tells how many rows a second there are.
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
        const { first, count, time } = extent;
        const span =
          known.findLast((each) => first >= each.first && first < each.end) ?? begin(first, time.startMs);
        return rows.fill(batch, {
          ...extent,
          count: Math.min(count, span.end - first),
          time: { startMs: span.ms, stepMs: 0 },
        });
      },
    },
  };
}
