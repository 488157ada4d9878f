import type { AskedShares } from '../model/asked-shares.ts';
import { byteLength, newBatch, texts } from '../rows/batch.ts';
import type { EventTime, RowTimes, RowWriter } from '../rows/writer.ts';
import { newCollector } from './collect.ts';
import type { Statistics } from './figures.ts';
import { rowsWithin, spreadOf, type ComputedTimes } from './spread.ts';

/** A stream whose rows are counted. */
export interface StreamToCount {
  readonly writer: RowWriter;
  /** Event times of its rows. */
  readonly time: EventTime | RowTimes;
  /** Present if times are computed from the row's index: then rows are taken from all over the stream. */
  readonly computed?: ComputedTimes | undefined;
  /** The present, in milliseconds since 1970. */
  readonly nowMs: number;
  /** How many rows to count. Default 10,000, or fewer if they are larger than 1.6 kB on average. */
  readonly rows?: number | undefined;
  /** Rows that the stream has whatever their time. Default: no end. */
  readonly available?: number;
  /** Default: none. */
  readonly asked?: AskedShares;
}

/** Counted by default: at most this many rows, and about this many bytes. */
const DEFAULT = { rows: 10_000, bytes: 16 * 1024 * 1024 };

/** Rows that tell the size of others. */
const TRIED = 10;

/** Size of a batch, in bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** The statistics of a stream's fields, over rows that are evenly spread over its event times. */
export function streamStatistics({ asked, ...stream }: StreamToCount): Statistics {
  const { writer, time, computed, nowMs, available = Infinity } = stream;
  const most = Math.min(available, stream.rows ?? fittingRows(stream));
  const step = most === 0 ? 1 : spreadOf(computed, most, { nowMs, available });
  const rows = Math.min(Math.ceil(available / step), rowsWithin(computed, most, step));
  const collector = newCollector({ step, ...(asked !== undefined && { asked }) });
  const batch = newBatch();
  for (let done = 0; done < rows; done += batch.count) {
    writer.fill(batch, { first: done * step, count: rows - done, step, maxBytes: BATCH_BYTES, time });
    for (const text of texts(batch)) collector.addText(text);
  }
  return collector.statistics();
}

/** How many rows to count by default. */
function fittingRows({ writer, time, computed, available = Infinity }: StreamToCount): number {
  const count = Math.min(TRIED, available, rowsWithin(computed, TRIED));
  if (count === 0) return 0;
  const bytes = byteLength(writer.fill(newBatch(), { first: 0, count, time })) / count;
  return Math.ceil(Math.min(DEFAULT.rows, DEFAULT.bytes / bytes));
}

/** About 3,000 years: event times stay within those that rows can have. */
const LONGEST_MS = 1e14;

/**
 * Event times of rows whose times are not computed: as if the stream started at an instant and kept its rate.
 *
 * @param rows how many will be read
 */
export const clockTimes = (startMs: number, eps: number, rows = DEFAULT.rows): EventTime => ({
  startMs,
  stepMs: Math.min(1000 / eps, LONGEST_MS / rows),
});
