import { firstPlace } from '@catbird/engine';
import type { FaultyRows, RowTimes } from '@catbird/engine';
import type { Span } from '@catbird/send';

/** Times of rows that were noted when they were made. Rows without one have that of the row before them. */
export function spanTimes(spans: readonly Span[]): RowTimes {
  const sorted = flattened(spans);
  let at = 0;
  const msOf = (row: number): number => {
    const span = sorted[at];
    if (span === undefined || row < span.first || row >= span.end) at = placeIn(sorted, row);
    return sorted[at]?.ms ?? 0;
  };
  return {
    put(ms, first, rows, step = 1) {
      for (let r = 0; r < rows; r++) ms[r] = msOf(first + r * step);
    },
  };
}

/**
 * The times of rows with faults, whose spans count positions in the sent stream: a row has the time of its first position. Its copies have
 * the same.
 *
 * @param positions how many there are
 */
export function faultySpanTimes(
  spans: readonly Span[],
  { rowAt }: Pick<FaultyRows, 'rowAt'>,
  positions: number,
): RowTimes {
  const sent = spanTimes(spans);
  const ms = new Float64Array(1);
  const times: number[] = [];
  for (let position = 0; position < positions; position++) {
    const row = rowAt(position);
    if (times[row] !== undefined) continue;
    sent.put(ms, position, 1);
    times[row] = ms[0] ?? 0;
  }
  return {
    put(into, first, rows, step = 1) {
      for (let r = 0; r < rows; r++) into[r] = times[first + r * step] ?? 0;
    },
  };
}

/** The last span that begins at a row or before it. */
const placeIn = (spans: readonly Span[], row: number): number =>
  Math.max(0, firstPlace(0, spans.length, (at) => (spans[at]?.first ?? 0) > row) - 1);

/** Spans in order and disjoint. Later ones replace what they overlap: rows that were made again have their new time. */
function flattened(spans: readonly Span[]): readonly Span[] {
  let sorted: Span[] = [];
  for (const span of spans) {
    const last = sorted.at(-1);
    if (last === undefined || last.end <= span.first) {
      sorted.push(span);
      continue;
    }
    sorted = sorted.flatMap((each) => [
      ...(each.first < span.first ? [{ ...each, end: Math.min(each.end, span.first) }] : []),
      ...(each.end > span.end ? [{ ...each, first: Math.max(each.first, span.end) }] : []),
    ]);
    sorted.push(span);
    sorted.sort((a, b) => a.first - b.first);
  }
  return sorted;
}
