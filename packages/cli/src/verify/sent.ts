import { invalid, type Result, type RowTimes } from '@catbird/engine';
import { countIn, putIn, type CountedRange, type Range, type Span, placeOf } from '@catbird/send';
import { earlierRows, unnotedAttempts, type RecordedPart } from '@catbird/stream';
import { allSent, type Sent, type truthOf } from '@catbird/verify';
import type { RecordedStream } from '../record/record-file.ts';
import type { CommandIssue } from '../refusal.ts';
import type { Prepared } from '../stream/prepared.ts';

/** What was sent, and how many rows or positions there are. */
export interface SentRows {
  readonly sent: Sent;
  readonly rows: number;
}

/** What records know, else that all of `whole` rows were sent. */
export function sentIn(records: readonly RecordedStream[], whole: number): Result<SentRows, CommandIssue> {
  const [record] = records;
  if (record === undefined)
    return whole < 0
      ? wrong('without a --record, verify needs an end: set limit, duration or to')
      : { ok: true, sent: allSent(whole), rows: whole };
  const made = sentOf(
    records.flatMap((each) => each.parts),
    record,
  );
  if (!made.ok) return made;
  const sent = withinLimit(made.sent, record, whole);
  const end = Math.max(0, ...[...sent.accepted, ...sent.uncertain].map(([, last]) => last));
  const rows = Number.isFinite(end) ? end : whole;
  if (rows < 0) return wrong('the record has no end of the sent rows. Set a limit');
  return { ok: true, sent, rows };
}

/** Limits are exact: what a killed process may have sent ends there. A duration has no such end, as the rate may have changed. */
function withinLimit(sent: Sent, { options }: RecordedStream, whole: number): Sent {
  if ((options.limit ?? options.size) === undefined || whole < 0) return sent;
  const most = Math.max(whole, sent.accepted.at(-1)?.[1] ?? 0);
  const uncertain = sent.uncertain
    .filter(([first]) => first < most)
    .map(([first, end]): Range => [first, Math.min(end, most)]);
  return { ...sent, uncertain };
}

/** Whether all processes that sent rows have ended in an orderly way. */
export const isFinished = (records: readonly RecordedStream[]): boolean => {
  const parts = records.flatMap((each) => each.parts);
  const all = Math.max(1, ...parts.map(({ shard }) => shard?.count ?? 1));
  return parts.length >= all && parts.every(({ isWhole }) => isWhole);
};

/** Rows of a stream without an end that are judged at first. */
const LEAST_OPEN = 65_536;

/** What is known while rows are sent: those that the records do not know yet may be there. Their number grows rarely, as rows are found in a table. */
export function openSent({ sent, rows: end }: SentRows, { wholeRows, time }: Prepared): SentRows {
  const most = wholeRows < 0 ? 2 ** Math.ceil(Math.log2(Math.max(LEAST_OPEN, end * 2))) : wholeRows;
  // Without computed event times, later rows are not known yet.
  const rows = time === undefined ? Math.min(end, most) : most;
  const uncertain = [...sent.uncertain];
  putIn(uncertain, [end, Math.max(end, rows)]);
  const repeated = [...sent.repeated];
  for (const range of uncertain) countIn(repeated, range, Infinity);
  return { sent: { ...sent, uncertain, repeated }, rows };
}

/** What all parts sent, by positions in the whole stream. */
function sentOf(
  parts: readonly RecordedPart[],
  { splitBy }: RecordedStream,
): Result<{ readonly sent: Sent }, CommandIssue> {
  if (parts.some(({ shard }) => shard !== null) && splitBy !== null)
    return invalid(
      `The record is of a stream that is split by ${splitBy}. This cannot be verified yet: use --shard or --workers without --split-by`,
    );
  const of = (rangesIn: (part: RecordedPart) => readonly Range[]): readonly Range[] => {
    const ranges: Range[] = [];
    for (const part of parts)
      for (const range of positionsOf(rangesIn(part), part.shard)) putIn(ranges, range);
    return ranges;
  };
  const repeated: CountedRange[] = [];
  for (const part of parts) {
    const counted = [...part.repeated];
    for (const range of unnotedAttempts(part)) countIn(counted, range);
    for (const [first, end, times] of counted)
      for (const range of positionsOf([[first, end]], part.shard)) countIn(repeated, range, times);
  }
  return {
    ok: true,
    sent: {
      accepted: of(({ accepted }) => accepted),
      uncertain: of((part) => [...part.uncertain, ...earlierRows(part)]),
      repeated,
      acknowledgedMs: acknowledgedIn(parts),
    },
  };
}

/** The positions of rows of a shard. */
function* positionsOf(ranges: readonly Range[], shard: RecordedPart['shard']): Generator<Range> {
  if (shard === null) yield* ranges;
  else
    for (const [first, end] of ranges) {
      if (!Number.isFinite(end)) yield [shard.index + first * shard.count, Infinity];
      else
        for (let row = first; row < end; row++) {
          const position = shard.index + row * shard.count;
          yield [position, position + 1];
        }
    }
}

/** A mistake in what was sent. */
export const wrong = (message: string): Result<never, CommandIssue> => ({
  ok: false,
  issues: [{ kind: 'config', message }],
});

/** When the row at a position was acknowledged, by all parts that sent rows. NaN: unknown. Undefined: the parts have no times. */
function acknowledgedIn(parts: readonly RecordedPart[]): ((position: number) => number) | undefined {
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
