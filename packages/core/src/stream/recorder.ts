import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { rowIndex, type Batch } from '../rows/batch.ts';
import type { RowWriter } from '../rows/writer.ts';
import type { Span } from './saved-times.ts';
import type { Shard } from './shard.ts';
import { newAcknowledgements, NO_ACKNOWLEDGEMENTS, type Acknowledgements } from './acknowledgements.ts';
import { putIn, type Range } from '../resume/ranges.ts';

/** What is known of the rows that one thread or shard sent, by their numbers in its part of the stream. */
export interface RecordedPart {
  /** Null: the whole stream. */
  readonly shard: Shard | null;
  /** Rows that the destination acknowledged, in order and disjoint. */
  readonly accepted: readonly Range[];
  /** Rows that an attempt without a clear end may have stored. Some may also be accepted. */
  readonly uncertain: readonly Range[];
  /** Rows that were sent again after such an attempt. */
  readonly repeated: readonly Range[];
  /** Rows that the destination rejected or quarantined. */
  readonly rejected: readonly Range[];
  /** When rows were acknowledged, by the clock of the process. Absent: an earlier version of Catbird wrote the record. */
  readonly acknowledged?: Acknowledgements | undefined;
  /** The times of rows that have the clock's time. */
  readonly spans: readonly Span[];
  /** Rows from here on were not sent; null: not known. */
  readonly end: number | null;
  /** Whether all that was sent is known: its process has ended in an orderly way. */
  readonly isWhole: boolean;
}

/** Nothing is known, because nothing was sent. */
export const nothingSent = (shard: Shard | null): RecordedPart => ({
  shard,
  accepted: [],
  uncertain: [],
  repeated: [],
  rejected: [],
  acknowledged: NO_ACKNOWLEDGEMENTS,
  spans: [],
  end: 0,
  isWhole: true,
});

/** Notes which rows were sent, and what became of them. */
export interface Recorder {
  /** Notes the times of rows when they are made. */
  readonly rows: (rows: RowWriter) => RowWriter;
  /** Notes what becomes of rows. */
  readonly watch: (connection: Connection) => Connection;
  /** What is known while rows are sent. */
  readonly soFar: () => RecordedPart;
  /** What is known once all is sent. */
  readonly part: () => RecordedPart;
}

/** How many rows ahead of those that are sent the record allows for, in seconds at their rate, and at least. */
const AHEAD = { seconds: 5, rows: 10_000 };

