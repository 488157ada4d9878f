import { readTimeline, type EventTime, type RowTimes, type Timeline, type Timing } from '@catbird/core';
import type { TimeRequest } from './protocol.ts';
import { timeResult, type Stepped } from './settings.ts';

/** When the rows of a stream happen, as its preview and its sums see it. */
export interface StreamTimes {
  /** What `fill` takes: computed times, or the clock's present time. */
  readonly time: EventTime | RowTimes;
  /** Set if times are computed from the index. */
  readonly computed: { readonly timing: Timing; readonly timeline: Timeline } | undefined;
}

/**
 * The times of a stream that starts now. Invalid settings count as none: the form names what is wrong with them.
 *
 * @throws RangeError if the rows cannot be timed
 */
export function timesOf(
  request: TimeRequest,
  { schema, seed, nowMs }: { readonly schema: Stepped; readonly seed: string; readonly nowMs: number },
): StreamTimes {
  const given = timeResult(request, schema, nowMs);
  const parsed = given.ok ? given : timeResult({ ...request, settings: {} }, schema, nowMs);
  const timing = parsed.ok ? parsed.timing : undefined;
  if (timing === undefined) return { time: { startMs: nowMs, stepMs: 0 }, computed: undefined };
  const read = readTimeline(schema, timing, seed);
  if (!read.ok) throw new RangeError(read.message);
  const timeline = read.value;
  return { time: timeline, computed: { timing, timeline } };
}

/** How many of the rows 0, `step`, 2 · `step` … the stream has, at most `most`. */
export function rowsWithin({ computed }: StreamTimes, most: number, step = 1): number {
  if (computed === undefined) return most;
  const { timing, timeline } = computed;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (timeline.time((middle - 1) * step) < (timing.toMs ?? Infinity)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const HOUR_MS = 3_600_000;
/** Has all hours and all weekdays. */
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * How far apart to take `rows` rows, so that they show the whole stream: up to the present if it begins in the past, else its first
 * week. Rows with the clock's times are taken from the first on. Odd, so that it does not fall in step with what repeats every
 * two, eight or a hundred rows.
 */
export function spreadOf({ computed }: StreamTimes, rows: number, nowMs: number): number {
  if (computed === undefined) return 1;
  const { timing, timeline } = computed;
  const { fromMs, toMs } = timing;
  const endMs = fromMs < nowMs - HOUR_MS ? nowMs : fromMs + WEEK_MS;
  const step = Math.floor(timeline.before(Math.min(toMs ?? Infinity, endMs)) / rows);
  return Math.max(1, step - (step % 2 === 0 ? 1 : 0));
}
