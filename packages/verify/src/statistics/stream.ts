import {
  type AskedShares,
  byteLength,
  newBatch,
  texts,
  type EventTime,
  type RowTimes,
  type RowWriter,
  type Timeline,
  type Timing,
  firstPlace,
  withoutDropped,
} from '@catbird/engine';
import { newCollector } from './collect.ts';
import type { Statistics } from './figures.ts';

/** Times that are computed from the row's index. */
export interface ComputedTimes {
  readonly timing: Timing;
  readonly timeline: Timeline;
}

/** How many of the rows 0, `step`, 2 · `step` … a stream has, at most `most`. Without computed times, all. */
export function rowsWithin(computed: ComputedTimes | undefined, most: number, step = 1): number {
  if (computed === undefined) return most;
  const { timing, timeline } = computed;
  return firstPlace(0, most, (row) => timeline.time(row * step) >= (timing.toMs ?? Infinity));
}

const HOUR_MS = 3_600_000;
/** Has all hours and all weekdays. */
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * How far apart to take `rows` rows, so that they show the whole stream: up to the present if it begins in the past, else its first
 * week. Without computed times, rows are taken from the first on. Odd, so that it does not fall in step with what repeats every two,
 * eight or a hundred rows.
 *
 * @param available rows that the stream has whatever their time
 */
export function spreadOf(
  computed: ComputedTimes | undefined,
  rows: number,
  { nowMs, available = Infinity }: { readonly nowMs: number; readonly available?: number },
): number {
  if (computed === undefined) return 1;
  const { timing, timeline } = computed;
  const { fromMs, toMs } = timing;
  const endMs = fromMs < nowMs - HOUR_MS ? nowMs : fromMs + WEEK_MS;
  const total = Math.min(available, timeline.before(Math.min(toMs ?? Infinity, endMs)));
  if (total <= rows) return 1;
  const step = total / rows;
  const above = oddFrom(Math.ceil(step));
  const below = above - 2;
  // Somewhat fewer rows show all of the stream. As many as asked for may show nearly all of it.
  return below >= 1 && step / above < ENOUGH && below / step >= ENOUGH ? below : above;
}

/** Part of the rows asked for, or of the stream, that will do. */
const ENOUGH = 0.9;

const oddFrom = (number: number): number => number + (number % 2 === 0 ? 1 : 0);

/** A stream whose rows are counted. */
export interface StreamToCount {
  readonly writer: RowWriter;
  /** Event times of its rows. */
  readonly time: EventTime | RowTimes;
  /** Present if times are computed from the row's index: then rows are taken from all over the stream. */
  readonly computed?: ComputedTimes | undefined;
  /** The present, in milliseconds since 1970. */
  readonly nowMs: number;
  /** How far apart rows are at most. Default: far enough to show the whole stream, which takes long if its rows are steps of journeys. */
  readonly maxStep?: number | undefined;
  /** How many rows to count. Default 10,000, or fewer if they are larger than 1.6 kB on average. */
  readonly rows?: number | undefined;
  /** Rows that the stream has whatever their time. Default: no end. */
  readonly available?: number;
  /** Default: none. */
  readonly asked?: AskedShares;
  /**
   * Called between batches, each of which has at most as many rows as all before it. False ends the count with the rows so far.
   *
   * @param counted rows so far
   * @param planned rows to count
   */
  readonly goesOn?: (counted: number, planned: number) => boolean;
}

/** Counted by default: at most this many rows, and about this many bytes. */
const DEFAULT = { rows: 10_000, bytes: 16 * 1024 * 1024 };

/** Rows that tell the size of others. */
const TRIED = 10;

/** Size of a batch, in bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** A count under way. */
export interface CountSoFar {
  readonly counted: number;
  /** Rows to count. */
  readonly planned: number;
  /** One in this many rows of the stream is read. */
  readonly step: number;
  readonly statistics: () => Statistics;
}

/** Rows between two looks at a count, at most. */
const BATCH_ROWS = 500;

/** Counts a stream as `streamStatistics` does, in batches: yields before each of them, and at the end. */
export function* countStream({ asked, ...stream }: StreamToCount): Generator<CountSoFar, void> {
  const { writer, time, computed, nowMs, available = Infinity } = stream;
  const most = Math.min(available, stream.rows ?? fittingRows(stream));
  const spread = most === 0 ? 1 : spreadOf(computed, most, { nowMs, available });
  const step = Math.min(spread, stream.maxStep ?? Infinity);
  const rows = Math.min(Math.ceil(available / step), rowsWithin(computed, most, step));
  const collector = newCollector({ step, ...(asked !== undefined && { asked }) });
  const statistics = (): Statistics => collector.statistics();
  const batch = newBatch();
  for (let done = 0; ; done += batch.count) {
    yield { counted: done, planned: rows, step, statistics };
    if (done >= rows) return;
    const count = Math.min(Math.max(1, done), BATCH_ROWS, rows - done);
    writer.fill(batch, { first: done * step, count, step, maxBytes: BATCH_BYTES, time });
    for (const text of texts(withoutDropped(batch))) collector.addText(text);
  }
}

/** The statistics of a stream's fields, over rows that are evenly spread over its event times. */
export function streamStatistics(stream: StreamToCount): Statistics {
  let last = (): Statistics => newCollector().statistics();
  for (const { counted, planned, statistics } of countStream(stream)) {
    last = statistics;
    if (counted > 0 && counted < planned && stream.goesOn?.(counted, planned) === false) break;
  }
  return last();
}

/** How many rows to count by default. */
function fittingRows({ writer, time, computed, available = Infinity }: StreamToCount): number {
  const count = Math.min(TRIED, available, rowsWithin(computed, TRIED));
  if (count === 0) return 0;
  const bytes = byteLength(writer.fill(newBatch(), { first: 0, count, time })) / count;
  return Math.ceil(Math.min(DEFAULT.rows, DEFAULT.bytes / bytes));
}
