import type { RowTimes } from '@catbird/engine';
import { type Span, placeOf } from '@catbird/send';
import type { RecordedPart } from '@catbird/stream';
import type { truthOf } from '@catbird/verify';

/** When the row at a position was acknowledged, by all parts that sent rows. NaN: unknown. Undefined: the parts have no times. */
export function acknowledgedIn(parts: readonly RecordedPart[]): ((position: number) => number) | undefined {
  const known = parts.flatMap(({ shard, acknowledged }) =>
    acknowledged === undefined
      ? []
      : [{ index: shard?.index ?? 0, count: shard?.count ?? 1, at: timeIn(acknowledged.spans) }],
  );
  if (known.length < parts.length || parts.length === 0) return undefined;
  return (position) => {
    for (const { index, count, at } of known) {
      const row = (position - index) / count;
      const ms = Number.isInteger(row) ? at(row) : NaN;
      if (!Number.isNaN(ms)) return ms;
    }
    return NaN;
  };
}

/** The times of rows that are asked for close to each other. */
function timeIn(spans: readonly Span[]): (row: number) => number {
  const ranges = spans.map(({ first, end }) => [first, end] as const);
  let last = spans[0];
  return (row) => {
    if (last === undefined || row < last.first || row >= last.end) last = spans[placeOf(row, ranges)];
    return last !== undefined && row >= last.first ? last.ms : NaN;
  };
}

/** Rows whose event times are made at once. */
const AT_ONCE = 1024;

/** The event times of rows that are asked for close to each other. */
export function eventTimesOf(time: Parameters<typeof truthOf>[1]): (row: number) => number {
  if (!isPut(time)) return (row) => time.startMs + time.stepMs * row;
  const ms = new Float64Array(AT_ONCE);
  let first = -1;
  return (row) => {
    const block = row - (row % AT_ONCE);
    if (block !== first) time.put(ms, block, AT_ONCE);
    first = block;
    return ms[row - block] ?? NaN;
  };
}

const isPut = (time: Parameters<typeof truthOf>[1]): time is RowTimes => 'put' in time;
