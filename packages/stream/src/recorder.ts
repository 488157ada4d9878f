import { rowIndex, type Batch, type RowWriter } from '@catbird/engine';
import {
  type Connection,
  type Receipt,
  DeliveryError,
  classOf,
  type Span,
  countBelow,
  countIn,
  inBoth,
  putIn,
  takeOut,
  type CountedRange,
  type Range,
} from '@catbird/send';
import type { Unaccepted } from '@catbird/verify';
import type { Shard } from './stream-rows.ts';
import { newAcknowledgements, NO_ACKNOWLEDGEMENTS, type Acknowledgements } from './acknowledgements.ts';

/** What is known of the rows that one thread or shard sent, by their numbers in its part of the stream. */
export interface RecordedPart {
  /** Null: the whole stream. */
  readonly shard: Shard | null;
  /** Rows that the destination acknowledged, and those that incidents drop, in order and disjoint. */
  readonly accepted: readonly Range[];
  /** Rows that an attempt without a clear end may have stored. Some may also be accepted. */
  readonly uncertain: readonly Range[];
  /** Rows that further attempts may have stored, too, with the number of these attempts. */
  readonly repeated: readonly CountedRange[];
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
  for (const range of unnotedAttempts(before)) countIn(repeated, range);
  for (const range of earlier) putIn(uncertain, range);
  const storedOf = (rows: Range): readonly Range[] => {
    const stored: Range[] = [];
    for (const ranges of [accepted, uncertain])
      for (const range of inBoth(rows, ranges)) putIn(stored, range);
    return stored;
  };
  // Rows that are still to be sent again, because the state did not know yet that they arrived.
  const due: Range[] = [];
  for (const rows of remaining) for (const range of storedOf(rows)) putIn(due, range);
  const inFlight = new Set<Batch>();
  let sentTo = before.end ?? earlier.at(-1)?.[1] ?? 0;
  let end = sentTo;
  // What was made of an earlier record, and new times, are saved before more is sent.
  let isStale = !before.isWhole;
  const ahead = Number.isFinite(perSecond) ? Math.ceil(perSecond * AHEAD.seconds) : 0;

  const known = (): RecordedPart => ({
    shard: before.shard,
    accepted: [...accepted],
    uncertain: [...uncertain],
    repeated: [...repeated],
    rejected: [...rejected],
    acknowledged: times.soFar(),
    spans: [...spans],
    end: sentTo,
    isWhole: true,
  });
  const soFar = (): RecordedPart => {
    // What is being sent again, and what will be, may be there any moment.
    const coming = [...repeated];
    for (const range of due) countIn(coming, range);
    for (const batch of inFlight)
      eachRange(batch, everywhere, (rows) => {
        for (const range of storedOf(rows)) countIn(coming, range);
      });
    return { ...known(), repeated: coming, end, isWhole: false };
  };
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
  /** Notes rows that an attempt has stored, or may have stored. */
  const noteStored = (to: Range[], batch: Batch, isIn: (place: number) => boolean): void =>
    eachRange(batch, isIn, (rows) => {
      for (const range of storedOf(rows)) countIn(repeated, range);
      putIn(to, rows);
    });
  const begin = (batch: Batch): void => {
    inFlight.add(batch);
    eachRange(batch, everywhere, (rows) => takeOut(due, rows));
    const last = rowIndex(batch, batch.count - 1) + 1;
    sentTo = Math.max(sentTo, last);
    if (last <= end && !isStale) return;
    isStale = false;
    end = last + Math.max(ahead, AHEAD.rows, batch.count * 10);
    keep(soFar());
  };
  return {
    soFar,
    part: known,
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
        try {
          const receipt = await connection.send(batch, options);
          const outcome = outcomesOf(batch, receipt);
          const isAccepted = (place: number): boolean => outcome(place) === 'accepted';
          const ms = now();
          eachRange(batch, isAccepted, (rows) => times.note(rows, ms));
          noteStored(accepted, batch, isAccepted);
          note(rejected, batch, (place) => outcome(place) === 'rejected');
          noteStored(uncertain, batch, (place) => outcome(place) === 'uncertain');
          return receipt;
        } catch (error) {
          // Whatever is no answer of the service leaves open whether the rows are there.
          if (!(error instanceof DeliveryError) || error.uncertain) noteStored(uncertain, batch, everywhere);
          else if (isRejection(error, batch)) note(rejected, batch, everywhere);
          throw error;
        } finally {
          inFlight.delete(batch);
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

/** Rows that a process which was killed may have sent again without noting it: those of which it did not know whether they arrived. */
export function unnotedAttempts(part: RecordedPart): readonly Range[] {
  if (part.isWhole) return [];
  const rows = [...part.uncertain];
  for (const range of earlierRows(part)) putIn(rows, range);
  return rows;
}

/** Counts the rows that were not accepted. Of a process that was killed, only those that it has noted. */
export function unacceptedIn(parts: readonly RecordedPart[]): Unaccepted {
  const total = { rejected: 0, failed: 0, uncertain: 0 };
  for (const { accepted, uncertain, rejected, end, isWhole } of parts) {
    const all: Range[] = [];
    for (const ranges of [accepted, uncertain, rejected]) for (const range of ranges) putIn(all, range);
    // Rows before the first known one may be those of an earlier process that kept no record.
    const first = all[0]?.[0] ?? 0;
    if (isWhole && end !== null) total.failed += end - first - countBelow(end, all);
    total.rejected += without(rejected, [...accepted, ...uncertain]);
    total.uncertain += without(uncertain, accepted);
  }
  return total;
}

/** How many rows are left of ranges without others. */
function without(ranges: readonly Range[], others: readonly Range[]): number {
  const left = [...ranges];
  for (const range of others) takeOut(left, range);
  return countBelow(Infinity, left);
}

/** What became of the row at each place of a batch. Uncertain, too, if the receipt only counts rows that it does not name. */
function outcomesOf(
  { count }: Batch,
  { accepted, dropped = 0, retryable, unconfirmed, rejectedPlaces = [] }: Receipt,
): (place: number) => 'accepted' | 'rejected' | 'uncertain' | 'open' {
  const open = new Set(retryable?.rows);
  const doubtful = new Set(unconfirmed?.places);
  const refused = new Set(rejectedPlaces);
  const isWhole = accepted + dropped + open.size + doubtful.size + refused.size === count;
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

/** Whether rows were rejected, and are not sent again in smaller batches. */
const isRejection = (error: DeliveryError, { count }: Batch): boolean =>
  count === 1 ? ['batch', 'split'].includes(classOf(error)) : classOf(error) === 'batch' && !error.divisible;

const everywhere = (): boolean => true;