interface RecorderOptions {
  /** Rows per second; `Infinity` without a rate. */
  readonly perSecond: number;
  /** The rows that this process sends. */
  readonly remaining: readonly Range[];
  /** Saves the part: called before rows are sent that lie behind its end. */
  readonly keep: (part: RecordedPart) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Goes on with what earlier processes have recorded. */
export function newRecorder(
  before: RecordedPart,
  { perSecond, remaining, keep, now }: RecorderOptions,
): Recorder {
  const accepted = [...before.accepted];
  const uncertain = [...before.uncertain];
  const repeated = [...before.repeated];
  const rejected = [...before.rejected];
  const spans = [...before.spans];
  const times = newAcknowledgements(before.acknowledged ?? NO_ACKNOWLEDGEMENTS);
  // What an earlier process sent last is not known if it was killed.
  const earlier = earlierRows(before);
  for (const range of earlier) putIn(uncertain, range);
  // Rows are sent again if the state did not know yet that they arrived.
  for (const range of inBoth(remaining, [...before.accepted, ...earlier])) putIn(repeated, range);
  let sentTo = before.end ?? earlier.at(-1)?.[1] ?? 0;
  let end = sentTo;
  // What was made of an earlier record, and new times, are saved before more is sent.
  let isStale = !before.isWhole;
  const ahead = Number.isFinite(perSecond) ? Math.ceil(perSecond * AHEAD.seconds) : 0;

  const soFar = (): RecordedPart => ({
    shard: before.shard,
    accepted: [...accepted],
    uncertain: [...uncertain],
    repeated: [...repeated],
    rejected: [...rejected],
    acknowledged: times.soFar(),
    spans: [...spans],
    end,
    isWhole: false,
  });
  const eachRange = (batch: Batch, isIn: (place: number) => boolean, use: (rows: Range) => void): void => {
    let from = -1;
    for (let place = 0; place <= batch.count; place++) {
      const isNext =
        place < batch.count &&
        isIn(place) &&
        (from < 0 || rowIndex(batch, place) === rowIndex(batch, place - 1) + 1);
      if (isNext) {
        if (from < 0) from = place;
        continue;
      }
      if (from >= 0) use([rowIndex(batch, from), rowIndex(batch, place - 1) + 1]);
      from = place < batch.count && isIn(place) ? place : -1;
    }
  };
  const note = (to: Range[], batch: Batch, isIn: (place: number) => boolean): void =>
    eachRange(batch, isIn, (rows) => putIn(to, rows));
  const begin = (batch: Batch): void => {
    const last = rowIndex(batch, batch.count - 1) + 1;
    sentTo = Math.max(sentTo, last);
    if (last <= end && !isStale) return;
    isStale = false;
    end = last + Math.max(ahead, AHEAD.rows, batch.count * 10);
    keep(soFar());
  };
  return {
    soFar,
    part: () => ({ ...soFar(), end: sentTo, isWhole: true }),
    rows: (rows) => ({
      fill(batch, extent) {
        const filled = rows.fill(batch, extent);
        const { time, first, step = 1 } = extent;
        if ('put' in time || filled.count === 0) return filled;
        const span = { first, end: first + filled.count * step, ms: time.startMs };
        if (noteSpan(spans, span)) isStale = true;
        return filled;
      },
    }),
    watch: (connection) => ({
      async send(batch, options) {
        begin(batch);
        if (options.uncertain === true) note(repeated, batch, () => true);
        try {
          const receipt = await connection.send(batch, options);
          const outcome = outcomesOf(batch, receipt);
          const ms = now();
          eachRange(
            batch,
            (place) => outcome(place) === 'accepted',
            (rows) => {
              putIn(accepted, rows);
              times.note(rows, ms);
            },
          );
          note(rejected, batch, (place) => outcome(place) === 'rejected');
          note(uncertain, batch, (place) => outcome(place) === 'uncertain');
          return receipt;
        } catch (error) {
          // Whatever is no answer of the service leaves open whether the rows are there.
          if (!(error instanceof DeliveryError) || error.uncertain) note(uncertain, batch, () => true);
          throw error;
        }
      },
      close: () => connection.close(),
    }),
  };
}

/** Rows that an earlier process may have sent, though it did not live to note what became of them. */
export function earlierRows({ accepted, rejected, uncertain, end, isWhole }: RecordedPart): readonly Range[] {
  if (isWhole) return [];
  const known = [...accepted];
  for (const range of [...rejected, ...uncertain]) putIn(known, range);
  const gaps: Range[] = [];
  let from = 0;
  for (const [first, last] of known) {
    if (first > from) gaps.push([from, first]);
    from = last;
  }
  if (end === null || from < end) gaps.push([from, end ?? Infinity]);
  return gaps;
}

/** What became of the row at each place of a batch. Uncertain, too, if the receipt only counts rows that it does not name. */
function outcomesOf(
  { count }: Batch,
  { accepted, retryable, unconfirmed, rejectedPlaces = [] }: Receipt,
): (place: number) => 'accepted' | 'rejected' | 'uncertain' | 'open' {
  const open = new Set(retryable?.rows);
  const doubtful = new Set(unconfirmed?.places);
  const refused = new Set(rejectedPlaces);
  const isWhole = accepted + open.size + doubtful.size + refused.size === count;
  return (place) => {
    if (open.has(place)) return 'open';
    if (refused.has(place)) return 'rejected';
    return doubtful.has(place) || !isWhole ? 'uncertain' : 'accepted';
  };
}

/** Adds a span. Rows that are made again get their new time. Returns whether it is another time than before. */
function noteSpan(spans: Span[], span: Span): boolean {
  while (isWithin(spans.at(-1), span)) spans.pop();
  const last = spans.at(-1);
  const before = last !== undefined && last.first < span.first ? last : undefined;
  if (before !== undefined && before.end > span.first)
    spans[spans.length - 1] = { ...before, end: span.first };
  const isSame = before !== undefined && before.ms === span.ms && before.end >= span.first;
  if (isSame) spans[spans.length - 1] = { ...before, end: span.end };
  else spans.push(span);
  return !isSame;
}

const isWithin = (inner: Span | undefined, { first, end }: Span): boolean =>
  inner !== undefined && inner.first >= first && inner.end <= end;

/** The rows that are in both. */
function inBoth(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  return some.flatMap(([first, end]) =>
    others.flatMap(([from, to]): Range[] => {
      const both: Range = [Math.max(first, from), Math.min(end, to)];
      return both[0] < both[1] ? [both] : [];
    }),
  );
}
