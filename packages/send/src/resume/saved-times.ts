import { placeOf, type Range } from './ranges.ts';
import type { Batch, FaultyRows, RowWriter } from '@catbird/engine';

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
  /** The spans that these remaining rows and their copies still need, in order and disjoint. */
  spansOf(remaining: readonly Range[]): readonly Span[];
}

/** Without a rate: rows of the first span, and the minimum of any span. */
const LEAST_ROWS = 5000;
/** Target duration of a span. */
const SPAN_MS = 1000;

/** How many rows have the same time, and who saves it. */
interface SavedTimesOptions {
  /** The rows of about a second have the same time: rows a second; `Infinity` without a rate. Absent: those of a batch. */
  readonly perSecond?: number;
  /** What must know the times of rows that an earlier process sent. Absent: nothing. */
  readonly earlier?: FaultyRows['earlier'] | undefined;
  /** Saves the spans. Called after a span of a second is added and before its rows are generated. */
  readonly keep?: () => void;
}

/**
 * Gives consecutive rows the same time: the time at which the first of them is generated. Computed event times stay as they are and
 * need no spans.
 *
 * @param spans the spans of an earlier process
 */
export function timedRows(
  rows: RowWriter,
  spans: readonly Span[],
  { perSecond, keep, earlier }: SavedTimesOptions = {},
): TimedRows {
  let known = [...spans];
  for (const { first, end, ms } of spans) earlier?.remember(first, end, ms);
  const sizes = perSecond === undefined ? undefined : newSizes(perSecond);

  const endAt = (first: number, size: number): number =>
    Math.min(first + size, ...known.map((span) => (span.first > first ? span.first : Infinity)));
  const begin = (first: number, size: number, ms: number): Span => {
    const span = { first, end: endAt(first, size), ms };
    known.push(span);
    keep?.();
    return span;
  };
  return {
    spansOf(remaining) {
      const [next = 0] = remaining[0] ?? [];
      const since = next - (earlier?.reach ?? 0);
      known = known.filter(({ first, end }) => {
        const isLeft = (remaining[placeOf(first, remaining)]?.[0] ?? Infinity) < end;
        return isLeft || (first < next && end > since);
      });
      return known;
    },
    rows: {
      fill(batch, extent) {
        const { first, step = 1, count, time } = extent;
        if ('put' in time) return rows.fill(batch, extent);
        const fillTo = (end: number, ms: number): Batch =>
          rows.fill(batch, {
            ...extent,
            count: Math.min(count, Math.ceil((end - first) / step)),
            time: { startMs: ms, stepMs: 0 },
          });
        const span = known.findLast((each) => first >= each.first && first < each.end);
        if (span !== undefined) return fillTo(span.end, span.ms);
        if (sizes !== undefined) {
          const { end, ms } = begin(first, sizes.next(time.startMs, known.at(-1)), time.startMs);
          return fillTo(end, ms);
        }
        const filled = fillTo(endAt(first, Infinity), time.startMs);
        begin(first, filled.count * step, time.startMs);
        return filled;
      },
    },
  };
}

/** How many rows a second has. Without a rate, the duration of the last span tells. */
function newSizes(perSecond: number): { next(ms: number, last: Span | undefined): number } {
  const hasRate = Number.isFinite(perSecond);
  let size = hasRate ? Math.ceil(perSecond) : LEAST_ROWS;
  return {
    next(ms, last) {
      if (hasRate || last === undefined) return size;
      if (ms - last.ms < SPAN_MS / 2) size *= 2;
      if (ms - last.ms > SPAN_MS * 2) size = Math.max(LEAST_ROWS, Math.ceil(size / 2));
      return size;
    },
  };
}
